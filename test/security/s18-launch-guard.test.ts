// S18: switches and variables that would open a packaged app up.
import { describe, expect, it } from 'vitest';
import { launchObstacle } from '../../electron/main/platform/launch-guard.ts';

describe('the launch guard', () => {
  it.each([
    '--remote-debugging-port=9222',
    '--REMOTE-DEBUGGING-PORT=1',
    '--remote-debugging-pipe',
    '--js-flags=--expose-gc',
    '--no-sandbox',
    '--ignore-certificate-errors',
    '--proxy-server=http://x',
    '--host-rules=MAP * x',
    '--host-resolver-rules=MAP * x',
    '--log-net-log=/tmp/x',
    '--ssl-key-log-file=/tmp/x',
    '--load-extension=/tmp/x',
    '--disable-web-security',
    '--password-store=basic',
    '--user-data-dir=/tmp/x',
    '--inspect',
  ])('refuses %s', (argument) => {
    expect(launchObstacle(['strongroom', argument], {})).not.toBeNull();
  });

  it.each(['SSLKEYLOGFILE', 'ELECTRON_RUN_AS_NODE', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS'])(
    'refuses %s in the environment',
    (name) => {
      expect(launchObstacle(['strongroom'], { [name]: 'x' })).toBe(name);
    },
  );

  it('lets an ordinary start through', () => {
    const argv = ['strongroom', '--password-store=gnome-libsecret', 'file-name'];
    expect(launchObstacle(argv, { PATH: '/usr/bin', LANG: 'C' })).toBeNull();
  });
});

// S18: switches and variables that would open a packaged app up.
import { describe, expect, it } from 'vitest';
import {
  environmentForSecondStart,
  launchObstacle,
  loggedNames,
  variablesToRemove,
} from '../../electron/main/platform/launch-guard.ts';
import { staticImports } from '../support/source-files.ts';

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
    '--use-mock-keychain',
    '--disable-web-security',
    '--password-store=basic',
    '--user-data-dir=/tmp/x',
    '--inspect',
    '--inspect=0',
    '--inspect-brk',
    '--ignore-certificate-errors-spki-list=x',
    '--proxy-pac-url=http://x',
    '--renderer-cmd-prefix=/tmp/x',
    '--disable-features=IsolateOrigins',
    '--disable-gpu-sandbox',
    '--no-zygote',
    '--enable-logging',
    '--enable-logging=file',
    '--log-file=/tmp/x',
    '--unsafely-treat-insecure-origin-as-secure=http://x',
    '--experimental-network-inspection',
    '--debug-port=9222',
    // Chromium takes one hyphen as well as two, and a slash on Windows.
    '-remote-debugging-port=9222',
    '-js-flags=--expose-gc',
    '/remote-debugging-port=9222',
    ' --no-sandbox',
  ])('refuses %s', (argument) => {
    expect(launchObstacle(['strongroom', argument], {})).not.toBeNull();
  });

  // The fuses keep these from a package (S16, S17): Electron takes them away, or passes them by. Refused, should one
  // of the fuses be turned back.
  it.each(['ELECTRON_RUN_AS_NODE', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS'])(
    'refuses %s, which no package with its fuses meets',
    (name) => {
      expect(launchObstacle(['strongroom'], { [name]: 'x' })).toBe(name);
    },
  );

  it.each([
    'NODE_DEBUG',
    'NODE_V8_COVERAGE',
    'NODE_COMPILE_CACHE',
    'ELECTRON_DISABLE_SANDBOX',
    'ELECTRON_ENABLE_LOGGING',
    'ELECTRON_LOG_FILE',
  ])('starts a second time without %s, which has been read by then', (name) => {
    const second = environmentForSecondStart({ PATH: '/usr/bin', [name]: 'x' });
    expect(second).toEqual({ PATH: '/usr/bin', STRONGROOM_LEFT_OUT: name });
    // The second start finds nothing to leave out, and its log names what the first one had.
    expect(environmentForSecondStart(second ?? {})).toBeNull();
    expect(loggedNames(second ?? {})).toEqual([name]);
    expect(variablesToRemove(Object.keys(second ?? {}))).toEqual(['STRONGROOM_LEFT_OUT']);
  });

  it('starts no third time where the second still has what it was to be without', () => {
    const environment = { STRONGROOM_LEFT_OUT: 'NODE_DEBUG', NODE_DEBUG: 'http' };
    expect(launchObstacle(['strongroom'], environment)).toBe('NODE_DEBUG');
    expect(launchObstacle(['strongroom'], { STRONGROOM_LEFT_OUT: 'NODE_DEBUG' })).toBeNull();
  });

  it('starts once where nothing was read too early', () => {
    expect(environmentForSecondStart({ PATH: '/usr/bin', SSLKEYLOGFILE: '/tmp/x' })).toBeNull();
  });

  it('takes out of the environment what later code would read, however it is spelt', () => {
    const names = [
      'PATH',
      'SSL_CERT_FILE',
      'SSL_CERT_DIR',
      'NODE_TLS_REJECT_UNAUTHORIZED',
      'SSLKEYLOGFILE',
      'NAPI_RS_NATIVE_LIBRARY_PATH',
    ];
    expect(variablesToRemove([...names, 'napi_rs_anything', 'SSL_CERT_FILES'])).toEqual([
      ...names.slice(1),
      'napi_rs_anything',
    ]);
  });

  it('starts where somebody has set for all programs what it takes out', () => {
    const environment = { NODE_TLS_REJECT_UNAUTHORIZED: '0', SSLKEYLOGFILE: '/tmp/x' };
    expect(launchObstacle(['strongroom'], environment)).toBeNull();
  });

  it('has a closed list of names alone in the log', () => {
    const environment = {
      PATH: '/usr/bin',
      Sslkeylogfile: '/tmp/x',
      napi_rs_token: 'x',
      STRONGROOM_LEFT_OUT: 'a secret,NODE_DEBUG',
    };
    expect(loggedNames(environment)).toEqual(['SSLKEYLOGFILE', 'NAPI_RS_', 'NODE_DEBUG']);
  });

  it('has taken it out before anything that reads it is loaded', () => {
    const early = staticImports('electron/main/index.ts');
    expect(early).toContain('electron/main/platform/launch-guard.ts');
    expect(early.filter((name) => /^@node-rs|^node:(tls|https?|http2|sqlite)$/.test(name))).toEqual(
      [],
    );
  });

  it('lets an ordinary start through', () => {
    const argv = [
      '/opt/Strongroom/strongroom',
      '--password-store=gnome-libsecret',
      '--ozone-platform=wayland',
      '--force-device-scale-factor=1.5',
      '-',
      '--',
      'file-name',
      '/home/person/file-name',
    ];
    expect(launchObstacle(argv, { PATH: '/usr/bin', LANG: 'C' })).toBeNull();
  });
});

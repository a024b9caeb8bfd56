// The app's own scheme as Electron is told of it: what it may, word for word.
import { describe, expect, it } from 'vitest';
import { createFakeElectron } from '../../support/fake-electron.ts';

describe('the page scheme', () => {
  it('is registered with these privileges and no other', async () => {
    const fake = createFakeElectron();
    const { registerScheme } = await fake.load(
      () => import('../../../electron/main/windows/page-scheme.ts'),
    );
    registerScheme();
    expect(fake.argsOf('protocol', 'registerSchemesAsPrivileged')).toEqual([
      [
        [
          {
            scheme: 'strongroom',
            privileges: {
              standard: true,
              secure: true,
              codeCache: true,
              supportFetchAPI: false,
              corsEnabled: false,
              bypassCSP: false,
              allowServiceWorkers: false,
              stream: false,
            },
          },
        ],
      ],
    ]);
  });
});

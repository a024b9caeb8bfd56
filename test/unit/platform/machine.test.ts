// What is claimed of a machine: never more than the platform has.
import { describe, expect, it } from 'vitest';
import { machineFacts, type Found } from '../../../electron/main/platform/machine.ts';

const found = (part: Partial<Found>): Found => ({
  platform: 'linux',
  standInHost: false,
  x11: true,
  busHeard: false,
  unsandboxed: false,
  emptyCoreDumps: true,
  linuxKeystore: () => 'gnome_libsecret',
  loginStart: 'off',
  ...part,
});

describe('the facts of a machine', () => {
  it.each([
    [
      'linux',
      { screenLock: 'asked', systemIdle: 'asked', capture: 'none', keystore: 'gnome_libsecret' },
    ],
    [
      'darwin',
      { screenLock: 'announced', systemIdle: 'silent', capture: 'partial', keystore: 'keychain' },
    ],
    [
      'win32',
      { screenLock: 'announced', systemIdle: 'silent', capture: 'full', keystore: 'dpapi' },
    ],
  ] as const)('are these on %s', (platform, facts) => {
    expect(machineFacts(found({ platform }))).toMatchObject({ suspend: 'announced', ...facts });
  });

  it('do not count idle time outside X11', () => {
    expect(machineFacts(found({ x11: false })).systemIdle).toBe('silent');
  });

  it.each([
    ['linux', { busHeard: true, x11: true }, 'listened'],
    ['linux', { busHeard: true, x11: false }, 'listened'],
    ['linux', { busHeard: false, x11: true }, 'asked'],
    ['linux', { busHeard: false, x11: false }, 'silent'],
    ['linux', { busHeard: true, standInHost: true }, 'listened'],
    ['darwin', { busHeard: false }, 'announced'],
  ] as const)('say of the screen lock on %s, %o: %s', (platform, part, screenLock) => {
    expect(machineFacts(found({ platform, ...part })).screenLock).toBe(screenLock);
  });

  it('say when the sandbox is off', () => {
    expect(machineFacts(found({})).sandbox).toBe('on');
    expect(machineFacts(found({ unsandboxed: true })).sandbox).toBe('off');
  });

  it('call core dumps empty only where the kernel said so', () => {
    expect(machineFacts(found({})).coreDumps).toBe('empty');
    expect(machineFacts(found({ emptyCoreDumps: false })).coreDumps).toBe('of_the_system');
  });

  it.each(['linux', 'darwin', 'win32'] as const)(
    'claim nothing of Electron for the stand-in host on %s',
    (platform) => {
      expect(machineFacts(found({ platform, standInHost: true }))).toMatchObject({
        suspend: 'silent',
        screenLock: 'silent',
        systemIdle: 'silent',
        capture: 'none',
        keystore: 'none',
        sandbox: 'unknown',
      });
    },
  );

  it('ask for the keystore on Linux alone', () => {
    const refuse = () => {
      throw new Error('not to be asked');
    };
    expect(() => machineFacts(found({ platform: 'darwin', linuxKeystore: refuse }))).not.toThrow();
  });
});

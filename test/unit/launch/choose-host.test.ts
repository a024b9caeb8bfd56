// On which host the app starts, case by case: what is known of the machine, and what the person reads.
import { describe, expect, it } from 'vitest';
import {
  afterEarlyEnd,
  chooseHost,
  couldNotStart,
  type HostWish,
  type LaunchFacts,
} from '../../../electron/launch/choose-host.ts';

/** A desktop of Linux on which Electron runs. */
const desktop: LaunchFacts = {
  platform: 'linux',
  display: true,
  userId: 1000,
  userNamespaces: 'allowed',
  suidSandbox: false,
  container: false,
  missingLibraries: [],
  foreignLibc: false,
  installer: 'apt',
  released: true,
  installed: true,
  cached: false,
  proxy: null,
};
const asIs: HostWish = { standIn: false, electron: false, pictures: false, noSandbox: false };

describe('the choice of a host', () => {
  it.each<readonly [string, Partial<LaunchFacts>, object]>([
    ['an installed binary', {}, { from: 'installed' }],
    ['a cached archive', { installed: false, cached: true }, { from: 'cache' }],
    ['neither', { installed: false }, { from: 'download' }],
    ['a proxy and neither', { installed: false, proxy: 'http://p' }, { from: 'download' }],
    ['macOS', { platform: 'darwin', userId: 501 }, { from: 'installed' }],
    ['root on macOS', { platform: 'darwin', userId: 0 }, { from: 'installed' }],
    ['Windows', { platform: 'win32', userId: null }, { from: 'installed' }],
    ['a container that allows user namespaces', { container: true }, { from: 'installed' }],
    [
      'restricted user namespaces with the helper set up',
      { userNamespaces: 'apparmor', suidSandbox: true },
      { from: 'installed' },
    ],
    [
      'no user namespaces with the helper set up',
      { userNamespaces: 'off', suidSandbox: true },
      { from: 'installed' },
    ],
  ])('is Electron with %s', (_name, facts, expected) => {
    expect(chooseHost({ ...desktop, ...facts }, asIs)).toEqual({ host: 'electron', ...expected });
  });

  it.each<readonly [string, Partial<LaunchFacts>, RegExp, RegExp]>([
    ['root', { userId: 0 }, /\broot\b/, /su strongroom -c "npm start"/],
    ['no display', { display: false }, /no display/, /xvfb-run -a npm start/],
    ['no display at all', { display: false }, /no display/, /npm start -- --tour/],
    ['restricted user namespaces', { userNamespaces: 'apparmor' }, /listed programs/, /4755/],
    ['user namespaces turned off', { userNamespaces: 'off' }, /no user namespaces/, /4755/],
    [
      'a container without user namespaces',
      { userNamespaces: 'refused', container: true },
      /container/,
      /seccomp/,
    ],
    [
      'a container in which the helper could do nothing',
      { userNamespaces: 'refused', container: true, suidSandbox: true },
      /container/,
      /seccomp/,
    ],
    ['another C library', { foreignLibc: true }, /GNU C library/, /^$/],
    ['no release for the processor', { released: false }, /not released/, /^$/],
    [
      'missing libraries',
      { missingLibraries: ['libgtk-3.so.0', 'libnss3.so'] },
      /libgtk-3\.so\.0, libnss3\.so/,
      /sudo apt-get install libgtk-3-0 libnss3$/,
    ],
    [
      'missing libraries on a system of the 64-bit clock',
      { missingLibraries: ['libgtk-3.so.0'], installer: 'apt-t64' },
      /libgtk/,
      /sudo apt-get install libgtk-3-0t64/,
    ],
    [
      'missing libraries on Fedora',
      { missingLibraries: ['libnss3.so'], installer: 'dnf' },
      /libnss3/,
      /sudo dnf install 'libnss3\.so\(\)\(64bit\)'/,
    ],
    [
      'missing libraries elsewhere',
      { missingLibraries: ['libnss3.so'], installer: 'other' },
      /libnss3/,
      /Install what holds libnss3\.so/,
    ],
  ])('is the stand-in with %s, and says what helps', (_name, facts, because, command) => {
    // Whether the binary is there or would be fetched first makes no difference.
    for (const installed of [true, false]) {
      const choice = chooseHost({ ...desktop, ...facts, installed }, asIs);
      if (choice.host !== 'stand-in') throw new Error('Electron was chosen');
      expect(choice.because).toMatch(because);
      expect(choice.commands.join('\n')).toMatch(new RegExp(command, 'm'));
    }
  });

  it('asks for the user before the libraries, so that no download precedes a refusal', () => {
    const choice = chooseHost(
      { ...desktop, userId: 0, missingLibraries: ['libnss3.so'], installed: false },
      asIs,
    );
    expect(choice).toMatchObject({ host: 'stand-in', because: expect.stringContaining('root') });
  });

  it('asks for the user before the display, since a virtual one would end in the next refusal', () => {
    const choice = chooseHost({ ...desktop, userId: 0, display: false }, asIs);
    expect(choice).toMatchObject({ because: expect.stringContaining('root') });
  });

  it('never names a switch that turns the sandbox off', () => {
    const machines: Partial<LaunchFacts>[] = [
      { userId: 0 },
      { userNamespaces: 'apparmor' },
      { userNamespaces: 'off' },
      { userNamespaces: 'refused' },
      { userNamespaces: 'refused', container: true },
    ];
    for (const facts of machines) {
      expect(JSON.stringify(chooseHost({ ...desktop, ...facts }, asIs))).not.toContain(
        'no-sandbox',
      );
    }
  });

  it.each([{ userId: 0 }, { userNamespaces: 'off' }] as const)(
    'needs nothing of the sandbox where the person turned it off (%o)',
    (facts) => {
      const asked = { ...asIs, noSandbox: true };
      expect(chooseHost({ ...desktop, ...facts }, asked).host).toBe('electron');
    },
  );

  it('still needs a display where the person turned the sandbox off', () => {
    const asked = { ...asIs, noSandbox: true };
    expect(chooseHost({ ...desktop, display: false }, asked).host).toBe('stand-in');
  });

  it('is what was asked for, before anything that is known', () => {
    expect(chooseHost(desktop, { ...asIs, standIn: true }).host).toBe('stand-in');
    expect(chooseHost(desktop, { ...asIs, pictures: true }).host).toBe('stand-in');
    expect(chooseHost({ ...desktop, userId: 0 }, { ...asIs, electron: true }).host).toBe(
      'electron',
    );
  });
});

describe('an Electron that ended', () => {
  it.each([
    [{ code: 127, signal: null, afterMs: 20 }, true],
    [{ code: null, signal: 'SIGTRAP', afterMs: 300 }, true],
    [{ code: null, signal: 'SIGABRT', afterMs: 4_999 }, true],
    [{ code: null, signal: 'SIGSEGV', afterMs: 5_000 }, false],
    [{ code: 127, signal: null, afterMs: 60_000 }, false],
    [{ code: 0, signal: null, afterMs: 20 }, false],
    [{ code: 1, signal: null, afterMs: 20 }, false],
  ] as const)('%o could not start here: %s', (end, expected) => {
    expect(couldNotStart(end)).toBe(expected);
  });

  it('by a missing library is followed by the command that installs it', () => {
    const facts = { ...desktop, missingLibraries: ['libgbm.so.1'] };
    const choice = afterEarlyEnd(facts, { code: 127, signal: null, afterMs: 9 });
    expect(choice).toMatchObject({
      host: 'stand-in',
      commands: ['sudo apt-get install libgbm1', 'npm start'],
    });
  });

  it('by a signal is told with its name', () => {
    const choice = afterEarlyEnd(desktop, { code: null, signal: 'SIGTRAP', afterMs: 9 });
    expect(choice).toMatchObject({ because: expect.stringContaining('by SIGTRAP') });
  });
});

// What `npm start` runs and says, case by case: what is known of the machine, what was asked for, what the person reads.
import { describe, expect, it } from 'vitest';
import {
  choose,
  couldNotStart,
  parseWish,
  whatHelps,
  type LaunchFacts,
} from '../../../electron/launch/choose.ts';

/** A desktop of Linux with Electron. */
const desktop: LaunchFacts = {
  platform: 'linux',
  display: true,
  root: false,
  released: true,
  installed: true,
};
const mac = { platform: 'darwin' } as const;
const isMissing = { installed: false };
const folder = 'strongroom-tour';

describe('npm start', () => {
  it.each<readonly [Partial<LaunchFacts>, string, 'electron' | 'stand-in', string | null, RegExp]>([
    [{}, '', 'electron', null, /^Running on Electron\. .*--stand-in\.$/],
    [isMissing, '', 'electron', null, /^Running on Electron/],
    [mac, '', 'electron', null, /^Running on Electron/],
    [{ ...mac, root: true }, '', 'electron', null, /^Running on Electron/],
    [{ platform: 'win32' }, '', 'electron', null, /^Running on Electron/],
    [{ root: true }, '', 'stand-in', null, /^Running on the stand-in .*, because .* root .*on\.$/],
    [{ root: true }, '--no-sandbox', 'electron', null, /^Running on Electron/],
    [{ released: false }, '', 'stand-in', null, /because Electron is not released for this system/],
    [{}, '--stand-in', 'stand-in', null, /because it was asked for\.$/],
    [{}, '--invisible', 'stand-in', null, /because it alone has windows that nobody sees\.$/],
    [{ display: false }, '--invisible', 'stand-in', null, /windows that nobody sees\.$/],
    [
      { display: false },
      '',
      'stand-in',
      folder,
      /^There is no display, so this is a tour .*stand-in/,
    ],
    [{ display: false }, '', 'stand-in', folder, / xvfb-run -a npm start\. .* -- --invisible\.$/],
    [{ display: false, root: true }, '', 'stand-in', folder, /^There is no display/],
    [{ display: false }, '--stand-in', 'stand-in', folder, /^There is no display/],
    [{ display: false }, '--no-sandbox', 'stand-in', folder, /^There is no display/],
    [
      {},
      '--tour',
      'electron',
      folder,
      /^This is a tour .* on Electron\. .* go to strongroom-tour\.$/,
    ],
    [{}, '--tour=/there', 'electron', '/there', /go to \/there\.$/],
    [{}, '--tour=', 'electron', folder, /^This is a tour/],
    [{}, '--tour --stand-in', 'stand-in', folder, /^This is a tour .* stand-in host/],
    [{ display: false }, '--tour=/there', 'stand-in', '/there', /^This is a tour .* stand-in host/],
    // Nothing is downloaded for a tour.
    [isMissing, '--tour', 'stand-in', folder, /^This is a tour .* stand-in host/],
  ])('on a desktop but for %o, with "%s", runs %s (tour: %s)', (but, line, host, tour, says) => {
    const choice = choose({ ...desktop, ...but }, parseWish(line.split(' ').filter(Boolean)));
    expect(choice).toEqual({ host, tour, sentence: expect.stringMatching(says) });
  });

  it('keeps its own options and gives the app all others', () => {
    const own = ['--no-build', '--stand-in', '--invisible', '--tour', '--tour=/x'];
    const others = ['--user-data-dir=/x', '--password-store=basic', '--no-sandbox', 'file'];
    expect(parseWish([...own, ...others])).toMatchObject({ build: false, appArgs: others });
    expect(parseWish([])).toMatchObject({ build: true, noSandbox: false, appArgs: [] });
  });
});

describe('an Electron that ended', () => {
  it.each([
    [{ code: 127, signal: null, afterMs: 20 }, true],
    [{ code: 3_221_225_781, signal: null, afterMs: 20 }, true],
    [{ code: null, signal: 'SIGTRAP', afterMs: 300 }, true],
    [{ code: null, signal: 'SIGABRT', afterMs: 4_999 }, true],
    [{ code: null, signal: 'SIGSEGV', afterMs: 5_000 }, false],
    [{ code: 127, signal: null, afterMs: 60_000 }, false],
    [{ code: 0, signal: null, afterMs: 20 }, false],
    [{ code: 1, signal: null, afterMs: 20 }, false],
  ] as const)('%o could not start here: %s', (end, expected) => {
    expect(couldNotStart({ ...end, asked: false })).toBe(expected);
  });

  const end = { code: null, signal: 'SIGTRAP', afterMs: 9, asked: false } as const;
  const help = whatHelps(end, '/a b/dist/electron', 'sudo apt-get install libnss3');

  it('by a signal is given its sandbox: first by what outlives npm ci, then by the helper', () => {
    const [profile, loaded, owner, mode] = help.filter((line) => line.includes('sudo '));
    expect(profile).toBe(
      `  echo 'abi <abi/4.0>, profile strongroom-dev "/a b/dist/electron" flags=(unconfined) { userns, }' | sudo tee /etc/apparmor.d/strongroom-dev`,
    );
    expect(loaded).toBe('  sudo apparmor_parser -r /etc/apparmor.d/strongroom-dev');
    expect(owner).toBe("  sudo chown root:root '/a b/dist/chrome-sandbox'");
    expect(mode).toBe("  sudo chmod 4755 '/a b/dist/chrome-sandbox'");
  });

  it('is never told to start without its sandbox', () => {
    expect(help.join('\n')).not.toContain('no-sandbox');
  });

  it('by the loader is given what installs the libraries', () => {
    expect(
      whatHelps({ ...end, code: 127, signal: null }, '/x', 'sudo apt-get install libnss3'),
    ).toEqual(['Where a library is missing: sudo apt-get install libnss3']);
  });
});

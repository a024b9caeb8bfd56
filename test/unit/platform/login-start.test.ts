// Starting at login as each system is told to: an entry on a real disk for Linux, calls of Electron elsewhere. What is
// shown is what the system would do.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLoginStart } from '../../../electron/main/platform/login-start.ts';
import { createFakeElectron } from '../../support/fake-electron.ts';
import { ownFolder } from '../../support/own-folder.ts';

const PROGRAM = '/opt/Strongroom/strongroom';
const WINDOWS_PROGRAM = String.raw`C:\Users\Jo Doe\AppData\Local\Programs\Strongroom\Strongroom.exe`;

const at = ownFolder();

function on(
  platform: NodeJS.Platform,
  {
    environment = {},
    program = PROGRAM,
    isPackaged = true,
  }: {
    readonly environment?: Readonly<Record<string, string>>;
    readonly program?: string;
    readonly isPackaged?: boolean;
  } = {},
) {
  const fake = createFakeElectron();
  let changes = 0;
  const start = createLoginStart({
    platform,
    isPackaged,
    program,
    environment,
    home: at(),
    items: fake.electron.app,
    changed: () => (changes += 1),
  });
  return { start, fake, changes: () => changes };
}

const entryBelow = (folder: string): string =>
  path.join(folder, 'autostart', 'strongroom-at-login.desktop');
const usual = (): string => entryBelow(at('.config'));

describe('starting at login on Linux', () => {
  it('is off until a person switches it on, and is an entry for this person alone then', async () => {
    const { start, changes } = on('linux');
    await start.reevaluate();
    expect([start.state(), existsSync(usual())]).toEqual(['off', false]);
    expect(await start.set(true)).toMatchObject({ ok: true });
    expect([start.state(), changes()]).toEqual(['on', 1]);
    expect(readFileSync(usual(), 'utf8')).toContain(`\nExec=${PROGRAM} --hidden\n`);
    expect(statSync(usual()).mode & 0o777).toBe(0o600);
    expect(readdirSync(path.dirname(usual()))).toHaveLength(1);
    expect(await start.set(false)).toMatchObject({ ok: true });
    expect([start.state(), existsSync(usual())]).toEqual(['off', false]);
  });

  it.each([
    ['where XDG_CONFIG_HOME says', (): string => at('elsewhere'), true],
    ['not below a relative XDG_CONFIG_HOME', (): string => 'elsewhere', false],
  ])('lies %s', async (_, named, isThere) => {
    const { start } = on('linux', { environment: { XDG_CONFIG_HOME: named() } });
    await start.set(true);
    expect([existsSync(entryBelow(named())), existsSync(usual())]).toEqual([isThere, !isThere]);
  });

  it('starts the program that runs, whatever the environment names', async () => {
    const { start } = on('linux', { environment: { APPIMAGE: '/tmp/other.AppImage' } });
    await start.set(true);
    expect(readFileSync(usual(), 'utf8')).not.toContain('AppImage');
  });

  it('shows what others did to the entry meanwhile', async () => {
    const { start, changes } = on('linux');
    await start.set(true);
    const entry = readFileSync(usual(), 'utf8');
    for (const [text, state] of [
      [`${entry}Hidden=true\n`, 'off'],
      [entry.replace(PROGRAM, '/home/jo/old/strongroom'), 'other_copy'],
      [entry, 'on'],
    ] as const) {
      writeFileSync(usual(), text);
      await start.reevaluate();
      expect(start.state()).toBe(state);
    }
    rmSync(usual());
    await start.reevaluate();
    expect([start.state(), changes()]).toEqual(['off', 5]);
  });

  it('writes through no link that lies in its place', async () => {
    const { start } = on('linux');
    const other = at('other');
    writeFileSync(other, 'untouched');
    mkdirSync(path.dirname(usual()), { recursive: true });
    symlinkSync(other, usual());
    await start.reevaluate();
    expect(start.state()).toBe('other_copy');
    expect(await start.set(true)).toMatchObject({ ok: true });
    expect([readFileSync(other, 'utf8'), start.state()]).toEqual(['untouched', 'on']);
  });

  it.each([
    ['a file lies in the place of the folder', PROGRAM, () => writeFileSync(at('.config'), '')],
    ['an entry cannot name the program', '/opt/a=b/strongroom', () => undefined],
  ])('says that it failed where %s', async (_, program, prepare) => {
    const { start } = on('linux', { program });
    prepare();
    expect(await start.set(true)).toMatchObject({
      failure: { code: 'system_refused', facts: { about: 'login start' } },
    });
    expect([start.state(), existsSync(usual())]).toEqual(['off', false]);
  });
});

describe('starting at login on Windows', () => {
  it('is a login item with a quoted path and the one argument, asked for by the same', async () => {
    const { start, fake } = on('win32', { program: WINDOWS_PROGRAM });
    fake.answers.loginItem = {
      ...fake.answers.loginItem,
      openAtLogin: true,
      executableWillLaunchAtLogin: true,
    };
    expect(await start.set(true)).toMatchObject({ ok: true });
    const item = { path: `"${WINDOWS_PROGRAM}"`, args: ['--hidden'] };
    expect(fake.argsOf('app', 'setLoginItemSettings')).toEqual([[{ ...item, openAtLogin: true }]]);
    expect(fake.argsOf('app', 'getLoginItemSettings')).toEqual([[item]]);
    expect([start.state(), start.startedThis()]).toEqual(['on', false]);
  });

  it('that was switched off in the task manager is held back', async () => {
    const { start, fake } = on('win32');
    fake.answers.loginItem = { ...fake.answers.loginItem, openAtLogin: true };
    await start.reevaluate();
    expect(start.state()).toBe('held_back');
  });
});

describe('starting at login on macOS', () => {
  it.each([
    ['enabled', 'on', { ok: true }],
    ['requires-approval', 'held_back', { failure: { facts: { about: 'login start held back' } } }],
    ['not-found', 'off', { failure: { code: 'system_refused', facts: { about: 'login start' } } }],
  ] as const)('that comes to %s is %s', async (status, state, answer) => {
    const { start, fake } = on('darwin');
    fake.answers.loginItem = { ...fake.answers.loginItem, status, openAtLogin: true };
    expect(await start.set(true)).toMatchObject(answer);
    expect(start.state()).toBe(state);
    expect(fake.argsOf('app', 'setLoginItemSettings')).toEqual([[{ openAtLogin: true }]]);
  });

  it('is known by what the system says, since there is no argument', () => {
    const { start, fake } = on('darwin');
    expect(start.startedThis()).toBe(false);
    fake.answers.loginItem = { ...fake.answers.loginItem, wasOpenedAtLogin: true };
    expect(start.startedThis()).toBe(true);
  });
});

describe('starting at login is not offered', () => {
  it.each([
    ['to an app that runs from its source', 'linux', PROGRAM, false, 'not_installed'],
    [
      'from the mount of an AppImage',
      'linux',
      '/tmp/.mount_Strongx1/strongroom',
      true,
      'passing_place',
    ],
    [
      'from where macOS runs what was not moved',
      'darwin',
      '/private/var/folders/x/AppTranslocation/y/d/Strongroom.app/Contents/MacOS/Strongroom',
      true,
      'passing_place',
    ],
  ] as const)('%s', async (_, platform, program, isPackaged, state) => {
    const { start, fake } = on(platform, { program, isPackaged });
    await start.reevaluate();
    expect(start.state()).toBe(state);
    expect(await start.set(true)).toMatchObject({ failure: { code: 'not_allowed' } });
    expect([existsSync(usual()), fake.argsOf('app', 'setLoginItemSettings')]).toEqual([false, []]);
  });
});

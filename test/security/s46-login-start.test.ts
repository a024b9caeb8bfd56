// S46: the entry that starts the app at login starts this program with one argument, and nothing else. What a login
// reads of it is read here by the rules of the Desktop Entry Specification, and by GLib where that is installed.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  autostartEntry,
  HIDDEN_START,
  whatStarts,
} from '../../electron/main/domain/autostart-entry.ts';
import { eventually } from '../support/eventually.ts';
import { launchObstacle } from '../../electron/main/platform/launch-guard.ts';

const GIO = '/usr/bin/gio';
if (!existsSync(GIO)) console.warn('The entry was NOT started by GLib: gio is not installed.');

const valueOf = (entry: string, key: string): string =>
  new RegExp(`^${key}=(.*)$`, 'm').exec(entry)?.[1] ?? '';

/** "Values of type string", whose escapes are undone first. */
const unescaped = (value: string): string =>
  value.replaceAll(
    /\\([sntr\\])/g,
    (_, sign: string) => ({ s: ' ', n: '\n', t: '\t', r: '\r', '\\': '\\' })[sign] ?? '',
  );

/** "The Exec key": arguments apart by spaces, quoted in whole or not at all, then field codes. */
function argumentsOf(exec: string): readonly string[] {
  const found: string[] = [];
  let rest = exec;
  while (rest !== '') {
    const match = /^(?:"((?:[^"\\`$]|\\["`$\\])*)"|([^\s"'\\<>~|&;$*?#()`]+))(?: +|$)/.exec(rest);
    if (match === null) throw new Error(`cannot be read: ${rest}`);
    const [all, quoted, plain] = match;
    found.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll(/\\(.)/gs, '$1'));
    rest = rest.slice(all.length);
  }
  if (found.some((each) => each.includes('%'))) throw new Error('a field code');
  return found;
}

const awkward = [
  '/opt/Strongroom/strongroom',
  '/home/Jo Doe/strongroom-0.1.0/strongroom',
  '/home/jo/$(rm -rf ~)/`id`/strongroom',
  String.raw`/home/jo/back\slash\n/"quoted"/strongroom`,
  "/home/jo/it's; a && b | c > d #!/strongroom",
  '/home/jo/Zürich 東京/strongroom',
];

describe('the autostart entry', () => {
  it.each(awkward)('starts %s and nothing else', (program) => {
    const entry = autostartEntry(program) ?? '';
    expect(argumentsOf(unescaped(valueOf(entry, 'Exec')))).toEqual([program, HIDDEN_START]);
    expect(unescaped(valueOf(entry, 'TryExec'))).toBe(program);
    expect(whatStarts(entry, program)).toBe('on');
    expect(whatStarts(entry, '/usr/bin/other')).toBe('other_copy');
  });

  it('starts whatever path it takes, as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (name) => {
        const program = `/${name}`;
        const entry = autostartEntry(program);
        if (entry === null) return;
        expect(entry.split('\n')).toHaveLength(9);
        expect(argumentsOf(unescaped(valueOf(entry, 'Exec')))).toEqual([program, HIDDEN_START]);
      }),
    );
  });

  it.each([
    'strongroom',
    '/opt/a\nExec=evil',
    '/opt/a=b',
    '/opt/%f',
    '/opt/\u0007',
    '/opt/\uFFFD',
    '/opt/\uD800',
  ])('is not written for %j, which it could not hold', (program) => {
    expect(autostartEntry(program)).toBeNull();
  });

  it('has an argument that the launch guard lets through, and no other switch', () => {
    expect(launchObstacle(['/opt/Strongroom/strongroom', HIDDEN_START], {})).toBeNull();
    const exec = valueOf(autostartEntry('/opt/Strongroom/strongroom') ?? '', 'Exec');
    expect(exec.match(/(?<= )-\S+/g)).toEqual([HIDDEN_START]);
  });

  it('does nothing by itself while a desktop has switched it off', () => {
    const entry = autostartEntry('/opt/x') ?? '';
    for (const off of [
      'Hidden=true',
      'X-GNOME-Autostart-enabled=false',
      'X-MATE-Autostart-enabled=false',
      'OnlyShowIn=KDE;LXQt;',
      'NotShowIn=MATE;GNOME;',
      'TryExec=/opt/gone',
      'Type=Link',
    ]) {
      expect([off, whatStarts(`${entry}${off}\n`, '/opt/x', 'ubuntu:GNOME')]).toEqual([off, 'off']);
    }
    for (const on of ['OnlyShowIn=GNOME;', 'NotShowIn=KDE;', 'X-MATE-Autostart-enabled=true']) {
      expect([on, whatStarts(`${entry}${on}\n`, '/opt/x', 'ubuntu:GNOME')]).toEqual([on, 'on']);
    }
    // Of another group it says nothing.
    expect(whatStarts(`${entry}[Desktop Action x]\nHidden=true\n`, '/opt/x')).toBe('on');
  });

  it.skipIf(!existsSync(GIO))('is what GLib starts, with its one argument', async () => {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'strongroom-entry-')));
    try {
      const said = path.join(folder, 'said');
      const place = path.join(folder, 'a b $HOME `id` "q" \\n it\'s ~|&;<>*?#()');
      const program = path.join(place, 'strongroom');
      mkdirSync(place);
      writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$0" "$@" > '${said}'\n`, { mode: 0o755 });
      const entry = path.join(folder, 'entry.desktop');
      writeFileSync(entry, autostartEntry(program) ?? '');
      spawnSync(GIO, ['launch', entry]);
      await eventually(() =>
        expect(readFileSync(said, 'utf8')).toBe(`${program}\n${HIDDEN_START}\n`),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

// The dependency rule (ARCHITECTURE.md), kept by reading every import of the product's source.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');

/** The rooms with rules of their own, below the keeper. */
const services = [
  'domain',
  'vault',
  'gateway',
  'practice',
  'intake',
  'tokens',
  'registry',
  'compromise',
  'diagnosis',
  'history',
  'sightings',
  'transfer',
];

/** Each room and the rooms it may import from, besides itself. */
const rule: Readonly<Record<string, readonly string[]>> = {
  'electron/shared': [],
  'electron/preload': ['electron/shared'],
  'electron/main/domain': ['electron/shared'],
  'electron/main/vault': ['domain', 'electron/shared'],
  'electron/main/gateway': ['domain', 'electron/shared'],
  'electron/main/practice': ['domain', 'electron/shared'],
  'electron/main/intake': ['domain', 'electron/shared'],
  'electron/main/tokens': ['domain', 'vault', 'gateway', 'electron/shared'],
  'electron/main/history': ['domain', 'vault', 'electron/shared'],
  'electron/main/registry': ['domain', 'vault', 'tokens', 'electron/shared'],
  'electron/main/compromise': ['domain', 'vault', 'tokens', 'electron/shared'],
  'electron/main/sightings': ['domain', 'vault', 'gateway', 'tokens', 'electron/shared'],
  'electron/main/diagnosis': ['domain', 'vault', 'gateway', 'tokens', 'electron/shared'],
  'electron/main/transfer': ['domain', 'vault', 'gateway', 'tokens', 'registry', 'electron/shared'],
  'electron/main/keeper': [...services, 'electron/shared'],
  'electron/main/ipc': [...services, 'keeper', 'electron/shared'],
  'electron/main/platform': ['domain', 'intake', 'ipc', 'electron/shared'],
  'electron/main/windows': ['domain', 'intake', 'ipc', 'platform', 'electron/shared'],
  renderer: ['electron/shared'],
  // What `npm start` runs before there is an app; the stand-in host is a tool of the tests.
  'electron/launch': ['test/host'],
  'test/host': [],
};

/** Only these may import `electron`. */
const electronRooms = ['electron/main/windows', 'electron/main/platform', 'electron/preload'];
const composers = /^electron\/main\/(compose(-\w+)?|index)\.ts$/;

interface SourceFile {
  readonly name: string;
  readonly text: string;
  readonly imports: readonly string[];
}

function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => {
      const full = path.join(folder, name);
      const text = readFileSync(path.join(root, full), 'utf8');
      const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
        (match) => match[1] ?? '',
      );
      return { name: full.split(path.sep).join('/'), text, imports };
    });
}

const files = [...sourceFiles('electron'), ...sourceFiles('renderer')];

function roomOf(file: string): string {
  return Object.keys(rule).find((room) => file.startsWith(`${room}/`)) ?? '';
}

function violations(file: SourceFile): string[] {
  if (composers.test(file.name)) return [];
  const room = roomOf(file.name);
  if (room === '') return [`${file.name} is in no known room`];
  const allowed = (rule[room] ?? []).map((name) =>
    name.includes('/') ? name : `electron/main/${name}`,
  );
  return file.imports
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => path.posix.join(path.posix.dirname(file.name), specifier))
    .filter((target) => roomOf(target) !== room && !allowed.includes(roomOf(target)))
    .map((target) => `${file.name} imports ${target}`);
}

describe('the source', () => {
  it('is there to be read', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap(({ imports }) => imports).length).toBeGreaterThan(200);
  });

  it('imports in one direction only', () => {
    expect(files.flatMap(violations)).toEqual([]);
  });

  it('imports electron only in windows, platform, preload, compose and index', () => {
    const importing = files.filter(({ imports }) =>
      imports.some((each) => each.startsWith('electron')),
    );
    const elsewhere = importing
      .map(({ name }) => name)
      .filter((name) => !composers.test(name) && !electronRooms.includes(roomOf(name)));
    expect(elsewhere).toEqual([]);
  });

  it('has no feature of the window importing another', () => {
    const crossing = files.flatMap(({ name, imports }) => {
      const own = /^renderer\/features\/([^/]+)\//.exec(name)?.[1];
      if (own === undefined) return [];
      return imports
        .map((specifier) => path.posix.join(path.posix.dirname(name), specifier))
        .filter((target) => target.startsWith('renderer/features/'))
        .filter((target) => !target.startsWith(`renderer/features/${own}/`))
        .map((target) => `${name} imports ${target}`);
    });
    expect(crossing).toEqual([]);
  });

  it('never opens a path or an address with the system (S07, S08)', () => {
    const opening = files.filter(({ text }) => /\bshell\.open|openExternal|openPath/.test(text));
    expect(opening.map(({ name }) => name)).toEqual([]);
  });

  it('keeps every file short enough to read', () => {
    const long = files.filter(({ text }) => text.split('\n').length > 401);
    expect(long.map(({ name }) => name)).toEqual([]);
  });

  it('says at the top of every file what it owns', () => {
    const silent = files.filter(({ text }) => !text.startsWith('//'));
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('has no barrels and no drawers', () => {
    const vague = /\/(utils?|helpers?|types|manager|index)\.tsx?$/;
    const found = files.map(({ name }) => name).filter((name) => vague.test(name));
    expect(found).toEqual(['electron/main/index.ts']);
  });
});

// The dependency rule (docs/architecture.md), kept by reading every import of the product's source.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');

/**
 * The folders of main and of the window, ground first. A folder imports those of the lines above its own, and neither
 * another one of its line nor one below.
 */
const mainOrder: readonly (readonly string[])[] = [
  ['domain'],
  ['vault', 'gateway', 'secret-input', 'protection'],
  ['ipc', 'practice/gateway'],
  ['tokens', 'settings', 'desktop'],
  ['bulk', 'renewal', 'revoke-all', 'search', 'secret-scan'],
  ['alerts', 'credentials', 'diagnosis', 'health', 'history'],
  ['environments', 'incident', 'practice'],
  ['import-export', 'inspection'],
  ['session'],
  ['backups', 'hand-out'],
  ['unlock'],
  ['platform'],
  ['windows'],
  ['app'],
];
const windowOrder: readonly (readonly string[])[] = [
  ['renderer/clock', 'renderer/styles'],
  ['renderer/bridge'],
  ['renderer/i18n'],
  ['renderer/model', 'renderer/secret-entry'],
  ['renderer/state'],
  ['renderer/actions'],
  ['renderer/keyboard'],
  ['renderer/components'],
  ['renderer/features'],
  ['renderer/app'],
];

/** Only these may import `electron`. */
const electronFolders = ['windows', 'platform', 'electron/preload'];
const composers = /^electron\/main\/(app\/[\w-]+|index)\.ts$/;

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

/** `electron/shared`, `electron/preload`, a folder of the window, or one of main; `app` for its root. */
function folderOf(file: string): string {
  const [top = '', second = '', third = '', fourth = ''] = file.split('/');
  if (second !== 'main') return `${top}/${second}`;
  if (fourth === '') return 'app';
  return file.startsWith('electron/main/practice/gateway/') ? 'practice/gateway' : third;
}

function isAllowed(from: string, target: string): boolean {
  const [folder, other] = [folderOf(from), folderOf(target)];
  if (folder === other) return true;
  // What `npm start` runs before there is an app starts the stand-in host, a tool of the tests.
  if (folder === 'electron/launch') return target.startsWith('test/host/');
  if (other === 'electron/shared') return true;
  return [mainOrder, windowOrder].some((order) => {
    const lineOf = (each: string): number => order.findIndex((line) => line.includes(each));
    return lineOf(other) >= 0 && lineOf(other) < lineOf(folder);
  });
}

const violations = ({ name, imports }: SourceFile): string[] =>
  imports
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => path.posix.join(path.posix.dirname(name), specifier))
    .filter((target) => !isAllowed(name, target))
    .map((target) => `${name} imports ${target}`);

describe('the source', () => {
  it('is there to be read', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap(({ imports }) => imports).length).toBeGreaterThan(200);
  });

  it('imports in one direction only', () => {
    expect(files.flatMap(violations)).toEqual([]);
  });

  it('has no file that leads back to itself, by types alone or not', () => {
    const names = new Set(files.map(({ name }) => name));
    const targets = new Map(
      files.map(({ name, imports }) => [
        name,
        imports
          .filter((specifier) => specifier.startsWith('.'))
          .map((specifier) => path.posix.join(path.posix.dirname(name), specifier))
          .filter((target) => names.has(target)),
      ]),
    );
    const ended = new Set<string>();
    const cycles: string[] = [];
    const walk = (name: string, way: readonly string[]): void => {
      if (ended.has(name)) return;
      if (way.includes(name)) {
        cycles.push([...way.slice(way.indexOf(name)), name].join(' -> '));
        return;
      }
      for (const target of targets.get(name) ?? []) walk(target, [...way, name]);
      ended.add(name);
    };
    for (const name of names) walk(name, []);
    expect(cycles).toEqual([]);
  });

  it('imports electron only in windows, platform, preload, app and index', () => {
    const importing = files.filter(({ imports }) =>
      imports.some((each) => each.startsWith('electron')),
    );
    const elsewhere = importing
      .map(({ name }) => name)
      .filter((name) => !composers.test(name) && !electronFolders.includes(folderOf(name)));
    expect(elsewhere).toEqual([]);
  });

  it('has no feature of the window importing more than words of another', () => {
    const crossing = files.flatMap(({ name, imports }) => {
      const own = /^renderer\/features\/([^/]+)\//.exec(name)?.[1];
      if (own === undefined) return [];
      return (
        imports
          .map((specifier) => path.posix.join(path.posix.dirname(name), specifier))
          .filter((target) => target.startsWith('renderer/features/'))
          .filter((target) => !target.startsWith(`renderer/features/${own}/`))
          .filter((target) => !/\/en-[\w-]+\.ts$/.test(target))
          // The detail of a credential is put together of sections; those of its renewal and its history are two.
          .filter(
            (target) => own !== 'credentials' || !/\/(renewal|history)\/\w+\.tsx$/.test(target),
          )
          .map((target) => `${name} imports ${target}`)
      );
    });
    expect(crossing).toEqual([]);
  });

  it('opens an address with the system in one place, and a path nowhere (S07, S08)', () => {
    const opening = files.filter(({ text }) => /\bshell\.open|openExternal|openPath/.test(text));
    expect(opening.map(({ name }) => name)).toEqual(['electron/main/platform/open-in-system.ts']);
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

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

const names = new Set(files.map(({ name }) => name));
const targetsOf = (file: string): string[] =>
  (files.find(({ name }) => name === file)?.imports ?? [])
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => path.posix.join(path.posix.dirname(file), specifier))
    .filter((target) => names.has(target));

/** What leads back to itself, each with its way. */
function circles(links: readonly (readonly [from: string, to: readonly string[]])[]): string[] {
  const targets = new Map(links);
  const ended = new Set<string>();
  const found: string[] = [];
  const walk = (name: string, way: readonly string[]): void => {
    if (ended.has(name)) return;
    if (way.includes(name)) {
      found.push([...way.slice(way.indexOf(name)), name].join(' -> '));
      return;
    }
    for (const target of targets.get(name) ?? []) walk(target, [...way, name]);
    ended.add(name);
  };
  for (const [name] of links) walk(name, []);
  return found;
}

describe('the source', () => {
  it('is there to be read', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap(({ imports }) => imports).length).toBeGreaterThan(200);
  });

  it('imports in one direction only', () => {
    expect(files.flatMap(violations)).toEqual([]);
  });

  it('has no file that leads back to itself, by types alone or not', () => {
    expect(circles(files.map(({ name }) => [name, targetsOf(name)]))).toEqual([]);
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

  it('has no two features of the window that lead to each other, but for their words', () => {
    const featureOf = (name: string): string | undefined =>
      /^renderer\/features\/([^/]+)\/(?!en-[\w-]+\.ts$)/.exec(name)?.[1];
    const links = files.flatMap(({ name }) => {
      const own = featureOf(name);
      const others = targetsOf(name).flatMap((target) => featureOf(target) ?? []);
      return own === undefined
        ? []
        : others.filter((each) => each !== own).map((each) => [own, each]);
    });
    const features = Map.groupBy(links, ([own = '']) => own);
    expect(
      circles([...features].map(([own, to]) => [own, to.map(([, other = '']) => other)])),
    ).toEqual([]);
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

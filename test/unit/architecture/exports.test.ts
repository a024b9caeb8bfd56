// What files of the product hand out: nothing that no other file takes, and in the folders that others call nothing
// without a docstring. Kept by reading the source.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');

interface SourceFile {
  readonly name: string;
  readonly lines: readonly string[];
  /** Without comments. */
  readonly code: string;
  /** Every word of it. */
  readonly words: ReadonlySet<string>;
}

function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name).split(path.sep).join('/'))
    .filter((name) => /\.(tsx?|mjs)$/.test(name) && !name.includes('/node_modules/'))
    .map((name) => {
      const text = readFileSync(path.join(root, name), 'utf8');
      const code = text.replace(/\/\/.*$/gm, '').replace(/\/\*[\s\S]*?\*\//g, '');
      return {
        name,
        lines: text.split('\n'),
        code,
        words: new Set(code.match(/[A-Za-z_$][\w$]*/g)),
      };
    });
}

const product = [...sourceFiles('electron'), ...sourceFiles('renderer')];
const all = [...product, ...sourceFiles('test'), ...sourceFiles('resources')];

const EXPORT = /^export (?:async )?(?:function\*?|const|let|class|interface|type) ([\w$]+)/;
/** Named after what it is made of on the spot: the docstring stands there. */
const DERIVED =
  /^export type \w+ =\s*(?:Readonly<)?(?:v\.InferOutput<typeof \w+>|\(typeof \w+\)\[number\])/;

interface Exported {
  readonly name: string;
  readonly line: string;
  readonly before: string;
}

function exportsOf({ lines }: SourceFile): readonly Exported[] {
  const found = new Map<string, Exported>();
  for (const [index, line] of lines.entries()) {
    const name = EXPORT.exec(line)?.[1];
    // Of the overloads of one function the first has the docstring.
    if (name === undefined || found.has(name)) continue;
    found.set(name, { name, line, before: lines[index - 1]?.trim() ?? '' });
  }
  return [...found.values()];
}

const isDocumented = ({ line, before }: Exported): boolean =>
  before.endsWith('*/') || DERIVED.test(line);

/** electron-store asks for it in the bundle (vite.config.ts). */
const ASKED_BY_BUNDLE = 'electron/main/platform/no-json-schema.ts exports Ajv2020';

/** Folders that others call, the words of all processes, and every port. */
const documented = /^electron\/(main\/(gateway|vault)|shared)\/|\/([\w-]+-)?ports?\.ts$/;

describe('what files hand out', () => {
  it('is all imported by another file', () => {
    const unused = product.flatMap((file) =>
      exportsOf(file)
        .filter(({ name }) => !all.some((other) => other !== file && other.words.has(name)))
        .map(({ name }) => `${file.name} exports ${name}`)
        .filter((each) => each !== ASKED_BY_BUNDLE),
    );
    expect(product.flatMap(exportsOf).length).toBeGreaterThan(1_000);
    expect(unused).toEqual([]);
  });

  it('has a docstring in gateway, vault, shared and every port', () => {
    const folders = product.filter(({ name }) => documented.test(name));
    const bare = folders.flatMap((file) =>
      exportsOf(file)
        .filter((each) => !isDocumented(each))
        .map(({ name }) => `${file.name} exports ${name} without a word`),
    );
    expect(folders.length).toBeGreaterThan(100);
    expect(bare).toEqual([]);
  });

  it('holds no word of a catalogue that nothing names', () => {
    const named = product.flatMap(({ code }) => code.match(/[A-Za-z_$][\w$]*/g) ?? []);
    const counts = Map.groupBy(named, (word) => word);
    const catalogues = product.filter(({ name }) => /\/en(-[\w-]+)?\.ts$/.test(name));
    const unnamed = catalogues.flatMap(({ name, code }) =>
      [...code.matchAll(/^ +(\w+): /gm)]
        .map(([, word = '']) => word)
        .filter((word) => counts.get(word)?.length === 1)
        .map((word) => `${name}: ${word}`),
    );
    expect(catalogues.length).toBeGreaterThan(20);
    expect(unnamed).toEqual([]);
  });

  it('stands in files whose names are unique within a process', () => {
    const processes: readonly RegExp[] = [
      /^electron\/(main|shared)\//,
      /^electron\/(preload|shared)\//,
      /^(renderer|electron\/shared)\//,
    ];
    const twice = processes.flatMap((process) => {
      const names = product
        .filter(({ name }) => process.test(name))
        .map(({ name }) => path.basename(name));
      return names.filter((name, index) => names.indexOf(name) !== index);
    });
    expect(twice).toEqual([]);
  });

  it('says nothing only by likening it to what stands before', () => {
    const likewise = all.flatMap(({ name, lines }) =>
      lines.filter((line) => /(?:\*|\/\/) Likewise\b/.test(line)).map((line) => `${name}: ${line}`),
    );
    expect(likewise).toEqual([]);
  });
});

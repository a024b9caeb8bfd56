// Whatever a comment, a test's title or a document cites can be opened: documents, their sections, clauses of the
// service, cases, groups, ids of threats, figures and invariants, and the files that documents name.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');

interface Text {
  readonly name: string;
  readonly text: string;
}

const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');

function filesBelow(folder: string, ending: RegExp): readonly Text[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name).split(path.sep).join('/'))
    .filter((name) => ending.test(name))
    .map((name) => ({ name, text: read(name) }));
}

const topLevel = readdirSync(root).filter((name) => /\.(md|yml)$|^[\w.]+\.config\.ts$/.test(name));
const documents = [
  ...['docs', 'electron', 'renderer', 'test'].flatMap((folder) => filesBelow(folder, /\.md$/)),
  ...topLevel.filter((name) => name.endsWith('.md')).map((name) => ({ name, text: read(name) })),
];
/** Comments and titles are all that can cite in code; the rest of a line is looked at as well, and harms nothing. */
const citing: readonly Text[] = [
  ...documents,
  ...['electron', 'renderer', 'test'].flatMap((folder) => filesBelow(folder, /\.(tsx?|css|html)$/)),
  ...topLevel.filter((name) => !name.endsWith('.md')).map((name) => ({ name, text: read(name) })),
].filter(({ name }) => !name.endsWith('citations.test.ts'));

/** What stands on several lines of a comment is one sentence. */
const flat = (text: string): string => text.replaceAll(/\n\s*(?:\/\/|\*|#|<!--)?\s*/g, ' ');

function cited(pattern: RegExp, read_: (match: RegExpExecArray) => readonly string[]) {
  return citing.flatMap(({ name, text }) =>
    [...flat(text).matchAll(pattern)].flatMap((match) =>
      read_(match).map((what) => ({ name, what })),
    ),
  );
}

const wrong = (
  found: readonly { readonly name: string; readonly what: string }[],
  known: (what: string) => boolean,
): readonly string[] => [
  ...new Set(found.filter(({ what }) => !known(what)).map(({ name, what }) => `${name}: ${what}`)),
];

function documentOf(cite: string): Text | undefined {
  const exact = documents.find(({ name }) => name === cite || name.endsWith(`/${cite}`));
  return exact;
}

const service = read('docs/service.md');
/** `5`, `5.9`, `2.2`: headings, and numbered items below a heading. */
const clauses = new Set<string>();
let section = '';
for (const line of service.split('\n')) {
  const heading = /^#+ (\d+(?:\.\d+)?)\.? /.exec(line)?.[1];
  if (heading !== undefined) {
    section = heading;
    clauses.add(heading);
  }
  const item = /^(\d+)\. /.exec(line)?.[1];
  if (item !== undefined) clauses.add(`${section}.${item}`);
}

/** Ids that begin a row or an item in bold. */
const idsOf = (name: string, pattern: RegExp): ReadonlySet<string> =>
  new Set([...read(name).matchAll(pattern)].map(([, id = '']) => id));
const row = /^\| ([A-Z]\d{1,2}) +\|/gm;
const ids = new Set([
  ...idsOf('docs/threat-model.md', row),
  ...idsOf('docs/reliability.md', row),
  ...idsOf('docs/performance.md', row),
  ...idsOf('docs/design.md', /^- \*\*(I\d)\*\* /gm),
]);
const cases = idsOf('docs/oauth-cases.md', /\*\*(\d{1,3})\*\* /g);
const groups = idsOf('docs/oauth-cases.md', /^## ([A-K])\. /gm);

describe('a citation', () => {
  it('of a document names one that is in the repository', () => {
    const found = cited(/(?<![\w*<{}])((?:[\w.-]+\/)*[\w-]+\.md)\b/g, ([, name = '']) => [name]);
    expect(found.length).toBeGreaterThan(50);
    const plain = (what: string): string => what.replace(/^(?:\.\.?\/)+/, '');
    expect(wrong(found, (what) => documentOf(plain(what)) !== undefined)).toEqual([]);
  });

  it('by a link leads to a file that is there, and to a heading of it', () => {
    const links = documents.flatMap(({ name, text }) =>
      [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, to = '']) => {
        const [file = '', heading] = to.split('#');
        const target = file === '' ? name : path.posix.join(path.posix.dirname(name), file);
        return { name, what: heading === undefined ? target : `${target}#${heading}` };
      }),
    );
    expect(links.length).toBeGreaterThan(40);
    const slug = (heading: string): string =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-');
    const isThere = (what: string): boolean => {
      const [file = '', heading] = what.split('#');
      if (!existsSync(path.join(root, file))) return false;
      if (heading === undefined) return true;
      return [...read(file).matchAll(/^#+ (.*)$/gm)].some(
        ([, each = '']) => slug(each) === heading,
      );
    };
    expect(wrong(links, isThere)).toEqual([]);
    const pictures = readdirSync(path.join(root, 'docs/screenshots'));
    const shown = new Set(links.map(({ what }) => path.posix.basename(what)));
    expect(pictures.filter((picture) => !shown.has(picture))).toEqual([]);
  });

  it('of a section names a heading of that document', () => {
    const found = cited(/([\w-]+\.md),? \(?"([^"]+)"/g, ([, name = '', title = '']) => [
      `${name} "${title}"`,
    ]);
    expect(found.length).toBeGreaterThan(5);
    const known = (what: string): boolean => {
      const [, name = '', title = ''] = /^(\S+) "(.*)"$/.exec(what) ?? [];
      const headings = (documentOf(name)?.text ?? '').match(/^#+ .*$/gm) ?? [];
      return headings.some((heading) => heading.replace(/^#+ /, '').startsWith(title));
    };
    expect(wrong(found, known)).toEqual([]);
  });

  it('of a clause of the service names one of docs/service.md', () => {
    const found = cited(/service\.md,? (\d+(?:\.\d+)?)/g, ([, clause = '']) => [clause]);
    expect(found.length).toBeGreaterThan(20);
    expect(wrong(found, (what) => clauses.has(what))).toEqual([]);
    // The word alone would name a document that nobody can open.
    expect(cited(/\bspecification (\d+(?:\.\d+)?)/gi, ([all]) => [all])).toEqual([]);
  });

  it('of a case or a group names one of docs/oauth-cases.md', () => {
    expect(cases.size).toBe(120);
    const numbers = cited(
      /\bcases? (\d{1,3}(?:(?:, | and | to )\d{1,3})*)\b(?!: (?:case|return) )/gi,
      ([, list = '']) => list.split(/, | and | to /),
    );
    expect(numbers.length).toBeGreaterThan(100);
    expect(wrong(numbers, (what) => cases.has(what))).toEqual([]);
    const letters = cited(/\b[Gg]roups? ([A-Z](?:(?:, | and | to )[A-Z])*)\b/g, ([, list = '']) =>
      list.split(/, | and | to /),
    );
    expect(wrong(letters, (what) => groups.has(what))).toEqual([]);
  });

  it('of a threat, a figure or an invariant names a row of its document', () => {
    const found = cited(/(?<![\w.:/#-])([SVRPI]\d{1,2})(?![\w-])/g, ([, id = '']) => [id]);
    expect(found.length).toBeGreaterThan(200);
    expect(wrong(found, (what) => ids.has(what))).toEqual([]);
  });

  it('of a file by the linter or the mutation test names one that is there', () => {
    const found = ['.oxlintrc.json', 'stryker.config.json'].flatMap((name) =>
      [...read(name).matchAll(/"((?:electron|renderer|test)\/[\w./-]+)"/g)].map(
        ([, what = '']) => ({ name, what }),
      ),
    );
    expect(found.length).toBeGreaterThan(20);
    expect(wrong(found, (what) => existsSync(path.join(root, what)))).toEqual([]);
  });

  it('of a file or folder in a document names one that is there, with what is said to be in it', () => {
    const found = documents.flatMap(({ name, text }) =>
      [
        ...text.matchAll(/`((?:electron|renderer|test|docs|resources)\/[\w./-]+(?:\.\w+|\/))`/g),
      ].map(([, what = '']) => ({ name, what })),
    );
    expect(found.length).toBeGreaterThan(50);
    expect(wrong(found, (what) => existsSync(path.join(root, what)))).toEqual([]);
    const within = documents.flatMap(({ name, text }) =>
      [...text.matchAll(/`(\w+)` in\s+`((?:electron|renderer|test)\/[\w./-]+\.tsx?)`/g)].map(
        ([, word = '', file = '']) => ({ name, what: `${file} ${word}` }),
      ),
    );
    expect(within.length).toBeGreaterThan(1);
    const holds = (what: string): boolean => {
      const [file = '', word = ''] = what.split(' ');
      return read(file).includes(word);
    };
    expect(wrong(within, holds)).toEqual([]);
  });
});

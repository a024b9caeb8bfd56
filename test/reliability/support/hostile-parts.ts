// Indexes that authenticate and still must not be read: what a bug of a writer, or somebody with the key,
// could have sealed. Parts are edited as text, so that what JSON.stringify would never write is written too.
import { PART, type Part } from '../../../electron/main/vault/format/index-layout.ts';

export interface HostileIndex {
  readonly about: string;
  readonly parts: readonly Part[];
}

/** Each is `corrupt`. @param good of a vault with credentials, tokens and records, a part of each. */
export function hostileIndexes(good: readonly Part[]): HostileIndex[] {
  return [...badRows(good), ...badTable(good), ...badOrder(good)];
}

const textOf = (parts: readonly Part[], kind: number): string =>
  parts.find((part) => part.kind === kind)?.bytes.toString('utf8') ?? '';

/** The same parts with another text in the one of that kind. @throws Error when the text is the same. */
function replaced(good: readonly Part[], kind: number, text: string | Buffer): readonly Part[] {
  if (textOf(good, kind) === text.toString()) throw new Error('an edit had no effect');
  return good.map((part) => (part.kind === kind ? { kind, bytes: Buffer.from(text) } : part));
}

/** By column: whatever kind of row it is. */
function badRows(good: readonly Part[]): HostileIndex[] {
  return [PART.credentials, PART.tokens, PART.records].flatMap((kind) => {
    const text = textOf(good, kind);
    const [names, ...columns] = JSON.parse(text) as [string[], ...unknown[]];
    const spelt = (...part: unknown[]): string => JSON.stringify(part);
    const last = columns.length - 1;
    const swapped = [names[1], names[0], ...names.slice(2)];
    const edits: readonly (readonly [about: string, text: string | Buffer])[] = [
      ['cut short', text.slice(0, -1)],
      ['of nothing', ''],
      ['with a comma too many', text.replace(/\]$/, ',]')],
      ['with a byte order mark', `\ufeff${text}`],
      ['that is not UTF-8', Buffer.concat([Buffer.from(text.slice(0, 3)), Buffer.from([0xff])])],
      ['that is an object', `{"rows":${text}}`],
      ['that is null', 'null'],
      ['row by row', JSON.stringify([{}])],
      ['without a column', '[[]]'],
      ['of no row', spelt(names, ...columns.map(() => []))],
      ['with an unknown name', spelt([...names, 'more'], ...columns, [1])],
      ['with __proto__', spelt([...names, '__proto__'], ...columns, [{}])],
      ['without its last field', spelt(names.slice(0, -1), ...columns.slice(0, -1))],
      ['without its first field', spelt(names.slice(1), ...columns.slice(1))],
      ['with a field twice', spelt([names[0], ...names], columns[0], ...columns)],
      ['with fields in another order', spelt(swapped, columns[1], columns[0], ...columns.slice(2))],
      ['with a name and no column', spelt(names, ...columns.slice(0, -1))],
      ['with a column and no name', spelt(names.slice(0, -1), ...columns)],
      ['with a column too long', spelt(names, ...columns.with(last, [1, 1, 1, 1, 1]))],
      ['with an empty column', spelt(names, ...columns.with(last, []))],
      ['with a column that is null', spelt(names, ...columns.with(last, null))],
      ['with a column that is a number', spelt(names, ...columns.with(last, 2))],
      ['with a first column for all rows', spelt(names, [1], ...columns.slice(1))],
      [
        'with a first column as a table',
        spelt(names, { of: ['a'], at: [0, 0] }, ...columns.slice(1)),
      ],
      ['with a value of no such type', spelt(names, ...columns.with(last, [{}]))],
      ['with an absent value', spelt(names, ...columns.with(last, { of: [], at: [-1, -1] }))],
      ['with a table of nothing', spelt(names, ...columns.with(last, {}))],
      ['with a table of more', spelt(names, ...columns.with(last, { of: [1], at: [0, 0], n: 2 }))],
      ['with a table too short', spelt(names, ...columns.with(last, { of: [1], at: [0] }))],
      ['with a number beyond', spelt(names, ...columns.with(last, { of: [1], at: [0, 1] }))],
      ['with numbers of 2^53', spelt(names, ...columns.with(last, { of: [1], at: [0, 2 ** 53] }))],
      ['with a value nobody has', spelt(names, ...columns.with(last, { of: [1, 2], at: [0, 0] }))],
      ['nested to the limit', '['.repeat(100_000)],
    ];
    return edits.map(([about, edited]) => ({
      about: `a part of kind ${kind} ${about}`,
      parts: replaced(good, kind, edited),
    }));
  });
}

/** Records that are not those whose blobs lie there. */
function badTable(good: readonly Part[]): HostileIndex[] {
  const kind = PART.records;
  const [names, ids, , , lengths] = JSON.parse(textOf(good, kind)) as [string[], ...unknown[][]];
  const table = (...columns: unknown[]): readonly Part[] =>
    replaced(good, kind, JSON.stringify([names, ...columns]));
  const fields = ['client_secret'];
  return [
    {
      about: 'two records of one name',
      parts: table([ids?.[0], ids?.[0]], fields, [1, 2], lengths),
    },
    { about: 'a record of no field', parts: table(ids, ['password'], [1, 2], lengths) },
    { about: 'a record of version 0', parts: table(ids, fields, [0, 1], lengths) },
    { about: 'a record of half a version', parts: table(ids, fields, [1.5, 2], lengths) },
    { about: 'a record of no length', parts: table(ids, fields, [1, 2], [0]) },
    { about: 'a record longer than what is left', parts: table(ids, fields, [1, 2], [9_999]) },
    { about: 'blobs longer than the records', parts: table(ids, fields, [1, 2], [124, 1]) },
    { about: 'blobs and no record', parts: good.filter((part) => part.kind !== kind) },
    { about: 'records and no blobs', parts: good.filter((part) => part.kind !== PART.blobs) },
  ];
}

function badOrder(good: readonly Part[]): HostileIndex[] {
  const twice = good.flatMap((part) => (part.kind === PART.blobs ? [part, part] : [part]));
  const behind = Math.max(...Object.values(PART)) + 1;
  return [
    { about: 'parts in descending order', parts: good.toReversed() },
    { about: 'blobs twice', parts: twice },
    {
      about: 'a kind of a later version',
      parts: [...good, { kind: behind, bytes: Buffer.from('[]') }],
    },
  ];
}

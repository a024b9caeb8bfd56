// Rows by column: what is written is read back the same, by the app and by a reader that shares no code with
// it; what is read is held to the schema as strictly as rows are.
import fc from '../../../support/seeded-fast-check.ts';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  credentialSchema,
  recordRowSchema,
  tokenSchema,
} from '../../../../electron/main/vault/format/contents-schema.ts';
import {
  decodeRows,
  encodeRows,
  type RowSchema,
} from '../../../../electron/main/vault/format/row-columns.ts';
import { finite, text } from '../../../../electron/main/vault/format/schema-parts.ts';
import { seed, sized } from '../../../reliability/support/figures.ts';
import { rowsByColumn } from '../../../reliability/support/second-reader.ts';
import { arbitraryRows } from './arbitrary-rows.ts';
import { contents, credential, token } from '../store/vault-samples.ts';

/** No list has fields that may be left out today; a later version may add one. */
const noteSchema = v.strictObject({
  id: text,
  note: v.optional(text),
  seenAtMs: v.optional(v.nullable(finite)),
  tags: v.array(text),
});

const schemas: Readonly<Record<string, RowSchema<unknown>>> = {
  credentials: credentialSchema,
  tokens: tokenSchema,
  records: recordRowSchema,
  'rows with fields that may be left out': noteSchema,
};
const runs = sized(400, 20_000);
const bytesOf = (part: unknown): Buffer => Buffer.from(JSON.stringify(part));
const partOf = (bytes: Buffer): unknown[] => JSON.parse(bytes.toString()) as unknown[];

describe('rows by column', () => {
  it.each(Object.entries(schemas))('come back as they were: %s', (_, schema) => {
    const property = fc.property(arbitraryRows(schema), (rows) => {
      const bytes = encodeRows(schema, rows);
      expect(decodeRows(schema, bytes)).toStrictEqual(rows);
      expect(rowsByColumn(partOf(bytes))).toStrictEqual(rows);
    });
    fc.assert(property, { seed, numRuns: runs });
  });

  it.each(Object.entries(schemas))(
    'are refused where the schema refuses a row: %s',
    (_, schema) => {
      const odd = fc.oneof(
        fc.constantFrom(null, true, -1, 0.5, 2 ** 53, '', 'x'.repeat(129), 'x'.repeat(65_537)),
        fc.jsonValue({ maxDepth: 2 }),
      );
      let refused = 0;
      const property = fc.property(
        arbitraryRows(schema),
        fc.nat(),
        fc.nat(),
        odd,
        (rows, a, b, value) => {
          const part = partOf(encodeRows(schema, rows));
          const place = a % (part.length - 1);
          const [names, column] = [part[0] as string[], part[place + 1]];
          const values = Array.isArray(column) ? column : (column as { of: unknown[] }).of;
          values[b % values.length] = value;
          const isSound = v.is(v.array(schema), rowsByColumn(part)) && names.length > 0;
          refused += Number(!isSound);
          expect(decodeRows(schema, bytesOf(part)) !== null).toBe(isSound);
        },
      );
      fc.assert(property, { seed, numRuns: runs });
      expect(refused).toBeGreaterThan(runs / 4);
    },
  );

  it('take a member that an object names twice as it is given last', () => {
    const part =
      '[["id","tags"],["a","b"],{"of":[["x"]],"at":[9,9],"of":[["day"],["night"]],"at":[0,1]}]';
    const rows = [
      { id: 'a', tags: ['day'] },
      { id: 'b', tags: ['night'] },
    ];
    expect(decodeRows(noteSchema, Buffer.from(part))).toEqual(rows);
    expect(rowsByColumn(partOf(Buffer.from(part)))).toEqual(rows);
  });

  it('share the values that all of them have', () => {
    const { tokens } = contents(64);
    const [first, second] = decodeRows(tokenSchema, encodeRows(tokenSchema, tokens)) ?? [];
    expect(first?.requestedScopes).toBe(second?.requestedScopes);
    const { credentials } = contents(64);
    const read = decodeRows(credentialSchema, encodeRows(credentialSchema, credentials)) ?? [];
    expect(read[0]?.registeredScopes).toBe(read[2]?.registeredScopes);
  });

  it('of a vault take a quarter of what they took row by row', () => {
    const { credentials, tokens } = contents(64);
    const byColumn =
      encodeRows(credentialSchema, credentials).length + encodeRows(tokenSchema, tokens).length;
    const byRow = JSON.stringify(credentials).length + JSON.stringify(tokens).length;
    expect(byColumn).toBeLessThan(byRow / 4);
  });

  it('spell the list in the shortest way for each column', () => {
    const rows = [
      { id: 'a', tags: ['night', 'desk'], seenAtMs: null },
      { id: 'a', tags: ['night', 'desk'] },
      { id: 'c', tags: ['day'], seenAtMs: null },
      { id: 'd', tags: ['night', 'desk'], seenAtMs: 5 },
    ];
    expect(encodeRows(noteSchema, rows).toString()).toBe(
      '[["id","seenAtMs","tags"],["a","a","c","d"],' +
        '{"of":[null,5],"at":[0,-1,0,1]},{"of":[["night","desk"],["day"]],"at":[0,0,1,0]}]',
    );
  });

  it('that carry what no schema knows are not written', () => {
    expect(() => encodeRows(tokenSchema, [{ ...token(0), ephemeral: true }])).toThrow('read back');
    expect(() => encodeRows(credentialSchema, [{ ...credential(0), label: 5 as never }])).toThrow(
      'read back',
    );
    const { label, ...without } = credential(0);
    expect(label).toBe('Desk 0');
    expect(() => encodeRows(credentialSchema, [without as never])).toThrow('read back');
  });

  it.each<[string, unknown]>([
    ['no list', {}],
    ['nothing', []],
    ['no names', [[], []]],
    ['names alone', [['id', 'tags']]],
    ['no row', [['id', 'tags'], [], []]],
    ['a name that is missing', [['id'], ['a']]],
    ['a name that is unknown', [['id', 'tags', 'more'], ['a'], [[]], [1]]],
    ['a name in the wrong place', [['tags', 'id'], [[]], ['a']]],
    ['a name twice', [['id', 'id', 'tags'], ['a'], ['a'], [[]]]],
    ['a name that is no text', [['id', ['tags']], ['a'], [[]]]],
    ['a column too few', [['id', 'tags'], ['a']]],
    ['a column too many', [['id', 'tags'], ['a'], [[]], ['b']]],
    [
      'a column too short',
      [
        ['id', 'tags'],
        ['a', 'b', 'c'],
        [[], []],
      ],
    ],
    ['a column too long', [['id', 'tags'], ['a'], [[], []]]],
    ['an empty column', [['id', 'tags'], ['a'], []]],
    ['a column that is null', [['id', 'tags'], ['a'], null]],
    ['a column that is a text', [['id', 'tags'], ['a'], 'b']],
    ['a first column as a table', [['id', 'tags'], { of: ['a'], at: [0] }, [[]]]],
    ['a table without its values', [['id', 'tags'], ['a'], { at: [0] }]],
    ['a table without its numbers', [['id', 'tags'], ['a'], { of: [[]] }]],
    ['a table with more', [['id', 'tags'], ['a'], { of: [[]], at: [0], more: 1 }]],
    ['a table turned round', [['id', 'tags'], ['a'], { at: [0], of: [[]] }]],
    ['a table too short', [['id', 'tags'], ['a', 'b'], { of: [[]], at: [0] }]],
    ['a table too long', [['id', 'tags'], ['a'], { of: [[]], at: [0, 0] }]],
    ['a number beyond the table', [['id', 'tags'], ['a'], { of: [[]], at: [1] }]],
    ['a number that is none', [['id', 'tags'], ['a'], { of: [[]], at: ['0'] }]],
    ['half a number', [['id', 'tags'], ['a', 'b'], { of: [[], ['x']], at: [0, 0.5] }]],
    ['a row without what it must have', [['id', 'tags'], ['a', 'b'], { of: [[]], at: [0, -1] }]],
    ['a number below all', [['id', 'note', 'tags'], ['a'], { of: [], at: [-2] }, [[]]]],
    ['a value that no row has', [['id', 'tags'], ['a'], { of: [[], ['x']], at: [0] }]],
    ['values out of turn', [['id', 'tags'], ['a', 'b'], { of: [[], ['x']], at: [1, 0] }]],
    ['a value the schema refuses', [['id', 'tags'], ['a', 'b'], [[1]]]],
    ['such a value in a table', [['id', 'tags'], ['a', 'b'], { of: [[1]], at: [0, 0] }]],
  ])('are refused with %s', (_, part) => {
    expect(decodeRows(noteSchema, bytesOf(part))).toBeNull();
  });

  it('are refused as anything but JSON in UTF-8', () => {
    const good = encodeRows(noteSchema, [{ id: 'a', tags: [] }]);
    expect(decodeRows(noteSchema, good)).not.toBeNull();
    for (const bad of [
      '',
      ' ',
      good.toString().slice(0, -1),
      `${good.toString()},`,
      `\ufeff${good.toString()}`,
    ]) {
      expect(decodeRows(noteSchema, Buffer.from(bad))).toBeNull();
    }
    const invalid = Buffer.from(good);
    invalid.writeUInt8(0xff, good.indexOf('"a"') + 1);
    expect(decodeRows(noteSchema, invalid)).toBeNull();
  });
});

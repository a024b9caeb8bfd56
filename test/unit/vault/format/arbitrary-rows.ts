// Arbitrary values of the schemas of the index: every field, left out where the schema lets it be, with
// Unicode, lone surrogates, and numbers at their limits.
import fc from '../../../support/seeded-fast-check.ts';
import type * as v from 'valibot';
import { isIdentifier } from '../../../../electron/main/vault/format/schema-parts.ts';

const anyText = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({ unit: fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)) }),
  fc.constantFrom('', '__proto__', 'of', 'at', 'null', '-1', '3f9a\u00b702c1', '\ud83d', '\u2028'),
);

const anyNumber = fc
  .oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(0, -1, 0.1, Number.MAX_VALUE, Number.MIN_VALUE, Number.MAX_SAFE_INTEGER, 1e21),
  )
  // JSON knows one zero.
  .map((value) => (value === 0 ? 0 : value));

/** The parts of valibot's schemas that are looked at here. */
type Looked = v.GenericSchema & {
  readonly entries?: v.ObjectEntries;
  readonly item?: v.GenericSchema;
  readonly wrapped?: v.GenericSchema;
  readonly options?: readonly string[];
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[];
};

/** Of a schema of objects, lists, words, texts and numbers. */
export function arbitraryOf(schema: v.GenericSchema): fc.Arbitrary<unknown> {
  const looked = schema as Looked;
  switch (looked.type) {
    case 'strict_object':
      return arbitraryObject(looked.entries ?? {});
    case 'array':
      return fc.array(arbitraryOf(looked.item as v.GenericSchema), { maxLength: 3 });
    case 'nullable':
      return fc.option(arbitraryOf(looked.wrapped as v.GenericSchema), { nil: null });
    case 'picklist':
      return fc.constantFrom(...(looked.options ?? []));
    case 'custom':
      return fc.string({ unit: 'binary', minLength: 1, maxLength: 64 }).filter(isIdentifier);
    case 'string':
      return anyText;
    case 'boolean':
      return fc.boolean();
    case 'number': {
      const least = looked.pipe?.find(({ type }) => type === 'min_value')?.requirement;
      return typeof least === 'number'
        ? fc.integer({ min: least, max: Number.MAX_SAFE_INTEGER })
        : anyNumber;
    }
    default:
      throw new Error(`no values of ${looked.type}`);
  }
}

function arbitraryObject(entries: v.ObjectEntries): fc.Arbitrary<Record<string, unknown>> {
  const fields: Record<string, fc.Arbitrary<unknown>> = {};
  const requiredKeys: string[] = [];
  for (const [name, entry] of Object.entries(entries)) {
    const { type, wrapped } = entry as Looked;
    fields[name] = arbitraryOf((type === 'optional' ? wrapped : entry) as v.GenericSchema);
    if (type !== 'optional') requiredKeys.push(name);
  }
  return fc.record(fields, { requiredKeys, noNullPrototype: true });
}

/** Rows of which many share values, as those of a vault do: each field is one of a few. */
export function arbitraryRows(schema: v.GenericSchema): fc.Arbitrary<Record<string, unknown>[]> {
  const row = arbitraryOf(schema) as fc.Arbitrary<Record<string, unknown>>;
  const names = Object.keys((schema as Looked).entries ?? {});
  const picks = fc.array(fc.array(fc.nat(), { minLength: names.length, maxLength: names.length }), {
    minLength: 1,
    maxLength: 40,
  });
  return fc.tuple(fc.array(row, { minLength: 1, maxLength: 5 }), picks).map(([pool, rows]) =>
    rows.map((picked) => {
      const made: Record<string, unknown> = {};
      names.forEach((name, at) => {
        const from = pool[(picked[at] ?? 0) % pool.length];
        if (from !== undefined && Object.hasOwn(from, name)) made[name] = from[name];
      });
      return made;
    }),
  );
}

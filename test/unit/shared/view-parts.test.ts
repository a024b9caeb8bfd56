// The small schemas that the views share. S39: no array crosses between page and main without a limit: a page
// cannot hand over more than main reads in a turn, and what main answers cannot grow with a folder, a file or a
// server. Walks every schema of the contract.
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { calls, events } from '../../../electron/shared/ipc-contract.ts';
import { list } from '../../../electron/shared/view-parts.ts';

/** What valibot's schemas hold beside their type. */
interface Schema extends v.GenericSchema {
  readonly pipe?: readonly (v.GenericSchema | v.PipeAction<unknown, unknown, never>)[];
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly options?: readonly Schema[];
  readonly wrapped?: Schema;
  readonly getter?: (input: unknown) => Schema;
}

/** They hold no other schema. */
const plain = new Set([
  'any',
  'boolean',
  'custom',
  'literal',
  'null',
  'number',
  'picklist',
  'string',
  'undefined',
  'unknown',
]);
const withInside = new Set([
  'array',
  'lazy',
  'nullable',
  'object',
  'optional',
  'exact_optional',
  'strict_object',
  'union',
  'variant',
]);

interface Walked {
  /** Places of arrays without a limit, and of what this walk does not know. */
  readonly unfit: readonly string[];
  readonly arrays: number;
}

function walk(name: string, root: v.GenericSchema): Walked {
  const unfit: string[] = [];
  const seen = new Set<Schema>();
  let arrays = 0;

  function look(place: string, schema: Schema, bounded: boolean): void {
    if (seen.has(schema)) return;
    seen.add(schema);
    const { pipe } = schema;
    if (pipe !== undefined) {
      // As `list` has it: its length is looked at before what is in it.
      const [first] = pipe;
      const limited = first?.type === 'custom' && pipe.some(({ type }) => type === 'max_length');
      for (const each of pipe) {
        if (each.kind !== 'schema') continue;
        // The first is the schema itself, and carries the pipe along.
        const { pipe: _own, ...inside } = each as Schema;
        look(place, inside, limited);
      }
      return;
    }
    if (schema.type === 'array') {
      arrays += 1;
      if (!bounded) unfit.push(place);
    }
    if (!plain.has(schema.type) && !withInside.has(schema.type)) {
      unfit.push(`${place}: ${schema.type}`);
    }
    for (const [key, each] of Object.entries(schema.entries ?? {})) {
      look(`${place}.${key}`, each, false);
    }
    for (const each of schema.options ?? []) {
      if (typeof each === 'object') look(place, each, false);
    }
    if (schema.item !== undefined) look(`${place}[]`, schema.item, false);
    if (schema.wrapped !== undefined) look(place, schema.wrapped, false);
    if (schema.getter !== undefined) look(place, schema.getter(undefined), false);
  }

  look(name, root, false);
  return { unfit, arrays };
}

describe('an array of the contract', () => {
  const schemas = [
    ...Object.entries(calls).flatMap(([name, { input, output }]) => [
      [`${name} input`, input] as const,
      [`${name} output`, output] as const,
    ]),
    ...Object.entries(events).map(([name, payload]) => [`${name} event`, payload] as const),
  ];

  it('has a limit in every input, every output and every event', () => {
    const walked = schemas.map(([name, schema]) => walk(name, schema));
    expect(walked.flatMap(({ unfit }) => unfit)).toEqual([]);
    expect(walked.reduce((sum, { arrays }) => sum + arrays, 0)).toBeGreaterThan(40);
  });

  it.each([
    ['itself', v.array(v.string())],
    ['in an object', v.strictObject({ a: v.nullable(v.optional(v.array(v.string()))) })],
    ['within one that has a limit', list(v.array(v.string()), 3)],
    ['of a union', v.union([v.literal('a'), v.array(v.string())])],
    ['behind a lazy one', v.lazy(() => v.array(v.string()))],
    ['with a least length alone', v.pipe(v.array(v.string()), v.minLength(1))],
    ['whose items are looked at before it', v.pipe(v.array(v.string()), v.maxLength(9))],
    ['of a kind that is not known here', v.record(v.string(), v.string())],
  ])('is found where it has none: %s', (_where, schema) => {
    expect(walk('call', schema).unfit).toHaveLength(1);
  });

  it('is refused above its limit before anything in it is looked at', () => {
    let looked = 0;
    const item = v.pipe(
      v.string(),
      v.check(() => {
        looked += 1;
        return true;
      }),
    );
    const schema = list(item, 2);
    expect(v.is(schema, ['a', 'b', 'c'])).toBe(false);
    expect(looked).toBe(0);
    expect([v.is(schema, ['a', 'b']), v.is(schema, [])]).toEqual([true, true]);
  });

  it('is refused below its least length', () => {
    expect([v.is(list(v.string(), 2, 1), []), v.is(list(v.string(), 2, 1), ['a'])]).toEqual([
      false,
      true,
    ]);
  });
});

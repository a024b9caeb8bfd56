// The schemas of the index as plain functions: the same verdict as valibot's, without the copy it makes
// of every row, which was a third of opening a large vault. Knows the few kinds of schema the index is
// made of and leaves any other to valibot. row-check.test.ts holds both against each other.
import * as v from 'valibot';

/** Whether a value is of the schema. */
export type RowCheck = (value: unknown) => boolean;

type Known =
  | v.StrictObjectSchema<v.ObjectEntries, undefined>
  | v.ArraySchema<v.GenericSchema, undefined>
  | v.StrictTupleSchema<readonly v.GenericSchema[], undefined>
  | v.NullableSchema<v.GenericSchema, undefined>
  | v.OptionalSchema<v.GenericSchema, undefined>
  | v.PicklistSchema<readonly string[], undefined>
  | v.StringSchema<undefined>
  | v.NumberSchema<undefined>
  | v.BooleanSchema<undefined>
  | v.CustomSchema<unknown, undefined>;

type KnownAction =
  | v.MaxLengthAction<string, number, undefined>
  | v.MinValueAction<number, number, undefined>
  | v.FiniteAction<number, undefined>
  | v.SafeIntegerAction<number, undefined>
  | v.IntegerAction<number, undefined>
  | v.RegexAction<string, undefined>;

const compiled = new WeakMap<v.GenericSchema, RowCheck>();

/** The check of a schema, made once for each. */
export function compileCheck(schema: v.GenericSchema): RowCheck {
  const check = compiled.get(schema) ?? compile(schema);
  compiled.set(schema, check);
  return check;
}

function compile(schema: v.GenericSchema): RowCheck {
  const known = schema as Known & { readonly pipe?: readonly [Known, ...KnownAction[]] };
  if (known.pipe !== undefined) return pipeCheck(known.pipe) ?? ((value) => v.is(schema, value));
  switch (known.type) {
    case 'string':
      return (value) => typeof value === 'string';
    case 'number':
      return (value) => typeof value === 'number' && !Number.isNaN(value);
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'picklist': {
      const options: ReadonlySet<unknown> = new Set(known.options);
      return (value) => options.has(value);
    }
    case 'custom':
      return known.check;
    case 'nullable': {
      const wrapped = compileCheck(known.wrapped);
      return (value) => value === null || wrapped(value);
    }
    case 'optional': {
      const wrapped = compileCheck(known.wrapped);
      return (value) => value === undefined || wrapped(value);
    }
    case 'array': {
      const item = compileCheck(known.item);
      return (value) => Array.isArray(value) && value.every(item);
    }
    case 'strict_tuple': {
      const items = known.items.map((item) => compileCheck(item));
      return (value) =>
        Array.isArray(value) &&
        value.length <= items.length &&
        items.every((check, at) => check(value[at]));
    }
    case 'strict_object':
      return objectCheck(known.entries);
    default:
      return (value) => v.is(schema, value);
  }
}

function objectCheck(entries: v.ObjectEntries): RowCheck {
  const names = Object.keys(entries);
  const checks = Object.values(entries).map((entry) => compileCheck(entry as v.GenericSchema));
  const places = new Map(names.map((name, at) => [name, at]));
  const required = names.filter((key) => entries[key]?.type !== 'optional');
  return (value) => {
    if (typeof value !== 'object' || value === null) return false;
    let next = 0;
    let found = 0;
    for (const key in value) {
      // Rows are spelt in the order of the schema: the next name is nearly always the one expected.
      const at = key === names[next] ? next : places.get(key);
      if (at === undefined) return false;
      if (checks[at]?.((value as Record<string, unknown>)[key]) !== true) return false;
      next = at + 1;
      found += 1;
    }
    // Every one of them was there: nothing can be missing.
    if (found === names.length) return true;
    for (const key of required) if (!(key in value)) return false;
    return true;
  };
}

function pipeCheck([root, ...actions]: readonly [Known, ...KnownAction[]]): RowCheck | null {
  const common = commonCheck(root, actions);
  if (common !== null) return common;
  const first = compileCheck(root);
  const then: RowCheck[] = [];
  for (const action of actions) {
    if (action.type === 'max_length') {
      then.push((value) => (value as string).length <= action.requirement);
    } else if (action.type === 'min_value') {
      then.push((value) => (value as number) >= action.requirement);
    } else if (action.type === 'finite') then.push(Number.isFinite);
    else if (action.type === 'safe_integer') then.push(Number.isSafeInteger);
    else if (action.type === 'integer') then.push(Number.isInteger);
    else if (action.type === 'regex')
      then.push((value) => action.requirement.test(value as string));
    else return null;
  }
  // No list to go through for each value: thousands of rows are checked for every save of a run.
  return then.reduce((check, next) => (value) => check(value) && next(value), first);
}

/** What most fields of a row are, in one function each: text of a length, a finite number, a count. */
function commonCheck(root: Known, actions: readonly KnownAction[]): RowCheck | null {
  const [first, second] = actions;
  if (first === undefined || actions.length > 2) return null;
  if (root.type === 'string' && first.type === 'max_length' && second === undefined) {
    const most = first.requirement;
    return (value) => typeof value === 'string' && value.length <= most;
  }
  if (root.type !== 'number') return null;
  if (first.type === 'finite' && second === undefined) return Number.isFinite;
  if (first.type === 'safe_integer' && second?.type === 'min_value') {
    const least = second.requirement;
    return (value) => Number.isSafeInteger(value) && (value as number) >= least;
  }
  return null;
}

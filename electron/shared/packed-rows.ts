// Many objects of one kind as columns, for the way to the window: names once instead of once a row, and
// what repeats once. Unpacked rows share what repeats, so they must never be changed. Values are JSON's. Pure.

/** Values of one kind as JSON, packed. */
export type Packed =
  | { readonly each: readonly unknown[] }
  /** Texts without the separator, as one: each by itself would be quoted and escaped on every step of the way. */
  | { readonly texts: string }
  /** Few different values, and which of them each row has; none listed: every row has the first. */
  | { readonly few: readonly unknown[]; readonly at: readonly number[] }
  | { readonly fields: Readonly<Record<string, Packed>> };

type Fields = Readonly<Record<string, unknown>>;

const MOST_FEW = 64;
/** A character that no step of the way has to escape. */
const SEPARATOR = '|';

/** The values in the first of the packed forms that fits them. `unpackRows` answers equal values. */
export function packRows(values: readonly unknown[]): Packed {
  const few = packFew(values);
  if (few !== null) return few;
  if (values.every((value) => typeof value === 'string' && !value.includes(SEPARATOR))) {
    return { texts: values.join(SEPARATOR) };
  }
  return packAlike(values, (value) => value) ?? { each: values };
}

/** What `make` makes of the items, as rows; one by one, so that never all of them are in memory. */
export function packMade<T>(items: readonly T[], make: (item: T) => object): Packed {
  return packAlike(items, make) ?? packRows(items.map(make));
}

/** Null where they have not all the same names in one order, or something is no plain row. */
function packAlike<T>(items: readonly T[], make: (item: T) => unknown): Packed | null {
  const example = items.length === 0 ? null : make(items[0] as T);
  if (!isRow(example)) return null;
  const names = Object.keys(example);
  if (names.length === 0) return null;
  // None for what is the very same in every row so far: of most columns a single value is kept.
  const columns = names.map((): unknown[] | null => null);
  for (let at = 0; at < items.length; at += 1) {
    const row = at === 0 ? example : make(items[at] as T);
    if (!isRow(row) || !hasNames(row, names)) return null;
    for (let place = 0; place < names.length; place += 1) {
      const value = row[names[place] as string];
      const shared = example[names[place] as string];
      if (columns[place] === null && value !== shared) {
        columns[place] = Array<unknown>(items.length).fill(shared, 0, at);
      }
      const column = columns[place];
      if (column) column[at] = value;
    }
  }
  const packed = names.map((name, place): [string, Packed] => [
    name,
    packRows(columns[place] ?? [example[name]]),
  ]);
  return { fields: Object.fromEntries(packed) };
}

/** Null where more than a few differ. */
function packFew(values: readonly unknown[]): Packed | null {
  const known = { plain: new Map<unknown, number>(), object: new Map<unknown, number>() };
  const few: unknown[] = [];
  const at: number[] = [];
  for (const value of values) {
    const isObject = typeof value === 'object' && value !== null;
    const places = isObject ? known.object : known.plain;
    const key = isObject ? JSON.stringify(value) : value;
    let place = places.get(key);
    if (place === undefined) {
      if (few.length === MOST_FEW) return null;
      place = few.push(value) - 1;
      places.set(key, place);
    }
    at.push(place);
  }
  return { few, at: few.length === 1 ? [] : at };
}

/** JSON leaves out what is undefined, which a column could not. */
function hasNames(row: Fields, names: readonly string[]): boolean {
  const own = Object.keys(row);
  return (
    own.length === names.length &&
    names.every((name, at) => own[at] === name && row[name] !== undefined)
  );
}

const isRow = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `count` rows, as they were packed. */
export function unpackRows(packed: Packed, count: number): readonly unknown[] {
  if ('each' in packed) return packed.each;
  if ('texts' in packed) return packed.texts.split(SEPARATOR);
  if ('fields' in packed) return unpackFields(packed.fields, count);
  const { few, at } = packed;
  return isConstant(packed)
    ? Array.from<unknown>({ length: count }).fill(few[0])
    : at.map((one) => few[one]);
}

function unpackFields(fields: Readonly<Record<string, Packed>>, count: number): readonly unknown[] {
  const columns = Object.entries(fields);
  // Each row is a copy of a first one, with what differs put in: a row that got its fields one by
  // one would be a dictionary to V8, several times as large and as slow. The first comes from a parser.
  const first = JSON.parse(
    JSON.stringify(Object.fromEntries(columns.map(([name]) => [name, null]))),
  ) as Record<string, unknown>;
  for (const [name, column] of columns) {
    if (isConstant(column)) [first[name]] = unpackRows(column, 1);
  }
  const rows = Array.from({ length: count }, () => ({ ...first }));
  for (const [name, column] of columns) {
    if (!isConstant(column)) fill(rows, name, unpackRows(column, count));
  }
  return rows;
}

function fill(rows: readonly Record<string, unknown>[], name: string, column: readonly unknown[]) {
  for (let at = 0; at < rows.length; at += 1) {
    (rows[at] as Record<string, unknown>)[name] = column[at];
  }
}

const isConstant = (column: Packed): boolean => 'few' in column && column.few.length === 1;

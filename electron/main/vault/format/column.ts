// One column of a part (FORMAT.md, "Rows by column"): the values of one field, in the shortest of three
// spellings. Knows no names. A value that no row has is not in it.
import type { RowCheck } from './row-check.ts';

/** As read. `undefined` stands where a row has no such field. */
export type ColumnValues =
  | { readonly kind: 'all'; readonly value: unknown }
  | { readonly kind: 'each'; readonly values: readonly unknown[] };

/** Of one row. */
export const valueAt = (column: ColumnValues, row: number): unknown =>
  column.kind === 'all' ? column.value : column.values[row];

/** In the table of a column: the row has no such field. */
const ABSENT = -1;

/** Null when it is no column of so many rows with such values. */
export function readColumn(
  column: unknown,
  rows: number,
  check: RowCheck,
  isOptional: boolean,
): ColumnValues | null {
  if (!Array.isArray(column)) return readTable(column, rows, check, isOptional);
  const values: readonly unknown[] = column;
  if (!values.every(check)) return null;
  if (values.length === rows) return { kind: 'each', values };
  return values.length === 1 ? { kind: 'all', value: values[0] } : null;
}

/** `{"of": values, "at": which of them, row by row}`, numbered as they come, each used. */
function readTable(
  column: unknown,
  rows: number,
  check: RowCheck,
  isOptional: boolean,
): ColumnValues | null {
  if (typeof column !== 'object' || column === null || Object.keys(column).join() !== 'of,at') {
    return null;
  }
  const { of, at } = column as { readonly of: unknown; readonly at: unknown };
  if (!Array.isArray(of) || !Array.isArray(at) || at.length !== rows) return null;
  if (!of.every(check)) return null;
  let used = 0;
  const values: unknown[] = [];
  for (let row = 0; row < rows; row += 1) {
    const place: unknown = at[row];
    if (place === ABSENT && isOptional) values.push(undefined);
    else if (typeof place === 'number' && Number.isInteger(place) && place >= 0 && place <= used) {
      if (place === used) used += 1;
      values.push(of[place]);
    } else return null;
  }
  return used === of.length ? { kind: 'each', values } : null;
}

/**
 * As JSON; null where no row has a value.
 * @param inFull a value for each row, whatever they are.
 */
export function writeColumn(values: readonly unknown[], inFull: boolean): string | null {
  if (inFull) return JSON.stringify(values);
  const [first] = values;
  if (values.every((value) => value === first)) {
    return first === undefined ? null : `[${JSON.stringify(first)}]`;
  }
  const table = tableOf(values);
  if (table === null) return JSON.stringify(values);
  const [only] = table.of;
  if (only !== undefined && table.of.length === 1 && !table.at.includes(ABSENT)) return `[${only}]`;
  const asTable = `{"of":[${table.of.join(',')}],"at":[${table.at.join(',')}]}`;
  if (table.at.includes(ABSENT)) return asTable;
  const asList = JSON.stringify(values);
  return asTable.length < asList.length ? asTable : asList;
}

interface Table {
  /** Different values, spelt. */
  readonly of: readonly string[];
  readonly at: readonly number[];
}

/** Null where the values differ too much for it to pay, and every row has one. */
function tableOf(values: readonly unknown[]): Table | null {
  const isWhole = !values.includes(undefined);
  const places = new Map<unknown, number>([[undefined, ABSENT]]);
  const texts = new Map<string, number>();
  const at: number[] = [];
  for (const value of values) {
    let place = places.get(value);
    if (place === undefined) {
      const text = JSON.stringify(value);
      place = texts.get(text) ?? texts.size;
      texts.set(text, place);
      places.set(value, place);
      if (isWhole && 2 * texts.size > values.length) return null;
    }
    at.push(place);
  }
  return { of: [...texts.keys()], at };
}

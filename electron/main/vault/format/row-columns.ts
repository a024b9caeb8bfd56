// Rows of the long lists, written by column (FORMAT.md, "Rows by column"): each name stands once a part, a
// value that all rows share stands once and is one object for all of them. Strict both ways: what is read
// is of the schema to the last value, and what is written was read back and is the same.
import { isAscii } from 'node:buffer';
import type * as v from 'valibot';
import { readColumn, valueAt, writeColumn, type ColumnValues } from './column.ts';
import { compileCheck, type RowCheck } from './row-check.ts';
import { isSameJson } from './same-json.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The schema of one item of a list. */
export type ItemSchema<T> = v.GenericSchema<unknown, T>;

/**
 * One part of the index as items: strict JSON that was read back with its schema first, so that no save can make a vault
 * that does not open.
 * @throws Error when an item is not of the schema: a bug, since changes are checked before.
 */
export function encodeItems<T>(schema: ItemSchema<T>, items: readonly unknown[]): Buffer {
  const json = JSON.stringify(items);
  const back: unknown = JSON.parse(json);
  if (!Array.isArray(back) || !back.every(compileCheck(schema))) {
    throw new Error('an item of the index does not read back');
  }
  return Buffer.from(json, 'utf8');
}

/** Null when the bytes are not a JSON array of such items. */
export function decodeItems<T>(schema: ItemSchema<T>, bytes: Buffer): T[] | null {
  const items = parseStrictJson(bytes);
  if (!Array.isArray(items) || !items.every(compileCheck(schema))) return null;
  return items as T[];
}

/** Undefined when the bytes are not JSON in UTF-8, without a byte order mark. */
function parseStrictJson(bytes: Buffer): unknown {
  try {
    // Most parts are plain ASCII, which needs no decoder.
    return JSON.parse(isAscii(bytes) ? bytes.toString('latin1') : utf8.decode(bytes));
  } catch {
    return undefined;
  }
}

/** A schema of rows: objects, of which the first field is never left out. */
export interface RowSchema<T> extends v.GenericSchema<unknown, T> {
  readonly entries: v.ObjectEntries;
}

interface Field {
  readonly name: string;
  readonly check: RowCheck;
  readonly isOptional: boolean;
}

type Row = Record<string, unknown>;

const compiled = new WeakMap<v.ObjectEntries, readonly Field[]>();
/** A row without values for each list of names: of a schema there are few. */
const emptyRows = new Map<string, Row>();

function fieldsOf({ entries }: RowSchema<unknown>): readonly Field[] {
  const known = compiled.get(entries);
  if (known !== undefined) return known;
  const fields = Object.entries(entries).map(([name, entry]) => ({
    name,
    check: compileCheck(entry as v.GenericSchema),
    isOptional: entry.type === 'optional',
  }));
  compiled.set(entries, fields);
  return fields;
}

/** A part as it was read: a column for each name. */
interface ReadColumns {
  readonly names: readonly string[];
  readonly columns: readonly ColumnValues[];
  /** The first column's values: one for each row. */
  readonly first: readonly unknown[];
}

/** Null when the bytes are not rows of the schema by column. Values that rows share are one object. */
export function decodeRows<T>(schema: RowSchema<T>, bytes: Buffer): T[] | null {
  const read = decodeColumns(schema, bytes);
  return read === null ? null : (rowsOf(read) as T[]);
}

/** The same, for rows that need not be made. */
export function decodeColumns(schema: RowSchema<unknown>, bytes: Buffer): ReadColumns | null {
  const part = parseStrictJson(bytes);
  if (!Array.isArray(part)) return null;
  const names: unknown = part[0];
  const first: unknown = part[1];
  if (!Array.isArray(names) || names.length !== part.length - 1) return null;
  // Written row by row always, it says how many there are: a part can never mean more than it holds.
  if (!Array.isArray(first) || first.length === 0) return null;
  const columns: ColumnValues[] = [];
  let at = 0;
  for (const { name, check, isOptional } of fieldsOf(schema)) {
    if (names[at] !== name) {
      if (isOptional) continue;
      return null;
    }
    const values = readColumn(part[at + 1], first.length, check, isOptional);
    if (values === null) return null;
    columns.push(values);
    at += 1;
  }
  if (at !== names.length) return null;
  return { names: names as readonly string[], columns, first };
}

/** Rows begin as copies of one that has what all of them share: that is quicker than field by field. */
function rowsOf({ names, columns, first }: ReadColumns): Row[] {
  const shared = { ...emptyRow(names) };
  for (let at = 0; at < columns.length; at += 1) {
    shared[names[at] as string] = valueAt(columns[at] as ColumnValues, 0);
  }
  const rows = first.map((): Row => ({ ...shared }));
  for (let at = 0; at < columns.length; at += 1) {
    const column = columns[at] as ColumnValues;
    if (column.kind === 'each') setField(rows, names[at] as string, column.values);
  }
  return rows;
}

/** Read from JSON, since its fields lie in it then; one that grew has them in an object of their own. */
function emptyRow(names: readonly string[]): Row {
  const known = emptyRows.get(names.join());
  if (known !== undefined) return known;
  const fields = Object.fromEntries(names.map((name) => [name, null]));
  const row = JSON.parse(JSON.stringify(fields)) as Row;
  emptyRows.set(names.join(), row);
  return row;
}

function setField(rows: readonly Row[], name: string, values: readonly unknown[]): void {
  for (let row = 0; row < rows.length; row += 1) {
    const value = values[row];
    if (value === undefined) Reflect.deleteProperty(rows[row] as Row, name);
    else (rows[row] as Row)[name] = value;
  }
}

/** @throws Error when a row is not of the schema: a bug, since changes are checked before. */
export function encodeRows(schema: RowSchema<unknown>, rows: readonly object[]): Buffer {
  const names: string[] = [];
  const columns: string[] = [];
  for (const { name } of fieldsOf(schema)) {
    const text = writeColumn(
      rows.map((row) => (row as Row)[name]),
      names.length === 0,
    );
    if (text === null) continue;
    names.push(name);
    columns.push(text);
  }
  const bytes = Buffer.from(`[${[JSON.stringify(names), ...columns].join(',')}]`, 'utf8');
  if (!isSameJson(decodeRows(schema, bytes), rows)) {
    throw new Error('rows of the index do not read back');
  }
  return bytes;
}

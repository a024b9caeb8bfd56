// One part of the index as items: strict JSON against a schema, both ways. What is written was read
// back with the same schema first, so that no save can make a vault that does not open.
import { isAscii } from 'node:buffer';
import type * as v from 'valibot';
import { compileCheck } from './row-check.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The schema of one item of a list. */
export type ItemSchema<T> = v.GenericSchema<unknown, T>;

/** @throws Error when an item is not of the schema: a bug, since changes are checked before. */
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
export function parseStrictJson(bytes: Buffer): unknown {
  try {
    // Most parts are plain ASCII, which needs no decoder.
    return JSON.parse(isAscii(bytes) ? bytes.toString('latin1') : utf8.decode(bytes));
  } catch {
    return undefined;
  }
}

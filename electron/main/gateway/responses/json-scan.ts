// A strict JSON reader over bytes (RFC 8259) that answers with byte ranges. JSON.parse on an answer
// would make a string of every token in it, and strings cannot be wiped; it also keeps only the last
// of two equal names (case 26). Recursion is bounded by MAX_DEPTH.
import { isUtf8 } from 'node:buffer';
import { decodeJsonString, decodeJsonStringInto, endOfJsonString } from './json-string.ts';
import { wipeableBuffer } from '../../domain/wipeable-buffer.ts';

type JsonKind = 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null';

/** One member of the outermost object (RFC 8259 section 4), by where its value stands. */
export interface JsonMember {
  readonly name: string;
  readonly kind: JsonKind;
  /** Range of the value in the scanned bytes; of a string with its quotes. */
  readonly start: number;
  readonly end: number;
}

type JsonScan =
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
  /** Valid JSON that is no object. */
  | { readonly kind: 'other' }
  | { readonly kind: 'invalid' };

const MAX_DEPTH = 32;
/** Names we look for are shorter even when every character is escaped. */
const MAX_NAME_BYTES = 120;
const NOT_JSON = -1;

/** By their first letter. */
const literals = new Map(
  (['true', 'false', 'null'] as const).map((kind) => [
    kind.charCodeAt(0),
    { kind, text: Buffer.from(kind) },
  ]),
);

/**
 * The members of the outermost object whose names are wanted, in order, with duplicates.
 * @param wanted null: all of them. Their names become texts: not for an answer, which may repeat a secret there.
 */
export function scanJsonObject(bytes: Buffer, wanted: ReadonlySet<string> | null): JsonScan {
  if (!isUtf8(bytes)) return { kind: 'invalid' };
  const members: JsonMember[] = [];
  const names = [...(wanted ?? [])].map((name) => ({ name, bytes: Buffer.from(name) }));
  const said = wipeableBuffer(MAX_NAME_BYTES);
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const root = skipSpace(bytes, hasMark ? 3 : 0);
  const rootEnd = value(root, 1, (member) => members.push(member));
  if (rootEnd === NOT_JSON || skipSpace(bytes, rootEnd) !== bytes.length)
    return { kind: 'invalid' };
  return bytes[root] === 0x7b ? { kind: 'object', members } : { kind: 'other' };

  /** Where the value that begins at `at` ends, or NOT_JSON. */
  function value(at: number, depth: number, onMember: ((m: JsonMember) => unknown) | null): number {
    if (depth > MAX_DEPTH) return NOT_JSON;
    const byte = bytes[at];
    if (byte === 0x7b) return object(at, depth, onMember);
    if (byte === 0x5b) return array(at, depth);
    if (byte === 0x22) return endOfJsonString(bytes, at);
    const text = literals.get(byte ?? 0)?.text;
    if (text === undefined) return number(at);
    return bytes.subarray(at, at + text.length).equals(text) ? at + text.length : NOT_JSON;
  }

  function object(
    open: number,
    depth: number,
    onMember: ((m: JsonMember) => unknown) | null,
  ): number {
    let at = skipSpace(bytes, open + 1);
    if (bytes[at] === 0x7d) return at + 1;
    for (;;) {
      const nameEnd = bytes[at] === 0x22 ? endOfJsonString(bytes, at) : NOT_JSON;
      if (nameEnd === NOT_JSON) return NOT_JSON;
      const colon = skipSpace(bytes, nameEnd);
      if (bytes[colon] !== 0x3a) return NOT_JSON;
      const start = skipSpace(bytes, colon + 1);
      const end = value(start, depth + 1, null);
      if (end === NOT_JSON) return NOT_JSON;
      const name = onMember === null ? null : nameOf(at, nameEnd);
      if (name !== null) onMember?.({ name, kind: kindAt(start), start, end });
      at = skipSpace(bytes, end);
      if (bytes[at] === 0x7d) return at + 1;
      if (bytes[at] !== 0x2c) return NOT_JSON;
      at = skipSpace(bytes, at + 1);
    }
  }

  function nameOf(from: number, to: number): string | null {
    return wanted === null
      ? decodeJsonString(bytes, from, to).toString('utf8')
      : wantedName(from, to);
  }

  /** Compared as bytes: a name nobody asked for may be a secret that the server repeats. */
  function wantedName(from: number, to: number): string | null {
    if (to - from > MAX_NAME_BYTES) return null;
    const length = decodeJsonStringInto(bytes, from, to, said);
    const known = names.find((each) => isSame(each.bytes, length));
    said.fill(0, 0, length);
    return known?.name ?? null;
  }

  function isSame(name: Buffer, length: number): boolean {
    return name.length === length && name.compare(said, 0, length) === 0;
  }

  function array(open: number, depth: number): number {
    let at = skipSpace(bytes, open + 1);
    if (bytes[at] === 0x5d) return at + 1;
    for (;;) {
      const end = value(at, depth + 1, null);
      if (end === NOT_JSON) return NOT_JSON;
      at = skipSpace(bytes, end);
      if (bytes[at] === 0x5d) return at + 1;
      if (bytes[at] !== 0x2c) return NOT_JSON;
      at = skipSpace(bytes, at + 1);
    }
  }

  function number(start: number): number {
    let at = bytes[start] === 0x2d ? start + 1 : start;
    const leadingZero = bytes[at] === 0x30;
    const whole = digits(at);
    if (whole === at || (leadingZero && whole > at + 1)) return NOT_JSON;
    at = whole;
    if (bytes[at] === 0x2e) {
      const fraction = digits(at + 1);
      if (fraction === at + 1) return NOT_JSON;
      at = fraction;
    }
    if (bytes[at] === 0x65 || bytes[at] === 0x45) {
      const signed = bytes[at + 1] === 0x2b || bytes[at + 1] === 0x2d ? at + 2 : at + 1;
      const exponent = digits(signed);
      if (exponent === signed) return NOT_JSON;
      at = exponent;
    }
    return at;
  }

  function digits(at: number): number {
    let end = at;
    while (isDigit(bytes[end])) end += 1;
    return end;
  }

  function kindAt(at: number): JsonKind {
    const byte = bytes[at];
    if (byte === 0x7b) return 'object';
    if (byte === 0x5b) return 'array';
    if (byte === 0x22) return 'string';
    return literals.get(byte ?? 0)?.kind ?? 'number';
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) {
    at += 1;
  }
  return at;
}

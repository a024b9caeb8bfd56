// Header fields of HTTP/2 (HPACK, RFC 7541), with no table but the static one: the session allows none,
// so nothing of one answer is kept for the next. What a server repeats of a secret or token is covered
// while it is bytes; only what is left becomes strings (R12).
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { roomIn, wipeableBuffer } from '../domain/wipeable-buffer.ts';
import { coverEchoes, shortestEcho } from './echo-mask.ts';
import { decodedAtMost, decodeHuffman } from './h2-huffman.ts';
import { STATIC_FIELDS } from './h2-static-fields.ts';

/** Names and values in turn, or why there are none. */
export type Fields =
  | { readonly kind: 'fields'; readonly raw: readonly string[] }
  /** One call's own trouble: what cannot be a field (RFC 9113 section 8.2.1), or more than is taken. */
  | { readonly kind: 'malformed' | 'too_large' }
  /** The whole connection's. */
  | { readonly kind: 'compression_error' };

export interface FieldReader {
  /** Reads one whole block, and leaves nothing of it behind but the strings it answers. */
  readonly read: (block: Buffer, secrets: readonly SecretBytes[]) => Fields;
}

/** RFC 9113 section 6.5.2: each field costs so much more than its characters. */
const FIELD_COST = 32;
const USUAL_BYTES = 1_024;
/** Digits after the first: enough for sixteen million, more than any length here. */
const MOST_INTEGER_BYTES = 4;

type Trouble = Exclude<Fields['kind'], 'fields'>;

/** Bytes of a block, read from its beginning. */
class Block {
  #at = 0;
  readonly #bytes: Buffer;
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isOver(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** The next byte stays; 0 beyond the end. */
  get next(): number {
    return this.#bytes[this.#at] ?? 0;
  }

  /** RFC 7541 section 5.1. Null where it does not end, or is absurd. */
  integer(prefixBits: number): number | null {
    const most = 2 ** prefixBits - 1;
    if (this.isOver) return null;
    let value = this.next & most;
    this.#at += 1;
    if (value < most) return value;
    for (let each = 0; each < MOST_INTEGER_BYTES && !this.isOver; each += 1) {
      const byte = this.next;
      this.#at += 1;
      value += (byte & 0x7f) * 2 ** (7 * each);
      if (byte < 0x80) return value;
    }
    return null;
  }

  /** Null where there are not so many left. */
  take(length: number): Buffer | null {
    const end = this.#at + length;
    if (end > this.#bytes.length) return null;
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}

/** @param mostBytes of all fields together, as RFC 9113 section 6.5.2 counts them. */
export function createFieldReader(mostBytes: number): FieldReader {
  /** Every name and value behind the other. */
  let text = wipeableBuffer(Math.min(USUAL_BYTES, mostBytes));
  let used = 0;
  /** Where each name and each value ends. */
  let ends: number[] = [];
  /** The names that are not the static table's, and the values that came with them, by their place. */
  let literals: number[] = [];
  let size = 0;

  function append(bytes: Buffer, isHuffman: boolean): Trouble | null {
    const most = isHuffman ? decodedAtMost(bytes.length) : bytes.length;
    text = roomIn(text, used, used + most, 2 * mostBytes);
    if (used + most > text.length) return 'too_large';
    if (!isHuffman) used += bytes.copy(text, used);
    else {
      const end = decodeHuffman(bytes, text, used);
      if (end === null) return 'compression_error';
      used = end;
    }
    ends.push(used);
    return null;
  }

  /** RFC 7541 section 5.2. */
  function readString(block: Block): Trouble | null {
    const isHuffman = block.next >= 0x80;
    const length = block.integer(7);
    const bytes = length === null ? null : block.take(length);
    if (bytes === null) return 'compression_error';
    literals.push(ends.length);
    return append(bytes, isHuffman);
  }

  function appendStatic(index: number, part: 0 | 1): Trouble | null {
    const found = STATIC_FIELDS[index - 1]?.[part];
    // Beyond it lies the dynamic table, which this side allows no room.
    return found === undefined ? 'compression_error' : append(found, false);
  }

  /** RFC 7541 section 6. `isFirst`: nothing but a change of the table's size stood before it. */
  function readField(block: Block, isFirst: boolean): Trouble | null {
    const { next } = block;
    if (next >= 0x80) {
      const index = block.integer(7) ?? 0;
      return appendStatic(index, 0) ?? appendStatic(index, 1);
    }
    if (next >= 0x20 && next < 0x40) {
      const tableBytes = block.integer(5);
      return isFirst && tableBytes === 0 ? null : 'compression_error';
    }
    // To be remembered or not, it is the same: a table without room remembers nothing.
    const index = block.integer(next >= 0x40 ? 6 : 4);
    if (index === null) return 'compression_error';
    return (index === 0 ? readString(block) : appendStatic(index, 0)) ?? readString(block);
  }

  function readAll(block: Block): Trouble | null {
    while (!block.isOver) {
      const before = ends.length;
      const from = used;
      const trouble = readField(block, before === 0);
      if (trouble !== null) return trouble;
      if (ends.length > before) size += used - from + FIELD_COST;
      if (size > mostBytes) return 'too_large';
    }
    return null;
  }

  const part = (place: number): Buffer => text.subarray(ends[place - 1] ?? 0, ends[place]);

  /** A short text holds no echo; nor does the date, which nearly every answer has. */
  function mayHoldEcho(least: number): boolean {
    return literals.some((place) => {
      const bytes = part(place);
      return bytes.length >= least && !isDate(bytes);
    });
  }

  function taken(secrets: readonly SecretBytes[]): Fields {
    const left = secrets.filter(({ wiped }) => !wiped);
    if (mayHoldEcho(shortestEcho(left))) coverEchoes(text.subarray(0, used), left);
    for (let place = 0; place < ends.length; place += 2) {
      if (!isName(part(place)) || !isValue(part(place + 1))) return { kind: 'malformed' };
    }
    return { kind: 'fields', raw: ends.map((_, place) => part(place).toString('latin1')) };
  }

  return {
    read(bytes, secrets) {
      const trouble = readAll(new Block(bytes));
      const fields = trouble === null ? taken(secrets) : { kind: trouble };
      text.fill(0, 0, text.length);
      [used, size, ends, literals] = [0, 0, [], []];
      return fields;
    },
  };
}

/** RFC 9110 section 5.6.7. Compared as bytes: what is no date may be an echo. */
const DATE = 'Aaa, 00 Aaa 0000 00:00:00 GMT';
const dateKinds: readonly ((byte: number) => boolean)[] = Array.from(DATE, (each) => {
  if (each === '0') return (byte) => byte >= 0x30 && byte <= 0x39;
  if (each === 'A' || each === 'a') return (byte) => /[A-Za-z]/.test(String.fromCodePoint(byte));
  const wanted = each.codePointAt(0);
  return (byte) => byte === wanted;
});
const isDate = (bytes: Buffer): boolean =>
  bytes.length === DATE.length && bytes.every((byte, at) => dateKinds[at]?.(byte));

/** RFC 9113 section 8.2.1: visible, in lower case; a colon begins what is not a field of HTTP. */
function isName(bytes: Buffer): boolean {
  return (
    bytes.length > 0 &&
    bytes.every(
      (byte, at) =>
        byte > 0x20 && byte < 0x7f && (byte < 0x41 || byte > 0x5a) && (byte !== 0x3a || at === 0),
    )
  );
}

/** RFC 9113 section 8.2.1: no NUL, no end of line, no space around it. */
function isValue(bytes: Buffer): boolean {
  const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09;
  if (isSpace(bytes[0]) || isSpace(bytes.at(-1))) return false;
  return bytes.every((byte) => byte !== 0 && byte !== 0x0a && byte !== 0x0d);
}

const numbers = new Map(STATIC_FIELDS.map(([name], at) => [name.toString('latin1'), at + 1]));

/** A block of fields that ask the other side to remember nothing (RFC 7541 section 6.2.2). */
export function encodeFields(fields: readonly (readonly [name: string, value: string])[]): Buffer {
  return Buffer.concat(
    fields.flatMap(([name, value]) => {
      const index = numbers.get(name);
      const named =
        index === undefined ? [Buffer.of(0), encodedString(name)] : [encodedInteger(index, 4)];
      return [...named, encodedString(value)];
    }),
  );
}

function encodedString(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  return Buffer.concat([encodedInteger(bytes.length, 7), bytes]);
}

function encodedInteger(value: number, prefixBits: number): Buffer {
  const most = 2 ** prefixBits - 1;
  if (value < most) return Buffer.of(value);
  const bytes = [most];
  let left = value - most;
  for (; left >= 0x80; left = Math.floor(left / 0x80)) bytes.push((left % 0x80) + 0x80);
  return Buffer.of(...bytes, left);
}

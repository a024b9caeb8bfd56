// The fields of a request's body or header: form-encoded (WHATWG URL 5.1), JSON, and HTTP Basic (RFC 7617).
import { hexDigit } from '../gateway/redaction/secret-encodings.ts';
import type { FoundValue } from './found-values.ts';
import type { ImportText } from './import-text.ts';
import { ImportRefusal } from './import-refusal.ts';
import { membersOf, readJson, valueOf, type JsonNode } from './json-tree.ts';

const BASIC = /^basic /i;

/** `name=value` pairs joined by `&`, decoded. */
export function formFields(text: ImportText, body: Buffer, at: number): readonly FoundValue[] {
  const found: FoundValue[] = [];
  for (let start = 0; start <= body.length;) {
    const next = body.indexOf(0x26, start);
    const end = next === -1 ? body.length : next;
    const pair = body.subarray(start, end);
    const equals = pair.indexOf(0x3d);
    if (equals > 0) {
      const name = formDecoded(text, pair.subarray(0, equals)).toString('utf8', 0, 200);
      found.push({ name, value: formDecoded(text, pair.subarray(equals + 1)), at });
    }
    start = end + 1;
  }
  return found;
}

function formDecoded(text: ImportText, encoded: Buffer): Buffer {
  const value = text.buffer(encoded.length);
  let length = 0;
  for (let at = 0; at < encoded.length; at += 1, length += 1) {
    const byte = encoded[at] ?? 0;
    const high = byte === 0x25 ? hexDigit(encoded[at + 1] ?? 0) : -1;
    const low = high < 0 ? -1 : hexDigit(encoded[at + 2] ?? 0);
    if (low >= 0) at += 2;
    value[length] = low >= 0 ? high * 16 + low : byte === 0x2b ? 0x20 : byte;
  }
  return value.subarray(0, length);
}

/** The members of a JSON object that are texts or numbers; none of anything else. */
export function jsonFields(text: ImportText, body: Buffer, at: number): readonly FoundValue[] {
  return membersOf(readBody(text, body, at)).flatMap(({ name, node }) => {
    const value = valueOf(node);
    return value === undefined ? [] : [{ name, value: value.value, at: value.at }];
  });
}

/** A body that is no JSON yet, because variables stand outside its texts, is no reason to refuse a file. */
function readBody(text: ImportText, body: Buffer, at: number): JsonNode | undefined {
  try {
    return readJson(text, body, at);
  } catch (refusal) {
    if (refusal instanceof ImportRefusal) return undefined;
    throw refusal;
  }
}

/** The two halves of `user:password`. */
export function userFields(pair: Buffer, at: number): readonly FoundValue[] {
  const colon = pair.indexOf(0x3a);
  const name = { name: 'username', value: colon === -1 ? pair : pair.subarray(0, colon), at };
  if (colon === -1) return [name];
  return [name, { name: 'password', value: pair.subarray(colon + 1), at }];
}

/** Of `Authorization: Basic ...`; none of any other header. */
export function headerFields(
  text: ImportText,
  name: string,
  value: Buffer,
  at: number,
): readonly FoundValue[] {
  if (name.trim().toLowerCase() !== 'authorization') return [];
  const scheme = BASIC.exec(value.toString('latin1', 0, 6))?.[0];
  if (scheme === undefined) return [];
  const pair = text.buffer(value.length);
  let length = 0;
  let bits = 0;
  let held = 0;
  for (const byte of value.subarray(scheme.length)) {
    const sextet = sextetOf(byte);
    if (sextet < 0) break;
    held = ((held << 6) | sextet) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    pair[length] = (held >> bits) & 0xff;
    length += 1;
  }
  return userFields(pair.subarray(0, length), at);
}

/** RFC 4648 section 4; -1 for what is no digit of it. */
function sextetOf(byte: number): number {
  if (byte >= 0x41 && byte <= 0x5a) return byte - 0x41;
  if (byte >= 0x61 && byte <= 0x7a) return byte - 0x61 + 26;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30 + 52;
  if (byte === 0x2b) return 62;
  return byte === 0x2f ? 63 : -1;
}

/** What stands at the beginning of a text decides; anything but an object is a form. */
export function looksLikeJson(body: Buffer): boolean {
  return /^\s*\{/.test(body.toString('latin1', 0, 200));
}

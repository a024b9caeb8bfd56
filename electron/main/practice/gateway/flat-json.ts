// Reads a JSON object of strings (docs/service.md 2.4) byte by byte, so that the secret in it never
// becomes a string. Anything else in it, such as a number, an array or a repeated name, is refused.
import { isUtf8 } from 'node:buffer';

/** Far more than any request has (docs/service.md 2.4). */
const MAX_MEMBERS = 64;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ESCAPES: Readonly<Record<string, number>> = {
  '"': 0x22,
  '\\': 0x5c,
  '/': 0x2f,
  b: 0x08,
  f: 0x0c,
  n: 0x0a,
  r: 0x0d,
  t: 0x09,
};

class NotFlatJson extends Error {}

/** Values as UTF-8 bytes by name; null where the body is anything but a flat object of strings. */
export function parseFlatJson(body: Buffer): Map<string, Buffer> | null {
  if (!isUtf8(body)) return null;
  try {
    return readObject(body);
  } catch (error) {
    if (error instanceof NotFlatJson) return null;
    throw error;
  }
}

function readObject(body: Buffer): Map<string, Buffer> {
  const values = new Map<string, Buffer>();
  let at = expect(body, skipSpace(body, 0), '{');
  at = skipSpace(body, at);
  if (body[at] === 0x7d) return atEnd(body, at + 1, values);
  for (;;) {
    const name = readString(body, skipSpace(body, at));
    at = expect(body, skipSpace(body, name.end), ':');
    const value = readString(body, skipSpace(body, at));
    const key = name.bytes.toString('utf8');
    if (values.has(key) || values.size === MAX_MEMBERS) throw new NotFlatJson();
    values.set(key, value.bytes);
    at = skipSpace(body, value.end);
    if (body[at] === 0x7d) return atEnd(body, at + 1, values);
    at = expect(body, at, ',');
  }
}

function atEnd<T>(body: Buffer, at: number, value: T): T {
  if (skipSpace(body, at) !== body.length) throw new NotFlatJson();
  return value;
}

function expect(body: Buffer, at: number, character: string): number {
  if (body[at] !== character.charCodeAt(0)) throw new NotFlatJson();
  return at + 1;
}

function skipSpace(body: Buffer, from: number): number {
  let at = from;
  while ([0x20, 0x09, 0x0a, 0x0d].includes(body[at] ?? 0)) at += 1;
  return at;
}

function readString(body: Buffer, from: number): { bytes: Buffer; end: number } {
  let at = expect(body, from, '"');
  const bytes = Buffer.alloc(closingQuote(body, at) - at);
  let length = 0;
  while (body[at] !== QUOTE) {
    const byte = body[at];
    if (byte === undefined || byte < 0x20) throw new NotFlatJson();
    if (byte !== BACKSLASH) {
      bytes[length] = byte;
      length += 1;
      at += 1;
    } else if (body[at + 1] === 0x75) {
      const unit = readUnicode(body, at);
      length += bytes.write(String.fromCodePoint(unit.codePoint), length);
      at = unit.end;
    } else {
      const escaped = ESCAPES[String.fromCharCode(body[at + 1] ?? 0)];
      if (escaped === undefined) throw new NotFlatJson();
      bytes[length] = escaped;
      length += 1;
      at += 2;
    }
  }
  return { bytes: bytes.subarray(0, length), end: at + 1 };
}

/** No escape is shorter than what it stands for, so the distance bounds the value's length. */
function closingQuote(body: Buffer, from: number): number {
  let at = from;
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
  if (at >= body.length) throw new NotFlatJson();
  return at;
}

/** `\uXXXX`, or two of them where the first is half of a pair. A lone half is refused. */
function readUnicode(body: Buffer, at: number): { codePoint: number; end: number } {
  const first = hexUnit(body, at);
  if (first < 0xd800 || first > 0xdfff) return { codePoint: first, end: at + 6 };
  const second = hexUnit(body, at + 6);
  if (first > 0xdbff || second < 0xdc00 || second > 0xdfff) throw new NotFlatJson();
  return { codePoint: 0x10000 + (first - 0xd800) * 0x400 + (second - 0xdc00), end: at + 12 };
}

function hexUnit(body: Buffer, at: number): number {
  const digits = body.subarray(at, at + 6).toString('latin1');
  if (!/^\\u[0-9a-fA-F]{4}$/.test(digits)) throw new NotFlatJson();
  return parseInt(digits.slice(2), 16);
}

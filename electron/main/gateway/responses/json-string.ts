// JSON strings on bytes (RFC 8259 section 7): where one ends, and what it says. The text is decoded
// into a buffer of its own, never into a string, because it may be an access token.
import { wipeableBuffer } from '../../domain/wipeable-buffer.ts';
import { hexDigit, type Decoded } from '../redaction/secret-encodings.ts';

const NOT_JSON = -1;
const BACKSLASH = 0x5c;

const simpleEscapes: ReadonlyMap<number, number> = new Map([
  [0x22, 0x22],
  [0x5c, 0x5c],
  [0x2f, 0x2f],
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
]);

/** Index after the closing quote of the string whose opening quote is at `start`, or -1. */
export function endOfJsonString(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x22) return at + 1;
    if (byte < 0x20) return NOT_JSON;
    if (byte !== 0x5c) {
      at += 1;
    } else if (bytes[at + 1] === 0x75) {
      if (hexUnit(bytes, at + 2) === null) return NOT_JSON;
      at += 6;
    } else {
      if (!simpleEscapes.has(bytes[at + 1] ?? 0)) return NOT_JSON;
      at += 2;
    }
  }
  return NOT_JSON;
}

/** UTF-8 of a valid JSON string, quotes included in the range; unpooled, the caller's to wipe. */
export function decodeJsonString(bytes: Buffer, start: number, end: number): Buffer {
  // An escape is never shorter than what it stands for.
  const out = wipeableBuffer(end - start - 2);
  return out.subarray(0, decodeJsonStringInto(bytes, start, end, out));
}

/** Into a buffer with room for it; answers how many bytes that were. */
export function decodeJsonStringInto(
  bytes: Buffer,
  start: number,
  end: number,
  out: Buffer,
): number {
  let length = 0;
  for (let at = start + 1; at < end - 1;) {
    if (bytes[at] === BACKSLASH) {
      const point = escapedPoint(bytes, at);
      length += writeUtf8(out, length, Math.max(0, point));
      at += escapeLength(bytes, at, point);
    } else {
      out[length] = bytes[at] ?? 0;
      length += 1;
      at += 1;
    }
  }
  return length;
}

/** Every escape undone that is one, wherever it stands; null where there is none. */
export function escapesUndone(encoded: Buffer): Decoded | null {
  if (!encoded.includes(BACKSLASH)) return null;
  const bytes = wipeableBuffer(encoded.length);
  const from = new Uint32Array(encoded.length + 1);
  let length = 0;
  let undone = 0;
  for (let at = 0; at < encoded.length;) {
    const point = encoded[at] === BACKSLASH ? escapedPoint(encoded, at) : -1;
    if (point < 0) {
      bytes[length] = encoded[at] ?? 0;
      from[length] = at;
      length += 1;
      at += 1;
    } else {
      const end = length + writeUtf8(bytes, length, point);
      for (; length < end; length += 1) from[length] = at;
      undone += 1;
      at += escapeLength(encoded, at, point);
    }
  }
  from[length] = encoded.length;
  if (undone === 0) {
    bytes.fill(0);
    return null;
  }
  return { bytes: bytes.subarray(0, length), from: from.subarray(0, length + 1) };
}

/** What the escape at this backslash stands for; -1 where it is none. */
function escapedPoint(bytes: Buffer, at: number): number {
  if (bytes[at + 1] !== 0x75) return simpleEscapes.get(bytes[at + 1] ?? 0) ?? -1;
  const unit = hexUnit(bytes, at + 2) ?? -1;
  if (!isHigh(unit) || bytes[at + 6] !== BACKSLASH || bytes[at + 7] !== 0x75) return unit;
  const low = hexUnit(bytes, at + 8) ?? -1;
  return isLow(low) ? 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00) : unit;
}

function escapeLength(bytes: Buffer, at: number, point: number): number {
  if (bytes[at + 1] !== 0x75) return 2;
  return point >= 0x10000 ? 12 : 6;
}

function hexUnit(bytes: Buffer, at: number): number | null {
  let unit = 0;
  for (let index = at; index < at + 4; index += 1) {
    const digit = hexDigit(bytes[index] ?? 0);
    if (digit < 0) return null;
    unit = unit * 16 + digit;
  }
  return unit;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** A lone surrogate has no UTF-8; the replacement character stands for it. */
function writeUtf8(out: Buffer, at: number, point: number): number {
  const safe = isHigh(point) || isLow(point) ? 0xfffd : point;
  if (safe < 0x80) {
    out[at] = safe;
    return 1;
  }
  if (safe < 0x800) {
    out[at] = 0xc0 | (safe >> 6);
    out[at + 1] = 0x80 | (safe & 0x3f);
    return 2;
  }
  const isLong = safe >= 0x10000;
  let end = at;
  out[end] = isLong ? 0xf0 | (safe >> 18) : 0xe0 | (safe >> 12);
  if (isLong) out[(end += 1)] = 0x80 | ((safe >> 12) & 0x3f);
  out[end + 1] = 0x80 | ((safe >> 6) & 0x3f);
  out[end + 2] = 0x80 | (safe & 0x3f);
  return end + 3 - at;
}

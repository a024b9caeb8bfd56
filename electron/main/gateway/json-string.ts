// JSON strings on bytes (RFC 8259 section 7): where one ends, and what it says. The text is decoded
// into a buffer of its own, never into a string, because it may be an access token.
import { wipeableBuffer } from '../domain/wipeable-buffer.ts';
import { hexDigit } from './echo-forms.ts';

const NOT_JSON = -1;

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
  let length = 0;
  let at = start + 1;
  while (at < end - 1) {
    const byte = bytes[at] ?? 0;
    if (byte !== 0x5c) {
      out[length] = byte;
      length += 1;
      at += 1;
    } else if (bytes[at + 1] === 0x75) {
      const unit = hexUnit(bytes, at + 2) ?? 0;
      const next = bytes[at + 6] === 0x5c && bytes[at + 7] === 0x75 ? hexUnit(bytes, at + 8) : null;
      const pair = isHigh(unit) && next !== null && isLow(next);
      const point = pair ? 0x10000 + ((unit - 0xd800) << 10) + (next - 0xdc00) : unit;
      length += writeUtf8(out, length, point);
      at += pair ? 12 : 6;
    } else {
      out[length] = simpleEscapes.get(bytes[at + 1] ?? 0) ?? 0;
      length += 1;
      at += 2;
    }
  }
  return out.subarray(0, length);
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

// The forms in which a server may repeat a secret: as it is, hexadecimal, base64 at any alignment, and
// whatever percent- or form-encoding hides. Encoded here byte by byte: Node encodes into strings only,
// and strings cannot be wiped (R12).
import { wipeableBuffer, wipeableCopy } from '../../domain/wipeable-buffer.ts';

const SEXTETS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** The alphabets as bytes: forms are made for every answer that is looked at. */
const ALPHABETS = ['+/', '-_'].map((lastTwo) => Buffer.from(SEXTETS + lastTwo, 'latin1'));
const HEX_DIGITS = ['0123456789abcdef', '0123456789ABCDEF'].map((digits) =>
  Buffer.from(digits, 'latin1'),
);
const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;

/** To be wiped with the secret. Encodings that survive a change of case are there in both of their cases. */
export function formsOf(secret: Buffer): Buffer[] {
  const forms = [wipeableCopy(secret), ...hexForms(secret), ...base64Forms(secret)];
  return forms.filter((form) => form.length > 0);
}

/** In either case; to be wiped with the secret. */
export function hexForms(secret: Buffer): Buffer[] {
  return HEX_DIGITS.map((digits) => encodedHex(secret, digits));
}

/** What is the same whatever stands before and after it, in either alphabet; to be wiped likewise. */
export function base64Forms(secret: Buffer): Buffer[] {
  return [0, 1, 2].flatMap((shift) => base64Cores(secret, shift));
}

/** Base64 of the secret after `shift` unknown bytes, without the characters that depend on others. */
function base64Cores(secret: Buffer, shift: number): Buffer[] {
  const first = Math.ceil((shift * 8) / 6);
  const end = Math.floor(((shift + secret.length) * 8) / 6);
  // Two or three characters are no echo.
  if (end - first < 4) return [];
  return ALPHABETS.map((alphabet) => {
    const core = wipeableBuffer(end - first);
    for (let at = 0; at < core.length; at += 1) {
      const bit = (first + at) * 6 - shift * 8;
      const byte = bit >> 3;
      const pair = ((secret[byte] ?? 0) << 8) | (secret[byte + 1] ?? 0);
      core[at] = alphabet[(pair >> (10 - (bit - byte * 8))) & 63] ?? 0;
    }
    return core;
  });
}

function encodedHex(bytes: Buffer, digits: Buffer): Buffer {
  const text = wipeableBuffer(bytes.length * 2);
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    text[at * 2] = digits[byte >> 4] ?? 0;
    text[at * 2 + 1] = digits[byte & 15] ?? 0;
  }
  return text;
}

/** Decoded bytes, and where each of them began in what was decoded; one place more for the end. */
export interface Decoded {
  readonly bytes: Buffer;
  readonly from: Uint32Array;
}

/**
 * `%XX` undone as far as it is well formed, and a `+` as a space where `isForm`. Null where nothing is
 * undone, or, as a form, nothing but what is undone without.
 */
export function percentDecoded(encoded: Buffer, isForm: boolean): Decoded | null {
  if (!encoded.includes(isForm ? PLUS : PERCENT)) return null;
  const bytes = wipeableBuffer(encoded.length);
  const from = new Uint32Array(encoded.length + 1);
  let length = 0;
  let undone = isForm ? 1 : 0;
  for (let at = 0; at < encoded.length; length += 1) {
    from[length] = at;
    const byte = encoded[at] ?? 0;
    const value = byte === PERCENT ? hexByte(encoded, at + 1) : -1;
    bytes[length] = value >= 0 ? value : isForm && byte === PLUS ? SPACE : byte;
    at += value >= 0 ? 3 : 1;
    if (value >= 0) undone += 1;
  }
  from[length] = encoded.length;
  if (undone === 0) {
    bytes.fill(0);
    return null;
  }
  return { bytes: bytes.subarray(0, length), from: from.subarray(0, length + 1) };
}

/** -1 where there are no two digits. */
function hexByte(bytes: Buffer, at: number): number {
  const high = hexDigit(bytes[at] ?? 0);
  const low = hexDigit(bytes[at + 1] ?? 0);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/** -1 for any other character (ASCII). */
export function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

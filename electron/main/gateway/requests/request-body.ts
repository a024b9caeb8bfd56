// Encodes token and revoke bodies on bytes: form (RFC 6749 appendix B) and JSON (RFC 8259). A secret
// never becomes a string here; whoever sends the body overwrites it with zeros afterwards.
import { isUtf8 } from 'node:buffer';
import { wipeableBuffer } from '../../domain/wipeable-buffer.ts';

/** Name and value, in the order sent. Buffers are only read, within the call. */
export type BodyField = readonly [name: string, value: string | Buffer];

const HEX = Buffer.from('0123456789ABCDEF', 'latin1');
const SPACE = 0x20;

/** What stands in a form as it is: `A-Za-z0-9*-._`. */
const FORM_SAFE: ReadonlySet<number> = new Set(
  Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789*-._', 'latin1'),
);
const isFormSafe = Uint8Array.from({ length: 256 }, (_, byte) => (FORM_SAFE.has(byte) ? 1 : 0));

/** application/x-www-form-urlencoded: space as `+`, everything but `A-Za-z0-9*-._` as `%XX`. */
export function encodeForm(fields: readonly BodyField[]): Buffer {
  const parts = fields.map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? Buffer.from(value, 'utf8') : value,
  }));
  // Unpooled and sized for the worst case, so that growing never leaves a copy behind.
  const size = parts.reduce((sum, part) => sum + part.name.length + 2 + part.value.length * 3, 0);
  const out = wipeableBuffer(size);
  let end = 0;
  for (const { name, value } of parts) {
    if (end > 0) out[end++] = 0x26;
    end += out.write(name, end, 'latin1');
    out[end++] = 0x3d;
    end = writeForm(out, end, value);
  }
  return out.subarray(0, end);
}

/** One value as a form writes it (RFC 6749 appendix B); the caller wipes it. */
export function encodeFormValue(value: Buffer): Buffer {
  const out = wipeableBuffer(value.length * 3);
  return out.subarray(0, writeForm(out, 0, value));
}

/** Hundreds of bodies are written at once: no call for each byte. */
function writeForm(out: Buffer, start: number, value: Buffer): number {
  let end = start;
  for (let at = 0; at < value.length; at += 1) {
    const byte = value[at] ?? 0;
    if (isFormSafe[byte] === 1) out[end++] = byte;
    else if (byte === SPACE) out[end++] = 0x2b;
    else {
      out[end] = 0x25;
      out[end + 1] = HEX[byte >> 4] ?? 0;
      out[end + 2] = HEX[byte & 15] ?? 0;
      end += 3;
    }
  }
  return end;
}

/**
 * One flat JSON object of strings. Values are UTF-8 and stay as they are, but for quote, backslash
 * and control characters.
 * @throws Error when bytes are not UTF-8: JSON cannot carry them, secret input refuses them.
 */
export function encodeJson(fields: readonly BodyField[]): Buffer {
  const parts = fields.map(([name, value]) => ({
    name: Buffer.from(`${JSON.stringify(name)}:"`, 'utf8'),
    value: typeof value === 'string' ? Buffer.from(value, 'utf8') : value,
  }));
  if (!parts.every(({ value }) => isUtf8(value))) throw new Error('a JSON value is not UTF-8');
  const size = parts.reduce((sum, part) => sum + part.name.length + 2 + part.value.length * 6, 2);
  const out = wipeableBuffer(size);
  let end = out.writeUInt8(0x7b, 0);
  for (const { name, value } of parts) {
    if (end > 1) end = out.writeUInt8(0x2c, end);
    end += name.copy(out, end);
    for (const byte of value) end = writeJsonByte(out, end, byte);
    end = out.writeUInt8(0x22, end);
  }
  return out.subarray(0, out.writeUInt8(0x7d, end));
}

function writeJsonByte(out: Buffer, at: number, byte: number): number {
  if (byte === 0x22 || byte === 0x5c) {
    out[at] = 0x5c;
    return out.writeUInt8(byte, at + 1);
  }
  if (byte >= 0x20) return out.writeUInt8(byte, at);
  const end = at + out.write('\\u00', at, 'latin1');
  out[end] = HEX[byte >> 4] ?? 0;
  out[end + 1] = HEX[byte & 15] ?? 0;
  return end + 2;
}

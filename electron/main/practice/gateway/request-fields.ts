// The fields of a token or revoke request, as bytes. A secret or token among them never becomes a
// string, which could not be wiped; names do. Knows the two encodings of docs/service.md 5.4.
import { isUtf8 } from 'node:buffer';
import { parseFlatJson } from './flat-json.ts';

export type RequestFields =
  | { readonly encoding: 'form' | 'json'; readonly values: ReadonlyMap<string, Buffer> }
  | { readonly encoding: 'malformed' | 'other'; readonly values: ReadonlyMap<string, Buffer> };

/** Far more than any request has (docs/service.md 5.4). */
const MAX_FIELDS = 64;
const AMPERSAND = 0x26;
const NOTHING: ReadonlyMap<string, Buffer> = new Map();

export function parseFields(contentType: string, body: Buffer): RequestFields {
  const mediaType = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const parse =
    mediaType === 'application/x-www-form-urlencoded'
      ? ({ encoding: 'form', values: parseForm(body) } as const)
      : mediaType === 'application/json'
        ? ({ encoding: 'json', values: parseFlatJson(body) } as const)
        : null;
  if (!parse) return { encoding: 'other', values: NOTHING };
  if (!parse.values) return { encoding: 'malformed', values: NOTHING };
  return { encoding: parse.encoding, values: parse.values };
}

/** Overwrites every value with zeros. */
export function wipeFields(fields: RequestFields): void {
  for (const value of fields.values.values()) value.fill(0);
}

/** Null for too many, a repeated name (RFC 6749 section 3.2), a broken escape, or bytes that are not UTF-8. */
function parseForm(body: Buffer): Map<string, Buffer> | null {
  const values = new Map<string, Buffer>();
  for (let start = 0; start < body.length;) {
    // One by one: a body may be ampersands alone, and a search for each would take longer than a look.
    if (body[start] === AMPERSAND) {
      start += 1;
      continue;
    }
    if (values.size === MAX_FIELDS) return null;
    const found = body.indexOf(AMPERSAND, start);
    const end = found < 0 ? body.length : found;
    const equals = body.subarray(start, end).indexOf('=');
    const middle = equals < 0 ? end : start + equals;
    const name = percentDecode(body.subarray(start, middle));
    const value = percentDecode(body.subarray(Math.min(middle + 1, end), end));
    start = end + 1;
    if (!name || !value || !isUtf8(name) || !isUtf8(value)) return null;
    if (values.has(name.toString('utf8'))) return null;
    values.set(name.toString('utf8'), value);
  }
  return values;
}

function percentDecode(bytes: Buffer): Buffer | null {
  const decoded = Buffer.alloc(bytes.length);
  let length = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    let byte = bytes[index] ?? 0;
    if (byte === 0x2b) byte = 0x20;
    else if (byte === 0x25) {
      const value = hexPair(bytes[index + 1], bytes[index + 2]);
      if (value === null) return null;
      byte = value;
      index += 2;
    }
    decoded[length] = byte;
    length += 1;
  }
  return decoded.subarray(0, length);
}

function hexPair(high: number | undefined, low: number | undefined): number | null {
  const digits = [high, low].map((code) => parseInt(String.fromCharCode(code ?? 0), 16));
  const [first = Number.NaN, second = Number.NaN] = digits;
  return Number.isNaN(first + second) ? null : first * 16 + second;
}

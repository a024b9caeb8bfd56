// The forms in which a secret may stand in a file or page, and the search for many of them at once. What
// is looked for is ordinary memory of the main process for as long as a search takes.
import { base64At } from '../gateway/redaction/redaction.ts';

/** A shorter text would be found by chance. */
const SHORTEST_BYTES = 8;
/** Of a longer text its beginning is looked for: no token that is sent is longer. */
const MOST_BYTES = 8 * 1024;
/** A part of a secret that gives it away. */
const PART_BYTES = 10;
/** Texts that may be broken into lines: a shorter one would be found by chance across words. */
const SHORTEST_JOINED_BYTES = 16;

type WrittenForm = 'plain' | 'hex' | 'base64';

export interface Needle {
  /** Under which the secret was added. */
  readonly id: number;
  readonly form: WrittenForm;
  readonly bytes: Buffer;
}

/** Bits of the filter that tells most places apart without a look at the map. */
const FILTER_BITS = 20;

const hashOf = (key: number): number => Math.imul(key, 0x9e3779b1) >>> (32 - FILTER_BITS);
/** The last four bytes: tokens of one server begin alike and end differently. */
const keyOf = (bytes: Buffer): number => bytes.readInt32BE(bytes.length - 4);

/** Every form of every secret that is looked for. */
export class Needles {
  readonly #byKey = new Map<number, Needle[]>();
  readonly #filter = new Uint8Array(1 << FILTER_BITS);
  #longest = 0;

  /** Bytes of the longest form: what a piece of a file has to overlap the next one by. */
  get longest(): number {
    return this.#longest;
  }

  /** False where the secret is too short to be looked for. */
  add(secret: Buffer, id: number, how: 'whole' | 'in_parts' = 'whole'): boolean {
    if (secret.length < SHORTEST_BYTES) return false;
    const beginning = Buffer.from(secret.subarray(0, MOST_BYTES));
    for (const [form, bytes] of formsOf(beginning)) this.#keep({ id, form, bytes });
    if (how === 'whole') return true;
    for (let at = 0; at + PART_BYTES < beginning.length; at += 1) {
      this.#keep({ id, form: 'plain', bytes: beginning.subarray(at, at + PART_BYTES) });
    }
    return true;
  }

  #keep(needle: Needle): void {
    const key = keyOf(needle.bytes);
    const known = this.#byKey.get(key) ?? [];
    known.push(needle);
    this.#byKey.set(key, known);
    this.#filter[hashOf(key)] = 1;
    this.#longest = Math.max(this.#longest, needle.bytes.length);
  }

  /** Calls back for each needle, in the order of their ends. Linear in `bytes`. */
  find(bytes: Buffer, isJoined: boolean, visit: (needle: Needle, start: number) => void): void {
    let key = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      key = (key << 8) | (bytes[at] as number);
      if (this.#filter[hashOf(key)] === 0) continue;
      for (const needle of this.#byKey.get(key) ?? []) {
        const start = at + 1 - needle.bytes.length;
        if (start < 0 || (isJoined && needle.bytes.length < SHORTEST_JOINED_BYTES)) continue;
        if (bytes.compare(needle.bytes, 0, undefined, start, at + 1) === 0) visit(needle, start);
      }
    }
  }
}

function formsOf(secret: Buffer): readonly (readonly [WrittenForm, Buffer])[] {
  const hex = secret.toString('hex');
  // HTTP Basic encodes the secret as a form does before it is base64 (RFC 6749 section 2.3.1).
  const basic = new Set(encodedForBasic(secret.toString('utf8')).map((text) => Buffer.from(text)));
  const forms = [
    ...[secret, ...beyondAscii(secret)].map((bytes) => ['plain', bytes] as const),
    ...[hex, hex.toUpperCase()].map((text) => ['hex', Buffer.from(text)] as const),
    ...[secret, ...basic]
      .flatMap((bytes) => [0, 1, 2].flatMap((shift) => base64At(bytes, shift)))
      .map((text) => ['base64', Buffer.from(text)] as const),
  ];
  const distinct = new Map(forms.map((each) => [each[1].toString('latin1'), each]));
  return [...distinct.values()].filter(([, bytes]) => bytes.length >= SHORTEST_BYTES);
}

/** Characters beyond ASCII as Latin-1 and UTF-16 have them. ASCII in UTF-16 is found without its zeros. */
function beyondAscii(secret: Buffer): readonly Buffer[] {
  if (secret.every((byte) => byte < 0x80)) return [];
  const text = secret.toString('utf8');
  const wide = Buffer.from(text, 'utf16le');
  return [Buffer.from(text, 'latin1'), wide, Buffer.from(wide).swap16()];
}

/** As form encoding, RFC 3986 and JavaScript's encodeURIComponent write it. */
function encodedForBasic(text: string): readonly string[] {
  const component = encodeURIComponent(text);
  const strict = component.replaceAll(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return [component, strict, new URLSearchParams([['', text]]).toString().slice(1)];
}

// Finds every part of some secret texts in other bytes, in one pass: by a rolling hash of as many bytes as
// a part has (Karp and Rabin), then byte by byte. The hash is keyed, so that nobody can write bytes, nor
// issue a token, for which many parts share a place in the table. In memory that is wiped with the secret.
import { randomBytes } from 'node:crypto';
import { joinAndWipe, wipeableBuffer } from '../../domain/wipeable-buffer.ts';

/** Runs of a secret shorter than this also occur in innocent text. */
export const PART_BYTES = 10;
const FEWEST_BITS = 6;
const SLOT_BYTES = 4;

/** All texts; by hash the last part that has it; by place the part before it. Places count from 1. */
export type PartIndex = readonly [text: Buffer, heads: Buffer, next: Buffer];

const factor = randomBytes(4).readInt32LE(0) | 1;
const spread = randomBytes(4).readInt32LE(0) | 1;
const values = Int32Array.from({ length: 256 }, () => randomBytes(4).readInt32LE(0));
/** By byte: what leaves the window takes with it. */
const exitGuard = values.map((value) => Math.imul(value, power(PART_BYTES)));

function power(exponent: number): number {
  let result = 1;
  for (let at = 0; at < exponent; at += 1) result = Math.imul(result, factor);
  return result;
}

/** @param texts taken over and wiped; each at least a part long. */
export function indexParts(texts: readonly Buffer[]): PartIndex {
  const ends: number[] = [];
  for (const { length } of texts) ends.push((ends.at(-1) ?? 0) + length);
  const text = joinAndWipe(texts);
  const bits = Math.max(FEWEST_BITS, Math.ceil(Math.log2(2 * text.length + 1)));
  const index = [
    text,
    wipeableBuffer(SLOT_BYTES * 2 ** bits),
    wipeableBuffer(SLOT_BYTES * text.length),
  ] as const;
  const [, heads, next] = tablesOf(index);
  let start = 0;
  for (const end of ends) {
    let hash = hashAt(text, start);
    for (let at = start; at + PART_BYTES <= end; at += 1) {
      const slot = slotOf(hash, 32 - bits);
      // The alphabets of base64 differ in two letters: most parts are there already.
      if (placeOf(text, heads, next, slot, text, at) === 0) {
        next[at] = heads[slot] as number;
        heads[slot] = at + 1;
      }
      if (at + PART_BYTES < end) hash = rolled(hash, text, at);
    }
    start = end;
  }
  return index;
}

/** Writes a 1 for each byte that belongs to a part. */
export function partsIn(bytes: Buffer, index: PartIndex, found: Uint8Array): void {
  const [text, heads, next] = tablesOf(index);
  const shift = 32 - Math.log2(heads.length);
  if (text.length === 0 || bytes.length < PART_BYTES) return;
  let foundTo = 0;
  let hash = hashAt(bytes, 0);
  for (let at = 0; ; at += 1) {
    const slot = slotOf(hash, shift);
    if (heads[slot] !== 0 && placeOf(text, heads, next, slot, bytes, at) !== 0) {
      const end = at + PART_BYTES;
      for (let each = Math.max(at, foundTo); each < end; each += 1) found[each] = 1;
      foundTo = end;
    }
    if (at + PART_BYTES >= bytes.length) return;
    hash = rolled(hash, bytes, at);
  }
}

function hashAt(bytes: Buffer, at: number): number {
  let hash = 0;
  for (let each = at; each < at + PART_BYTES; each += 1) {
    hash = (Math.imul(hash, factor) + (values[bytes[each] as number] as number)) | 0;
  }
  return hash;
}

/** Of the part that begins one byte later. */
function rolled(hash: number, bytes: Buffer, at: number): number {
  const entering = values[bytes[at + PART_BYTES] as number] as number;
  return (Math.imul(hash, factor) + entering - (exitGuard[bytes[at] as number] as number)) | 0;
}

/** Of the part that stands there, counted from 1; 0 where it is none. */
function placeOf(
  text: Buffer,
  heads: Uint32Array,
  next: Uint32Array,
  slot: number,
  bytes: Buffer,
  at: number,
): number {
  let place = heads[slot] as number;
  while (place !== 0) {
    let same = 0;
    while (same < PART_BYTES && text[place - 1 + same] === bytes[at + same]) same += 1;
    if (same === PART_BYTES) return place;
    place = next[place - 1] as number;
  }
  return 0;
}

const tablesOf = ([text, heads, next]: PartIndex): [Buffer, Uint32Array, Uint32Array] => [
  text,
  new Uint32Array(heads.buffer),
  new Uint32Array(next.buffer),
];

const slotOf = (hash: number, shift: number): number => Math.imul(hash, spread) >>> shift;

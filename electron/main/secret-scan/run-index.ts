// Answers at once whether a run of some bytes stands in texts that are about to be written, however many
// are asked about: the texts are indexed, not what is looked for. Made for files that are searched for
// tens of thousands of secrets. Holds the texts alone; the bytes it is asked about stay the caller's.
import { createPace, type Pace } from '../domain/yield-to-loop.ts';

/** Bytes of a place that is indexed, and how far apart places are: a run of both together meets one. */
const WINDOW = 7;
const STEP = 4;
/** Shorter runs are looked for byte by byte, which takes a pass over all texts each. */
const SHORTEST_RUN = WINDOW + STEP - 1;
const FACTOR = 0x01_00_01_93;
const SPREAD = 0x9e_37_79_b1;
const FEWEST_BITS = 10;
const MOST_BITS = 24;
/** Places between two looks at the time: each of them may be far away in memory. */
const BREATHE_EVERY = 128;
/** Numbers that are zeroed in one step. */
const ZEROED_AT_ONCE = 64 * 1024;
/** Zero bytes between two texts; no text has them, so no run goes on from one into the next. */
const BETWEEN_BYTES = WINDOW;

interface RunIndex {
  /** Whether so many bytes of it, or all of it where it has fewer, stand in one of the texts in a row. */
  readonly holdsRunOf: (bytes: Buffer, runBytes: number) => boolean;
}

/** @param texts without zero bytes. */
export async function indexRuns(texts: readonly Buffer[]): Promise<RunIndex> {
  const pace = createPace();
  const text = await joined(texts, pace);
  const places = Math.max(0, Math.floor((text.length - WINDOW) / STEP) + 1);
  const bits = Math.min(MOST_BITS, Math.max(FEWEST_BITS, Math.ceil(Math.log2(places + 1))));
  const shift = 32 - bits;
  // Chains: by hash the last place that has it, and by place the one before it. Counted from 1.
  const last = await zeroes(2 ** bits, pace);
  const earlier = unwritten(places + 1);
  for (let place = 1; place <= places; place += 1) {
    if (place % BREATHE_EVERY === 0) await pace.yieldToLoop();
    const slot = slotOf(hashAt(text, (place - 1) * STEP), shift);
    earlier[place] = last[slot] as number;
    last[slot] = place;
  }

  /** Whether both agree on so many bytes through these two places. */
  function meets(bytes: Buffer, from: number, at: number, wanted: number): boolean {
    let after = 0;
    while (from + after < bytes.length && bytes[from + after] === text[at + after]) after += 1;
    if (after < WINDOW) return false;
    let before = 0;
    while (before < from && bytes[from - before - 1] === text[at - before - 1]) before += 1;
    return before + after >= wanted;
  }

  return {
    holdsRunOf(bytes, runBytes) {
      const wanted = Math.min(bytes.length, runBytes);
      if (wanted < SHORTEST_RUN) return wanted > 0 && holdsShort(text, bytes, wanted);
      let hash = hashAt(bytes, 0);
      for (let from = 0; ; from += 1) {
        for (let place = last[slotOf(hash, shift)] as number; place !== 0;) {
          if (meets(bytes, from, (place - 1) * STEP, wanted)) return true;
          place = earlier[place] as number;
        }
        if (from + WINDOW >= bytes.length) return false;
        hash = Math.imul(hash, FACTOR) + (bytes[from + WINDOW] as number);
        hash = (hash - Math.imul(bytes[from] as number, LEAVING)) | 0;
      }
    },
  };
}

async function joined(texts: readonly Buffer[], pace: Pace): Promise<Buffer> {
  const bytes = texts.reduce((sum, { length }) => sum + length + BETWEEN_BYTES, 0);
  // Every byte is written here. An inventory is many MiB: zeroing all of it first takes longer than a frame.
  const all = Buffer.allocUnsafeSlow(bytes);
  let at = 0;
  for (const each of texts) {
    at += each.copy(all, at);
    all.fill(0, at, at + BETWEEN_BYTES);
    at += BETWEEN_BYTES;
    await pace.yieldToLoop();
  }
  return all;
}

/** Each of them is to be written before it is read. */
function unwritten(length: number): Uint32Array {
  const { buffer, byteOffset } = Buffer.allocUnsafeSlow(length * Uint32Array.BYTES_PER_ELEMENT);
  return new Uint32Array(buffer, byteOffset, length);
}

async function zeroes(length: number, pace: Pace): Promise<Uint32Array> {
  const all = unwritten(length);
  for (let at = 0; at < length; at += ZEROED_AT_ONCE) {
    all.fill(0, at, at + ZEROED_AT_ONCE);
    await pace.yieldToLoop();
  }
  return all;
}

function holdsShort(text: Buffer, bytes: Buffer, wanted: number): boolean {
  for (let from = 0; from + wanted <= bytes.length; from += 1) {
    if (text.includes(bytes.subarray(from, from + wanted))) return true;
  }
  return false;
}

/** What a byte is worth when it leaves the window. */
const LEAVING = powerOf(FACTOR, WINDOW);

function powerOf(factor: number, exponent: number): number {
  let power = 1;
  for (let at = 0; at < exponent; at += 1) power = Math.imul(power, factor);
  return power;
}

function hashAt(bytes: Buffer, at: number): number {
  let hash = 0;
  for (let next = at; next < at + WINDOW; next += 1) {
    hash = (Math.imul(hash, FACTOR) + (bytes[next] as number)) | 0;
  }
  return hash;
}

const slotOf = (hash: number, shift: number): number => Math.imul(hash, SPREAD) >>> shift;

// Finds many byte strings in a stream at once without holding one of them. Of each only two things are
// kept: a rolling hash of its last bytes, which says where to look, and an HMAC-SHA-256 under a random key
// of this search, which says whether it is there. Key and tables are zeroed by `wipe`.
import { randomBytes } from 'node:crypto';
import { wipeableBuffer } from '../domain/wipeable-buffer.ts';
import { hmac } from '../vault/keys/primitives.ts';
import { createPace } from '../domain/yield-to-loop.ts';
import { createSpreadMap, type SpreadMap } from './spread-map.ts';

/** Shorter texts stand in every file by chance, and are not looked for. */
export const SHORTEST_BYTES = 8;
/** What the rolling hash covers: the longest that fits. */
const WINDOWS = [16, SHORTEST_BYTES] as const;
/** Bits of the filter for each text that is looked for: one position in so many is looked up in vain. */
const BITS_EACH = 64;
const LEAST_BITS = 1 << 15;
const MOST_BITS = 1 << 24;
/** Each of them is far away in memory: some hundred take a tenth of a millisecond. */
const FILLED_AT_ONCE = 512;

/** Digests that one scan makes before it looks more closely first. */
const DIGESTS_UNSEEN = 32;

/**
 * `start` and `end` are places in the searched bytes. True where it counts: no more is told of the same text
 * that overlaps it.
 */
type Hit = (id: number, start: number, end: number) => boolean;

export interface RollingHashMatcher {
  /** Looks for the text under this id from now on. The bytes stay the caller's to wipe. */
  readonly add: (text: Buffer, id: number) => void;
  /** Length in bytes of the longest text that is looked for. */
  readonly longest: () => number;
  /** What the next scan would otherwise do first, in slices: with many texts it takes longer than a frame. */
  readonly prepare: () => Promise<void>;
  /**
   * Tells every text that ends after `from` and no later than `to`; the bytes before `from` were looked
   * at already and may be the beginning of one. Linear in `to - from`, whatever the bytes repeat.
   */
  readonly scan: (bytes: Buffer, from: number, to: number, hit: Hit) => void;
  readonly wipe: () => void;
}

/** A text that is looked for, by what of it is not secret; `scan` and what follows are of the last scan. */
interface Sought {
  readonly length: number;
  /** Rolling hash of all of it. */
  readonly whole: number;
  /** What leaves a run of this length takes with it: the factor to the power of the length. */
  readonly power: number;
  scan: number;
  /** Where it was found and counted last. */
  end: number;
  /** Where its digest was made last, and what came of it. */
  digestAt: number;
  ids: readonly number[];
}

/** One length of window. */
interface Mesh {
  readonly window: number;
  /** What leaves the window takes with it, by byte. */
  readonly exitGuard: Int32Array;
  /** By hash of the last bytes: the texts that end so. */
  readonly sought: SpreadMap<number, Sought[]>;
  filter: Uint32Array;
  shift: number;
}

export function createRollingHashMatcher(): RollingHashMatcher {
  const key = wipeableBuffer(32);
  key.set(randomBytes(32));
  const digestOf = (text: Uint8Array): string => hmac(key, text).toString('latin1');
  // The rolling hash is keyed too: nobody can write a file that makes it collide.
  const values = new Int32Array(new ArrayBuffer(1024));
  randomBytes(1024).copy(Buffer.from(values.buffer));
  const factor = randomBytes(4).readInt32LE(0) | 1;
  const meshes: readonly Mesh[] = WINDOWS.map((window) => ({
    window,
    exitGuard: exitGuardOf(values, factor, window),
    sought: createSpreadMap((hash) => hash),
    filter: new Uint32Array(0),
    shift: 0,
  }));
  const ids = createSpreadMap<string, number[]>((digest) => digest.charCodeAt(0));
  let longest = 0;
  let scans = 0;
  let digestsMade = 0;
  /** Hash of all bytes before each place, once a scan has made digests enough. */
  let hashes = new Int32Array(0);
  let hashed = 0;
  let isFiltered = false;
  let isWiped = false;

  function hashOf(text: Uint8Array, from: number, to: number): number {
    let hash = 0;
    for (let at = from; at < to; at += 1) {
      hash = (Math.imul(hash, factor) + (values[text[at] ?? 0] ?? 0)) | 0;
    }
    return hash;
  }

  function add(text: Buffer, id: number): void {
    const mesh = meshes.find(({ window }) => text.length >= window);
    if (mesh === undefined) return;
    const digest = digestOf(text);
    const known = ids.get(digest);
    // Ids come in their order: thousands of credentials may share one secret.
    if (known?.at(-1) === id) return;
    if (known === undefined) ids.set(digest, [id]);
    else known.push(id);
    const hash = hashOf(text, text.length - mesh.window, text.length);
    const whole = hashOf(text, 0, text.length);
    const others = mesh.sought.get(hash) ?? [];
    const isKnown = others.some((each) => each.length === text.length && each.whole === whole);
    if (!isKnown) mesh.sought.set(hash, [...others, soughtOf(text.length, whole, factor)]);
    longest = Math.max(longest, text.length);
    isFiltered = false;
  }

  /** A step each time so many hashes are in. */
  function* fillFilters(): Generator<void> {
    for (const mesh of meshes) {
      const size = mesh.sought.size();
      let bits = LEAST_BITS;
      while (bits < size * BITS_EACH && bits < MOST_BITS) bits *= 2;
      mesh.filter = new Uint32Array(bits / 32);
      mesh.shift = 32 - Math.log2(bits);
      let filled = 0;
      for (const hash of mesh.sought.keys()) {
        const bit = hash >>> mesh.shift;
        mesh.filter[bit >>> 5] = (mesh.filter[bit >>> 5] ?? 0) | (1 << (bit & 31));
        filled += 1;
        if (filled % FILLED_AT_ONCE === 0) yield;
      }
    }
    isFiltered = true;
  }

  function prove(mesh: Mesh, hash: number, bytes: Buffer, end: number, hit: Hit): void {
    for (const each of mesh.sought.get(hash) ?? []) {
      const start = end - each.length;
      if (start < 0 || (each.scan === scans && start < each.end)) continue;
      if (digestsMade >= DIGESTS_UNSEEN && !couldBe(each, bytes, start, end)) continue;
      lookUp(each, bytes, start, end);
      for (const id of each.ids) if (hit(id, start, end)) each.end = end;
    }
  }

  /** By the hash of all its bytes: what merely ends like it costs no digest. */
  function couldBe({ whole, power }: Sought, bytes: Buffer, start: number, end: number): boolean {
    if (hashed < end) {
      if (hashes.length <= bytes.length) hashes = new Int32Array(bytes.length + 1);
      for (; hashed < bytes.length; hashed += 1) {
        const value = values[bytes[hashed] as number] as number;
        hashes[hashed + 1] = (Math.imul(hashes[hashed] as number, factor) + value) | 0;
      }
    }
    const leaves = Math.imul(hashes[start] as number, power);
    return (((hashes[end] as number) - leaves) | 0) === whole;
  }

  /** The same bytes as a moment ago, as in a text that repeats itself, have the same digest. */
  function lookUp(each: Sought, bytes: Buffer, start: number, end: number): void {
    if (each.scan === scans) {
      const from = each.digestAt;
      if (bytes.compare(bytes, start, end, from, from + each.length) === 0) return;
    } else each.end = 0;
    each.scan = scans;
    each.digestAt = start;
    each.ids = ids.get(digestOf(bytes.subarray(start, end))) ?? [];
    digestsMade += 1;
  }

  /** The inner loop of the search: no call and no branch but the filter's. */
  function sweep(mesh: Mesh, bytes: Buffer, from: number, to: number, hit: Hit): void {
    const { window, exitGuard, filter, shift } = mesh;
    const first = Math.max(0, from + 1 - window);
    let at = first + window;
    if (mesh.sought.size() === 0 || at > to) return;
    let hash = hashOf(bytes, first, at);
    for (;;) {
      const bit = hash >>> shift;
      if (((filter[bit >>> 5] as number) & (1 << (bit & 31))) !== 0) {
        prove(mesh, hash, bytes, at, hit);
      }
      if (at >= to) return;
      const step =
        ((values[bytes[at] as number] as number) -
          (exitGuard[bytes[at - window] as number] as number)) |
        0;
      hash = (Math.imul(hash, factor) + step) | 0;
      at += 1;
    }
  }

  return {
    add,
    longest: () => longest,
    async prepare() {
      const pace = createPace();
      for (const _ of fillFilters()) {
        await pace.yieldToLoop();
        if (isWiped) return;
      }
    },
    scan(bytes, from, to, hit) {
      if (isWiped) return;
      if (!isFiltered) for (const _ of fillFilters());
      scans += 1;
      [digestsMade, hashed] = [0, 0];
      for (const mesh of meshes) sweep(mesh, bytes, from, to, hit);
    },
    wipe() {
      isWiped = true;
      key.fill(0);
      values.fill(0);
      hashes.fill(0);
      ids.clear();
      for (const mesh of meshes) {
        mesh.exitGuard.fill(0);
        mesh.sought.clear();
        mesh.filter.fill(0);
      }
    },
  };
}

function soughtOf(length: number, whole: number, factor: number): Sought {
  const power = powerOf(factor, length);
  return { length, whole, power, scan: 0, end: 0, digestAt: 0, ids: [] };
}

function powerOf(factor: number, exponent: number): number {
  let power = 1;
  for (let at = 0; at < exponent; at += 1) power = Math.imul(power, factor);
  return power;
}

/** By byte: its value times the factor to the power of the window. */
function exitGuardOf(values: Int32Array, factor: number, window: number): Int32Array {
  const power = powerOf(factor, window);
  return values.map((value) => Math.imul(value, power));
}

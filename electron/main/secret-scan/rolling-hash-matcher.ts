// Finds many byte strings in a stream at once without holding one of them. Of each only two things are
// kept: a rolling hash of its last bytes, which says where to look, and an HMAC-SHA-256 under a random key
// of this search, which says whether it is there. Key and tables are zeroed by `wipe`.
import { randomBytes } from 'node:crypto';
import { wipeableBuffer } from '../domain/wipeable-buffer.ts';
import { createKeyedDigest } from './keyed-digest.ts';

/** Shorter texts stand in every file by chance, and are not looked for. */
export const SHORTEST_BYTES = 8;
/** What the rolling hash covers: the longest that fits. */
const WINDOWS = [16, SHORTEST_BYTES] as const;
/** Bits of the filter for each text that is looked for: one position in so many is looked up in vain. */
const BITS_EACH = 64;
const LEAST_BITS = 1 << 15;
const MOST_BITS = 1 << 24;

/** `start` and `end` are places in the searched bytes. */
export type Hit = (id: number, start: number, end: number) => void;

export interface KeyedNet {
  /** Looks for the text under this id from now on. The bytes stay the caller's to wipe. */
  readonly add: (text: Buffer, id: number) => void;
  /** Length in bytes of the longest text that is looked for. */
  readonly longest: () => number;
  /**
   * Tells every text that ends after `from` and no later than `to`; the bytes before `from` were looked
   * at already and may be the beginning of one. Linear in `to - from`.
   */
  readonly scan: (bytes: Uint8Array, from: number, to: number, hit: Hit) => void;
  readonly wipe: () => void;
}

/** One length of window. */
interface Mesh {
  readonly window: number;
  /** What leaves the window takes with it, by byte. */
  readonly leaving: Int32Array;
  /** By hash of the last bytes: the lengths of the texts that end so. */
  readonly lengths: Map<number, number[]>;
  filter: Uint32Array;
  shift: number;
}

export function createKeyedNet(): KeyedNet {
  const key = wipeableBuffer(32);
  key.set(randomBytes(32));
  const digests = createKeyedDigest(key);
  key.fill(0);
  // The rolling hash is keyed too: nobody can write a file that makes it collide.
  const values = new Int32Array(new ArrayBuffer(1024));
  randomBytes(1024).copy(Buffer.from(values.buffer));
  const factor = randomBytes(4).readInt32LE(0) | 1;
  const meshes: readonly Mesh[] = WINDOWS.map((window) => ({
    window,
    leaving: leavingOf(values, factor, window),
    lengths: new Map(),
    filter: new Uint32Array(0),
    shift: 0,
  }));
  const ids = new Map<string, number[]>();
  let longest = 0;
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
    const digest = digests.of(text);
    const known = ids.get(digest);
    // Ids come in their order: thousands of credentials may share one secret.
    if (known?.at(-1) === id) return;
    if (known === undefined) ids.set(digest, [id]);
    else known.push(id);
    const hash = hashOf(text, text.length - mesh.window, text.length);
    const lengths = mesh.lengths.get(hash) ?? [];
    if (!lengths.includes(text.length)) mesh.lengths.set(hash, [...lengths, text.length]);
    longest = Math.max(longest, text.length);
    isFiltered = false;
  }

  function fillFilters(): void {
    for (const mesh of meshes) {
      let bits = LEAST_BITS;
      while (bits < mesh.lengths.size * BITS_EACH && bits < MOST_BITS) bits *= 2;
      mesh.filter = new Uint32Array(bits / 32);
      mesh.shift = 32 - Math.log2(bits);
      for (const hash of mesh.lengths.keys()) {
        const bit = hash >>> mesh.shift;
        mesh.filter[bit >>> 5] = (mesh.filter[bit >>> 5] ?? 0) | (1 << (bit & 31));
      }
    }
    isFiltered = true;
  }

  function prove(mesh: Mesh, hash: number, bytes: Uint8Array, end: number, hit: Hit): void {
    for (const length of mesh.lengths.get(hash) ?? []) {
      const start = end - length;
      if (start < 0) continue;
      for (const id of ids.get(digests.of(bytes.subarray(start, end))) ?? []) hit(id, start, end);
    }
  }

  /** The inner loop of the search: no call and no branch but the filter's. */
  function sweep(mesh: Mesh, bytes: Uint8Array, from: number, to: number, hit: Hit): void {
    const { window, leaving, filter, shift } = mesh;
    const first = Math.max(0, from + 1 - window);
    let at = first + window;
    if (mesh.lengths.size === 0 || at > to) return;
    let hash = hashOf(bytes, first, at);
    for (;;) {
      const bit = hash >>> shift;
      if (((filter[bit >>> 5] as number) & (1 << (bit & 31))) !== 0) {
        prove(mesh, hash, bytes, at, hit);
      }
      if (at >= to) return;
      const step =
        ((values[bytes[at] as number] as number) -
          (leaving[bytes[at - window] as number] as number)) |
        0;
      hash = (Math.imul(hash, factor) + step) | 0;
      at += 1;
    }
  }

  return {
    add,
    longest: () => longest,
    scan(bytes, from, to, hit) {
      if (isWiped) return;
      if (!isFiltered) fillFilters();
      for (const mesh of meshes) sweep(mesh, bytes, from, to, hit);
    },
    wipe() {
      isWiped = true;
      digests.wipe();
      values.fill(0);
      ids.clear();
      for (const mesh of meshes) {
        mesh.leaving.fill(0);
        mesh.lengths.clear();
        mesh.filter.fill(0);
      }
    },
  };
}

/** By byte: its value times the factor to the power of the window. */
function leavingOf(values: Int32Array, factor: number, window: number): Int32Array {
  let power = 1;
  for (let at = 0; at < window; at += 1) power = Math.imul(power, factor);
  return values.map((value) => Math.imul(value, power));
}

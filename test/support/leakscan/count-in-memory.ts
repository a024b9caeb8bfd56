// Counts the copies of many patterns in a process's memory in one pass: a hundred secrets in twenty
// forms each. Linux as root only, like process-memory.ts. Reports names and places, never a secret.
import type { Pattern } from './patterns.ts';
import { eachMemoryPiece } from './process-memory.ts';

export interface MemoryCount {
  /** Copies by pattern name; a pattern that was not found is absent. */
  readonly copies: ReadonlyMap<string, number>;
  /** The mapping each copy lies in; `anonymous` for unnamed memory. */
  readonly places: ReadonlyMap<string, number>;
  /** How much was read: a search of nothing proves nothing. */
  readonly bytes: number;
}

const HASH_BITS = 20;
const WORD_BYTES = 4;

/** Patterns of at least 8 bytes. Stop the process first if it must not change meanwhile. */
export function countInMemory(pid: number, patterns: readonly Pattern[]): MemoryCount {
  const copies = new Map<string, number>();
  const places = new Map<string, number>();
  const parts = partsOf(patterns);
  const overlap = Math.max(0, ...patterns.map(({ bytes }) => bytes.length - 1));
  const bytes = eachMemoryPiece(pid, overlap, ({ view, kept, area }) => {
    const words = new Int32Array(
      view.buffer,
      view.byteOffset,
      Math.floor(view.length / WORD_BYTES),
    );
    for (let index = nextWord(words, 0, parts); index !== -1;) {
      for (const { pattern, offset } of parts.holding.get(words[index] ?? 0) ?? []) {
        const at = index * WORD_BYTES - offset;
        const after = at + pattern.bytes.length;
        // What ends in the kept part was counted with the piece before.
        if (at < 0 || after <= kept || after > view.length) continue;
        if (pattern.bytes.compare(view, at, after) !== 0) continue;
        copies.set(pattern.name, (copies.get(pattern.name) ?? 0) + 1);
        places.set(area || 'anonymous', (places.get(area || 'anonymous') ?? 0) + 1);
      }
      index = nextWord(words, index + 1, parts);
    }
  });
  return { copies, places, bytes };
}

/** The first word from `from` that may be in a pattern, or -1. By itself, to be compiled for speed. */
function nextWord(words: Int32Array, from: number, { mayHold }: Parts): number {
  for (let index = from; index < words.length; index++) {
    if (mayHold[slotOf(words[index] ?? 0)] === 1) return index;
  }
  return -1;
}

const slotOf = (word: number): number => Math.imul(word, 0x9e_37_79_b1) >>> (32 - HASH_BITS);

/** Four bytes of a pattern that fill one aligned word, wherever in memory the pattern lies. */
interface Part {
  readonly pattern: Pattern;
  readonly offset: number;
}

interface Parts {
  readonly mayHold: Uint8Array;
  readonly holding: ReadonlyMap<number, readonly Part[]>;
}

/** To look at every word is a quarter of the work of looking at every byte. */
function partsOf(patterns: readonly Pattern[]): Parts {
  const mayHold = new Uint8Array(1 << HASH_BITS);
  const holding = new Map<number, Part[]>();
  for (const pattern of patterns) {
    for (let offset = 0; offset < WORD_BYTES; offset++) {
      const word = pattern.bytes.readInt32LE(offset);
      mayHold[slotOf(word)] = 1;
      const others = holding.get(word);
      if (others === undefined) holding.set(word, [{ pattern, offset }]);
      else others.push({ pattern, offset });
    }
  }
  return { mayHold, holding };
}

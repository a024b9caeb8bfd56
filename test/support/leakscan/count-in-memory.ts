// Counts the copies of many needles in a process's memory in one pass: a hundred secrets in twenty
// forms each. Linux as root only, like process-memory.ts. Reports names and places, never a secret.
import type { Needle } from './needles.ts';
import { eachMemoryPiece } from './process-memory.ts';

export interface MemoryCount {
  /** Copies by needle name; a needle that was not found is absent. */
  readonly copies: ReadonlyMap<string, number>;
  /** The mapping each copy lies in; `anonymous` for unnamed memory. */
  readonly places: ReadonlyMap<string, number>;
  /** How much was read: a search of nothing proves nothing. */
  readonly bytes: number;
}

const HASH_BITS = 20;
const KEY_BYTES = 4;

/** Needles of at least 8 bytes. Stop the process first if it must not change meanwhile. */
export function countInMemory(pid: number, needles: readonly Needle[]): MemoryCount {
  const copies = new Map<string, number>();
  const places = new Map<string, number>();
  const { mayBegin, beginningWith } = indexOf(needles);
  const overlap = Math.max(0, ...needles.map(({ bytes }) => bytes.length - 1));
  const bytes = eachMemoryPiece(pid, overlap, ({ view, kept, area }) => {
    let key = 0;
    for (let end = 0; end < view.length; end++) {
      key = (key >>> 8) | ((view[end] ?? 0) << 24);
      if (mayBegin[slotOf(key)] === 0) continue;
      const at = end - (KEY_BYTES - 1);
      if (at < 0) continue;
      for (const needle of beginningWith.get(key >>> 0) ?? []) {
        const after = at + needle.bytes.length;
        // What ends in the kept part was counted with the piece before.
        if (after <= kept || after > view.length) continue;
        if (needle.bytes.compare(view, at, after) !== 0) continue;
        copies.set(needle.name, (copies.get(needle.name) ?? 0) + 1);
        places.set(area || 'anonymous', (places.get(area || 'anonymous') ?? 0) + 1);
      }
    }
  });
  return { copies, places, bytes };
}

const slotOf = (key: number): number => Math.imul(key, 0x9e_37_79_b1) >>> (32 - HASH_BITS);

function indexOf(needles: readonly Needle[]): {
  readonly mayBegin: Uint8Array;
  readonly beginningWith: ReadonlyMap<number, readonly Needle[]>;
} {
  const mayBegin = new Uint8Array(1 << HASH_BITS);
  const beginningWith = new Map<number, Needle[]>();
  for (const needle of needles) {
    const key = needle.bytes.readUInt32LE(0);
    mayBegin[slotOf(key)] = 1;
    beginningWith.set(key, [...(beginningWith.get(key) ?? []), needle]);
  }
  return { mayBegin, beginningWith };
}

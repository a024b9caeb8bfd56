// Looks at one stream of bytes, piece by piece, for what the needles are, as it stands and with escapes undone. What
// stands across two pieces is found as well. Never keeps more than the last few pieces.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beginningOf, countOn, textKind, type Counted, type TextKind } from './line-count.ts';
import type { Needle, Needles } from './needles.ts';
import { readingsOf, WIDEST_ESCAPE, type Reading } from './readings.ts';

/** Read in one way without a turn of the event loop: some milliseconds. */
export const PIECE_BYTES = 256 * 1024;

/** One place where a needle stands. */
export interface Match {
  readonly needle: Needle;
  readonly atByte: number;
  readonly lengthBytes: number;
  readonly line: number;
  readonly column: number;
  /** Found with escapes undone. */
  readonly isEscaped: boolean;
}

interface Extent {
  readonly needle: Needle;
  readonly start: number;
  readonly end: number;
  readonly isEscaped: boolean;
}

/** One stream; the next one begins with a new scan. */
export class TextScan {
  readonly #needles: Needles;
  /** Bytes that are kept, so that what goes on in the next piece is found. */
  readonly #overlap: number;
  #held: Buffer = Buffer.alloc(0);
  /** Place in the stream of the first byte that is held. */
  #base = 0;
  #kind: TextKind | null = null;
  /** Of what is no longer held. */
  #counted: Counted = { place: 0, lines: 0, characters: 0 };
  /** Where the last match of each secret ended: what overlaps it is the same one. */
  readonly #ends = new Map<number, number>();

  constructor(needles: Needles) {
    this.#needles = needles;
    this.#overlap = WIDEST_ESCAPE * needles.longest;
  }

  /** Null before the first piece. */
  get kind(): TextKind | null {
    return this.#kind;
  }

  /** What was found, in the order of the stream. The event loop turns after each reading. */
  async push(piece: Uint8Array): Promise<readonly Match[]> {
    const seen = this.#held.length;
    this.#held = Buffer.concat([this.#held, piece]);
    this.#kind ??= this.#begin();
    const extents: Extent[] = [];
    for (const reading of readingsOf(this.#held)) {
      for (const extent of extentsIn(reading, this.#needles)) {
        if (extent.end > seen) extents.push(extent);
      }
      await nextTurn();
    }
    const matches = this.#told(this.#kind, extents);
    const dropped = Math.max(0, this.#held.length - this.#overlap);
    this.#counted = countOn(this.#kind, this.#counted, this.#held, 0, dropped);
    this.#held = this.#held.subarray(dropped);
    this.#base += dropped;
    return matches;
  }

  #begin(): TextKind {
    const kind = textKind(this.#held);
    this.#counted = beginningOf(kind, this.#held);
    return kind;
  }

  #told(kind: TextKind, extents: readonly Extent[]): Match[] {
    const matches: Match[] = [];
    let [counted, at] = [this.#counted, 0];
    for (const { needle, start, end, isEscaped } of extents.toSorted(inOrder)) {
      counted = countOn(kind, counted, this.#held, at, start);
      at = start;
      if (this.#base + start < (this.#ends.get(needle.id) ?? 0)) continue;
      this.#ends.set(needle.id, this.#base + end);
      matches.push({
        needle,
        atByte: this.#base + start,
        lengthBytes: end - start,
        line: counted.lines + 1,
        column: Math.floor(counted.characters) + 1,
        isEscaped,
      });
    }
    return matches;
  }
}

function extentsIn(reading: Reading, needles: Needles): readonly Extent[] {
  const extents: Extent[] = [];
  needles.find(reading.bytes, reading.isJoined, (needle, start) => {
    const [from, to] = [reading.rawAt(start), reading.rawAt(start + needle.bytes.length)];
    extents.push({ needle, start: from, end: to, isEscaped: reading.isEscaped });
  });
  return extents;
}

/** As it stands before what was undone, which may begin or end with an escape that is not ours. */
const inOrder = (one: Extent, other: Extent): number =>
  one.start - other.start || Number(one.isEscaped) - Number(other.isEscaped) || other.end - one.end;

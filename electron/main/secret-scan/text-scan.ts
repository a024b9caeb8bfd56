// Looks at one stream of bytes, piece by piece, for what the needles are, as it stands and with escapes undone. What
// stands across two pieces is found as well. Never keeps more than the last few pieces.
import type { Needle, Needles } from './needles.ts';
import { readingsOf, WIDEST_ESCAPE, type Reading } from './readings.ts';

/** Looked at in one turn of the event loop. */
export const PIECE_BYTES = 256 * 1024;
/** How much of the beginning tells a text from what is none. */
const LOOKED_AT_BYTES = 4096;

/** One place where a needle stands. */
export interface Match {
  readonly needle: Needle;
  readonly atByte: number;
  readonly lengthBytes: number;
  /** Both from 1, as an editor counts characters. */
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

type Place = Pick<Match, 'line' | 'column'>;
/** `binary`: eight bits, with zero bytes among them. */
type TextKind = 'utf8' | 'utf16le' | 'utf16be' | 'binary';

/** One stream; the next one begins with a new scan. */
export class TextScan {
  readonly #needles: Needles;
  /** Bytes that are kept, so that what goes on in the next piece is found. */
  readonly #overlap: number;
  #held: Buffer = Buffer.alloc(0);
  /** Place in the stream of the first byte that is held. */
  #base = 0;
  #place: Place = { line: 1, column: 1 };
  #kind: TextKind | null = null;
  /** Where the last match of each secret ended: what overlaps it is the same one. */
  readonly #ends = new Map<number, number>();

  constructor(needles: Needles) {
    this.#needles = needles;
    this.#overlap = WIDEST_ESCAPE * needles.longest;
  }

  /** False before the first piece. */
  get isText(): boolean {
    return this.#kind !== null && this.#kind !== 'binary';
  }

  /** What was found, in the order of the stream. */
  push(piece: Buffer): readonly Match[] {
    this.#kind ??= this.#begin(piece);
    const seen = this.#held.length;
    this.#held = Buffer.concat([this.#held, piece]);
    const extents: Extent[] = [];
    for (const reading of readingsOf(this.#held)) {
      for (const extent of extentsIn(reading, this.#needles)) {
        if (extent.end > seen) extents.push(extent);
      }
    }
    const matches = this.#told(this.#kind, extents);
    const dropped = Math.max(0, this.#held.length - this.#overlap) & ~1;
    this.#place = movedOn(this.#place, this.#kind, this.#held.subarray(0, dropped));
    this.#held = this.#held.subarray(dropped);
    this.#base += dropped;
    return matches;
  }

  /** By the mark at the beginning (Unicode 23.8), which is no character of the text. */
  #begin(piece: Buffer): TextKind {
    const mark = /^(?:\xff\xfe|\xfe\xff|\xef\xbb\xbf)/.exec(piece.toString('latin1', 0, 3))?.[0];
    if (mark !== undefined) this.#place = { line: 1, column: 0 };
    if (mark?.length === 2) return mark === '\xff\xfe' ? 'utf16le' : 'utf16be';
    const beginning = piece.subarray(0, LOOKED_AT_BYTES);
    // Without a mark, by the zero beside each character of ASCII.
    const zerosAt = (odd: number): number =>
      beginning.filter((byte, at) => byte === 0 && (at & 1) === odd).length;
    const [even, odd] = [zerosAt(0), zerosAt(1)];
    if (even + odd === 0) return 'utf8';
    if (Math.max(even, odd) < beginning.length / 4) return 'binary';
    if (even * 8 < odd) return 'utf16le';
    return odd * 8 < even ? 'utf16be' : 'binary';
  }

  #told(kind: TextKind, extents: readonly Extent[]): Match[] {
    const matches: Match[] = [];
    let [place, at] = [this.#place, 0];
    for (const { needle, start, end, isEscaped } of extents.toSorted(inOrder)) {
      // A character of UTF-16 begins at an even byte.
      const to = kind === 'utf16le' || kind === 'utf16be' ? start & ~1 : start;
      place = movedOn(place, kind, this.#held.subarray(at, to));
      at = to;
      const atByte = this.#base + start;
      if (atByte < (this.#ends.get(needle.id) ?? 0)) continue;
      this.#ends.set(needle.id, this.#base + end);
      matches.push({ needle, atByte, lengthBytes: end - start, ...place, isEscaped });
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

/** The place behind these bytes. */
function movedOn({ line, column }: Place, kind: TextKind, bytes: Buffer): Place {
  const lines = charactersOf(kind, bytes).split('\n');
  const characters = lines.at(-1)?.length ?? 0;
  return lines.length === 1
    ? { line, column: column + characters }
    : { line: line + lines.length - 1, column: 1 + characters };
}

/** Something for each character; bytes that go on with one of UTF-8 are none of their own. */
function charactersOf(kind: TextKind, bytes: Buffer): string {
  if (kind === 'utf16le') return bytes.toString('utf16le');
  if (kind === 'utf16be') return Buffer.from(bytes).swap16().toString('utf16le');
  return bytes.toString('latin1').replaceAll(/[\x80-\xbf]/g, '');
}

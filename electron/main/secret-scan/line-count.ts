// Lines and columns of places in a stream. Characters of UTF-8 and of UTF-16 are counted as an editor
// counts them, without the mark at the beginning. Pure.

const LINE_FEED = 0x0a;
/** How much of the beginning is looked at to tell the encoding. */
const LOOKED_AT_BYTES = 4096;
/** One byte in so many is zero in UTF-16 that holds what logs hold. */
const WIDE_SHARE = 4;

/** `binary`: eight bits, with zero bytes among them. */
export type TextKind = 'text' | 'utf16le' | 'utf16be' | 'binary';

/** By its mark, or by where its zero bytes stand. */
export function textKind(beginning: Buffer): TextKind {
  const looked = beginning.subarray(0, LOOKED_AT_BYTES);
  if (looked[0] === 0xff && looked[1] === 0xfe) return 'utf16le';
  if (looked[0] === 0xfe && looked[1] === 0xff) return 'utf16be';
  const zeros = [0, 0];
  looked.forEach((byte, at) => {
    if (byte === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (even + odd === 0) return 'text';
  const many = looked.length / WIDE_SHARE;
  if (odd >= many && even * 8 < odd) return 'utf16le';
  if (even >= many && odd * 8 < even) return 'utf16be';
  return 'binary';
}

/** How far the counting came. */
export interface Counted {
  /** Bytes of the stream. */
  readonly place: number;
  /** Line ends before the place. */
  readonly lines: number;
  /** Characters before it on its line; a half one counts in UTF-16. */
  readonly characters: number;
}

export function beginningOf(kind: TextKind, beginning: Buffer): Counted {
  const isMarked =
    kind === 'text'
      ? beginning[0] === 0xef && beginning[1] === 0xbb && beginning[2] === 0xbf
      : kind !== 'binary' && (beginning[0] ?? 0) + (beginning[1] ?? 0) === 0x1fd;
  return { place: 0, lines: 0, characters: isMarked ? -1 : 0 };
}

/** Goes on over the bytes from `from` to `to`, of which the first one stands where it came to. */
export function countOn(
  kind: TextKind,
  before: Counted,
  bytes: Buffer,
  from: number,
  to: number,
): Counted {
  const isWide = kind === 'utf16le' || kind === 'utf16be';
  const base = before.place - from;
  let { lines } = before;
  let lineBegins = -1;
  for (let at = bytes.indexOf(LINE_FEED, from); at >= 0 && at < to;) {
    if (!isWide || isWideLineEnd(kind, bytes, at, base)) {
      lines += 1;
      lineBegins = at + (kind === 'utf16le' ? 2 : 1);
    }
    at = bytes.indexOf(LINE_FEED, at + 1);
  }
  const counted = lineBegins < 0 ? before.characters : 0;
  const start = lineBegins < 0 ? from : lineBegins;
  const more = isWide ? (to - start) / 2 : charactersIn(bytes, start, to);
  return { place: base + to, lines, characters: counted + more };
}

/** The low byte of a line feed, with its high one beside it. */
function isWideLineEnd(kind: TextKind, bytes: Buffer, at: number, base: number): boolean {
  const isLittle = kind === 'utf16le';
  const isLow = ((base + at) & 1) === (isLittle ? 0 : 1);
  return isLow && (isLittle ? bytes[at + 1] : bytes[at - 1]) === 0;
}

/** What goes on a character of UTF-8 is none of its own. */
function charactersIn(bytes: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) if (((bytes[at] as number) & 0xc0) !== 0x80) count += 1;
  return count;
}

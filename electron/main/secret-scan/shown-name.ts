// A file name as it may be shown: anybody may have made it. What cannot be seen, or turns the direction
// of a line, stands there as its code; what is ours is covered.
const MOST_CHARACTERS = 300;
const COVER = '▪▪▪';
/** Control, format (bidirectional marks among them), line and paragraph ends, private use, not assigned. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

interface Covered {
  readonly atByte: number;
  readonly lengthBytes: number;
}

/** @param covered what stands in the name and is ours, in the order of the name. */
export function shownName(name: Buffer, covered: readonly Covered[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { atByte, lengthBytes } of covered) {
    if (atByte > at) parts.push(seen(name.subarray(at, atByte)));
    if (parts.at(-1) !== COVER) parts.push(COVER);
    at = Math.max(at, atByte + lengthBytes);
  }
  parts.push(seen(name.subarray(at)));
  const whole = parts.join('');
  if (whole.length <= MOST_CHARACTERS) return whole;
  // Cut in the middle of a character of two units, the rest of it would be none.
  return `…${whole.slice(1 - MOST_CHARACTERS).replace(/^[\uDC00-\uDFFF]/, '')}`;
}

const seen = (bytes: Buffer): string =>
  bytes
    .toString('utf8')
    .replaceAll(UNSEEN, (each) => `‹${(each.codePointAt(0) ?? 0).toString(16).toUpperCase()}›`);

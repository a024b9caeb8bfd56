// The regular patterns that passphrase-strength.ts charges little for: sequences, runs along the
// keyboard, dates. Each looks at lower-case code points from one place on and answers where the
// pattern ends and what it costs in bits, or null.

/** A pattern that was found. */
export interface Pattern {
  /** Index after its last character. */
  readonly end: number;
  readonly bits: number;
}

/** abcd, 6543, aceg: equal steps of at most two. */
export function sequenceBits(points: Uint32Array, start: number): Pattern | null {
  const step = (points[start + 1] ?? 0) - (points[start] ?? 0);
  if (Math.abs(step) > 2 || start + 2 >= points.length) return null;
  let end = start + 2;
  while (end < points.length && (points[end] ?? 0) - (points[end - 1] ?? 0) === step) end += 1;
  const length = end - start;
  return length < 3 ? null : { end, bits: 6 + Math.log2(length) };
}

const rows = [
  '`1234567890-=',
  'qwertyuiop[]',
  'asdfghjkl;',
  'zxcvbnm,./',
  'azertyuiop',
  'qwertzuiop',
  'yxcvbnm',
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '5tgb',
  '6yhn',
  '7ujm',
];
const neighbours = new Set(
  rows.flatMap((row) => {
    const points = Array.from(row, (letter) => letter.codePointAt(0) ?? 0);
    return points.slice(1).flatMap((point, index) => {
      const before = points[index] ?? 0;
      return [before * 128 + point, point * 128 + before];
    });
  }),
);

/** qwert, 4rfv, lkjh: neighbours on a common layout, in either direction. */
export function keyboardBits(points: Uint32Array, start: number): Pattern | null {
  let end = start + 1;
  while (end < points.length) {
    const before = points[end - 1] ?? 0;
    const point = points[end] ?? 0;
    if (before > 127 || point > 127 || !neighbours.has(before * 128 + point)) break;
    end += 1;
  }
  const length = end - start;
  return length < 4 ? null : { end, bits: 8 + 1.5 * Math.log2(length) };
}

/** Of a code point. */
export const isDigit = (point: number): boolean => point >= 48 && point <= 57;

/** Years from 1900 to 2059, and six to ten characters of digits and separators that read as a date. */
export function dateBits(points: Uint32Array, start: number): Pattern | null {
  if (!isDigit(points[start] ?? 0)) return null;
  let end = start;
  let digits = 0;
  let value = 0;
  while (end < points.length && digits < 8) {
    const point = points[end] ?? 0;
    const separator = (point >= 45 && point <= 47) || point === 32;
    if (!isDigit(point) && !(separator && isDigit(points[end + 1] ?? 0))) break;
    if (isDigit(point)) {
      digits += 1;
      value = value * 10 + (point - 48);
    }
    end += 1;
    if (digits === 4 && value >= 1900 && value < 2060 && !isDigit(points[end] ?? 0)) break;
  }
  if (digits === 4 && value >= 1900 && value < 2060) return { end, bits: 7.3 };
  return digits === 6 || digits === 8 ? { end, bits: 15.5 } : null;
}

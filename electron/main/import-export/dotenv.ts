// `.env` files: NAME=value lines with comments, `export`, and single, double or no quotation marks. A
// value ends on its line. `${NAME}` stands for another line of the same file; elsewhere it is no value.
import type { FoundValue } from './found-values.ts';
import type { ImportText } from './import-text.ts';
import { MAX_NAME_BYTES, MAX_NODES } from './import-limits.ts';

interface EnvironmentLine extends FoundValue {
  /** In single quotation marks nothing stands for anything else. */
  readonly isLiteral: boolean;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_.-]*$/;
const EXPORT = Buffer.from('export');
const SPACE = 0x20;
const TAB = 0x09;
const HASH = 0x23;
const BACKSLASH = 0x5c;
const QUOTES: ReadonlySet<number> = new Set([0x22, 0x27, 0x60]);
const ESCAPES: ReadonlyMap<number, number> = new Map([
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
  [0x22, 0x22],
  [0x5c, 0x5c],
  [0x24, 0x24],
]);

/** @throws ImportRefusal `import_not_read`, `import_duplicate_name`, `import_too_much` */
export function readDotenv(text: ImportText): readonly EnvironmentLine[] {
  const lines: EnvironmentLine[] = [];
  const names = new Set<string>();
  for (const { start, end } of linesOf(text.bytes)) {
    const line = readLine(text, start, end);
    if (line === null) continue;
    if (names.has(line.name)) text.refuse('import_duplicate_name', line.at);
    if (names.size === MAX_NODES) {
      text.refuse('import_too_much', line.at, { about: 'values', count: MAX_NODES });
    }
    names.add(line.name);
    lines.push(line);
  }
  return lines;
}

/** Without their ends: line feed, carriage return, or both. */
export function* linesOf(
  bytes: Buffer,
): Generator<{ readonly start: number; readonly end: number }> {
  let start = 0;
  for (let at = 0; at <= bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte !== 0x0a && byte !== 0x0d && at < bytes.length) continue;
    yield { start, end: at };
    if (byte === 0x0d && bytes[at + 1] === 0x0a) at += 1;
    start = at + 1;
  }
}

function readLine(text: ImportText, lineStart: number, end: number): EnvironmentLine | null {
  const { bytes } = text;
  let start = skipSpace(bytes, lineStart, end);
  if (start === end || bytes[start] === HASH) return null;
  const afterWord = start + EXPORT.length;
  if (bytes.subarray(start, afterWord).equals(EXPORT) && isSpace(bytes[afterWord])) {
    start = skipSpace(bytes, afterWord, end);
  }
  const equals = bytes.subarray(start, end).indexOf(0x3d);
  if (equals === -1) return text.refuse('import_not_read', start, { about: 'NAME=value' });
  if (equals > MAX_NAME_BYTES) {
    return text.refuse('import_too_much', start, { about: 'name', count: MAX_NAME_BYTES });
  }
  const name = bytes.toString('utf8', start, start + equals).trim();
  if (!NAME.test(name)) {
    return text.refuse('import_not_read', start, { about: 'a name of letters, digits and _' });
  }
  const at = skipSpace(bytes, start + equals + 1, end);
  const quote = bytes[at] ?? 0;
  if (at < end && QUOTES.has(quote)) {
    return { name, at: start, value: quoted(text, at, end), isLiteral: quote !== 0x22 };
  }
  return { name, at: start, value: plain(bytes, at, end), isLiteral: false };
}

/** A hash after a space begins a comment. */
function plain(bytes: Buffer, start: number, lineEnd: number): Buffer {
  let end = lineEnd;
  for (let at = start; at < lineEnd; at += 1) {
    if (bytes[at] === HASH && (at === start || isSpace(bytes[at - 1]))) {
      end = at;
      break;
    }
  }
  while (end > start && isSpace(bytes[end - 1])) end -= 1;
  return bytes.subarray(start, end);
}

function quoted(text: ImportText, open: number, end: number): Buffer {
  const { bytes } = text;
  const quote = bytes[open] ?? 0;
  const value = text.buffer(end - open);
  let length = 0;
  let at = open + 1;
  for (; at < end && bytes[at] !== quote; at += 1) {
    const next = bytes[at + 1] ?? 0;
    const escape = quote === 0x22 && bytes[at] === BACKSLASH ? ESCAPES.get(next) : undefined;
    if (escape !== undefined && at + 1 < end) at += 1;
    value[length] = escape ?? bytes[at] ?? 0;
    length += 1;
  }
  if (at >= end) {
    text.refuse('import_not_read', open, { about: 'the closing quotation mark on the same line' });
  }
  const rest = skipSpace(bytes, at + 1, end);
  if (rest !== end && bytes[rest] !== HASH) {
    text.refuse('import_not_read', rest, { about: 'nothing after the closing quotation mark' });
  }
  return value.subarray(0, length);
}

function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB;
}

function skipSpace(bytes: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end && isSpace(bytes[at])) at += 1;
  return at;
}

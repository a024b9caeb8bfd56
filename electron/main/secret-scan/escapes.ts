// Undoes what a text may have been put through on its way into a file: percent- and form-encoding, JSON
// and shell escapes, two bytes for each character. Only where something is undone, and as far around it as
// a find may reach: the rest is looked at as it is. Into memory that is used again and again.
import { hexDigit } from '../gateway/redaction/secret-encodings.ts';
import { wipeableBuffer } from '../domain/wipeable-buffer.ts';

const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;
const BACKSLASH = 0x5c;
/** What a letter after a backslash stands for (RFC 8259 section 7), by letter; 0 for no letter. */
const NAMED = new Uint8Array(256);
[...Buffer.from('bfnrt')].forEach((letter, at) => {
  NAMED[letter] = Buffer.from('\b\f\n\r\t')[at] ?? 0;
});

/** `from[n]`: where byte `n` began in what it was made of; one place more for the end. */
export interface Layer {
  readonly bytes: Buffer;
  readonly from: Uint32Array;
  length: number;
}

/** The caller wipes it. */
export function createLayer(sizeBytes: number): Layer {
  return {
    bytes: wipeableBuffer(sizeBytes),
    from: new Uint32Array(sizeBytes + 1),
    length: 0,
  };
}

export interface Undoing {
  /** The next place at or after this one where something may be undone; -1 for none. */
  readonly next: (source: Buffer, at: number) => number;
  /**
   * Puts what stands at this place into the layer and answers how many bytes of the source that was; 0
   * where nothing is to be undone, and then it put nothing.
   */
  readonly one: (source: Buffer, at: number, length: number, into: Layer) => number;
}

function put(layer: Layer, byte: number, at: number): void {
  layer.bytes[layer.length] = byte;
  layer.from[layer.length] = at;
  layer.length += 1;
}

/** As it is: most of what is undone is this. */
function copy(source: Buffer, from: number, to: number, into: Layer): void {
  const { bytes, from: places } = into;
  let made = into.length;
  for (let at = from; at < to; at += 1) {
    bytes[made] = source[at] as number;
    places[made] = at;
    made += 1;
  }
  into.length = made;
}

/** `%XX`; a `+` is a space too where `isForm` (the form encoding of HTML). */
export const undoPercent = (isForm: boolean): Undoing => ({
  next(source, at) {
    // Byte by byte: where one of the two is rare, a search for it would go on to the end each time.
    for (let next = at; next < source.length; next += 1) {
      if (source[next] === PERCENT || (isForm && source[next] === PLUS)) return next;
    }
    return -1;
  },
  one(source, at, length, into) {
    if (isForm && source[at] === PLUS) {
      put(into, SPACE, at);
      return 1;
    }
    const value = source[at] === PERCENT && at + 2 < length ? hexByte(source, at + 1) : -1;
    if (value < 0) return 0;
    put(into, value, at);
    return 3;
  },
});

/** A backslash with what follows it: JSON's escapes, `\xXX`, and any other mark as itself. */
export const undoBackslash: Undoing = {
  next: (source, at) => source.indexOf(BACKSLASH, at),
  one(source, at, length, into) {
    if (source[at] !== BACKSLASH || at + 1 >= length) return 0;
    const next = source[at + 1] as number;
    const named = NAMED[next] as number;
    if (named !== 0 || isMark(next)) {
      put(into, named === 0 ? next : named, at);
      return 2;
    }
    if (next === 0x78 && at + 3 < length) {
      const value = hexByte(source, at + 2);
      if (value < 0) return 0;
      put(into, value, at);
      return 4;
    }
    return unicode(source, at, length, into);
  },
};

function unicode(source: Buffer, at: number, length: number, into: Layer): number {
  const unit = codeUnit(source, at, length);
  if (unit < 0) return 0;
  const pair = isHighSurrogate(unit) ? codeUnit(source, at + 6, length) : -1;
  const isPair = isLowSurrogate(pair);
  const point = isPair ? 0x10000 + ((unit - 0xd800) << 10) + (pair - 0xdc00) : unit;
  for (const part of utf8Of(point)) put(into, part, at);
  return isPair ? 12 : 6;
}

/**
 * Undoes everything that may be undone, in runs: each begins `reach` bytes before the first thing undone
 * in it and goes on as far after the last. `run` is called with each before the next is made.
 */
export function undoInRuns(
  how: Undoing,
  source: Buffer,
  length: number,
  reach: number,
  into: Layer,
  run: (layer: Layer) => void,
): void {
  const text = source.subarray(0, length);
  for (let mark = how.next(text, 0); mark >= 0;) {
    into.length = 0;
    // A mark alone may mean nothing: a run costs its reach, and there may be a mark at every byte.
    if (how.one(source, mark, length, into) === 0) {
      mark = how.next(text, mark + 1);
      continue;
    }
    into.length = 0;
    copy(source, Math.max(0, mark - reach), mark, into);
    let at = mark;
    let ends = into.length;
    while (mark >= 0 && into.length <= ends) {
      const taken = how.one(source, mark, length, into);
      if (taken > 0) ends = into.length + reach;
      at = mark + Math.max(1, taken);
      if (taken === 0) copy(source, mark, at, into);
      mark = how.next(text, at);
      const until = Math.min(mark < 0 ? length : mark, at + ends - into.length + 1);
      copy(source, at, until, into);
      at = until;
    }
    into.from[into.length] = at;
    run(into);
    mark = how.next(text, at);
  }
}

/** Leaves out the zero bytes: what is left of ASCII in UTF-16, in either order, is the text itself. */
export function undoWide(source: Buffer, length: number, into: Layer): void {
  into.length = 0;
  for (let at = 0; at < length; at += 1) {
    const byte = source[at] as number;
    if (byte !== 0) put(into, byte, at);
  }
  into.from[into.length] = length;
}

/** Each of these bytes two places after the one before it, as in UTF-16. */
export function isWide({ from }: Layer, start: number, end: number): boolean {
  for (let at = start + 1; at < end; at += 1) {
    if ((from[at] as number) - (from[at - 1] as number) !== 2) return false;
  }
  return true;
}

/** -1 where there are no two digits. */
function hexByte(bytes: Buffer, at: number): number {
  const high = hexDigit(bytes[at] ?? 0);
  const low = hexDigit(bytes[at + 1] ?? 0);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/** Of `\uXXXX` at this place; -1 where there is none. */
function codeUnit(bytes: Buffer, at: number, length: number): number {
  if (at + 6 > length || bytes[at] !== BACKSLASH || bytes[at + 1] !== 0x75) return -1;
  const high = hexByte(bytes, at + 2);
  const low = hexByte(bytes, at + 4);
  return high < 0 || low < 0 ? -1 : high * 256 + low;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;

/** RFC 3629; a surrogate alone as its three bytes. */
function utf8Of(point: number): number[] {
  if (point < 0x80) return [point];
  if (point < 0x800) return [0xc0 | (point >> 6), 0x80 | (point & 63)];
  const last = [0x80 | ((point >> 6) & 63), 0x80 | (point & 63)];
  if (point < 0x10000) return [0xe0 | (point >> 12), ...last];
  return [0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63), ...last];
}

/** Visible ASCII that is neither letter nor digit, and the space. */
function isMark(byte: number): boolean {
  const lower = byte | 0x20;
  const isWord = (byte >= 0x30 && byte <= 0x39) || (lower >= 0x61 && lower <= 0x7a);
  return byte > 0x1f && byte < 0x7f && !isWord;
}

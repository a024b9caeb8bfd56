// Takes markup, terminal control sequences and whatever cannot be seen out of UTF-8 text, in buffers
// alone: the text may still repeat a secret (server-words.ts).
import { wipeableCopy } from '../../domain/wipeable-buffer.ts';

const ESC = 0x1b;
const BELL = 0x07;
const LESS = 0x3c;
const GREATER = 0x3e;
const SPACE = 0x20;
/** Controls, and format characters such as bidirectional overrides and zero-width joiners. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;
const BREAK_OR_SPACE = /[\t-\r\u0085\u2028\u2029\p{Zs}]/u;

/** In a buffer of its own. Any run of spaces and line breaks becomes one space. */
export function withoutMarkup(bytes: Buffer): Buffer {
  const plain = without(bytes, terminalSequenceEnd);
  const untagged = without(plain, tagEnd);
  const visible = onlyVisible(untagged);
  plain.fill(0);
  untagged.fill(0);
  return visible;
}

/** Leaves out each stretch that begins where `endOf` answers more than its place. */
function without(bytes: Buffer, endOf: (bytes: Buffer, at: number) => number): Buffer {
  const out = wipeableCopy(bytes);
  let length = 0;
  for (let at = 0; at < bytes.length;) {
    const end = endOf(bytes, at);
    if (end === at) {
      out[length] = bytes[at] ?? 0;
      length += 1;
    }
    at = Math.max(end, at + 1);
  }
  out.fill(0, length);
  return out.subarray(0, length);
}

/** ECMA-48: a control sequence, an operating system command, or ESC and one character. */
function terminalSequenceEnd(bytes: Buffer, start: number): number {
  if (bytes[start] !== ESC) return start;
  const kind = bytes[start + 1];
  if (kind === 0x5b) {
    let at = start + 2;
    while (isWithin(bytes[at], 0x30, 0x3f)) at += 1;
    while (isWithin(bytes[at], 0x20, 0x2f)) at += 1;
    return isWithin(bytes[at], 0x40, 0x7e) ? at + 1 : start + 2;
  }
  if (kind === 0x5d) {
    let at = start + 2;
    while (at < bytes.length && bytes[at] !== BELL && bytes[at] !== ESC) at += 1;
    if (bytes[at] === BELL) return at + 1;
    return bytes[at] === ESC && bytes[at + 1] === 0x5c ? at + 2 : at;
  }
  return kind === undefined || kind === 0x0a || kind === 0x0d
    ? start + 1
    : characterEnd(bytes, start + 1);
}

function isWithin(byte: number | undefined, low: number, high: number): boolean {
  return byte !== undefined && byte >= low && byte <= high;
}

function tagEnd(bytes: Buffer, start: number): number {
  if (bytes[start] !== LESS) return start;
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== LESS && bytes[at] !== GREATER) at += 1;
  return bytes[at] === GREATER ? at + 1 : start;
}

function onlyVisible(bytes: Buffer): Buffer {
  const out = wipeableCopy(bytes);
  let length = 0;
  for (let at = 0; at < bytes.length;) {
    const end = characterEnd(bytes, at);
    // One character at a time: no string ever holds more of a secret than that.
    const character = bytes.toString('utf8', at, end);
    if (BREAK_OR_SPACE.test(character)) {
      if (length > 0 && out[length - 1] !== SPACE) length = out.writeUInt8(SPACE, length);
    } else if (!INVISIBLE.test(character) && !/[<>\ufffd]/.test(character)) {
      length += bytes.copy(out, length, at, end);
    }
    at = end;
  }
  out.fill(0, length);
  return out.subarray(0, length);
}

/** Where a character of UTF-8 ends, also one that a mask cut in two (RFC 3629). */
function characterEnd(bytes: Buffer, start: number): number {
  const first = bytes[start] ?? 0;
  const longest = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  let end = start + 1;
  while (end < start + longest && isWithin(bytes[end], 0x80, 0xbf)) end += 1;
  return end;
}

// The text of a file or the clipboard while it is being read: checked UTF-8 in memory that is zeroed
// afterwards, and every buffer made out of it with it. Nothing that may be a secret becomes a string.
import { isUtf8 } from 'node:buffer';
import type { RequestFailureCode, FailureFacts } from '../../shared/failures/failure.ts';
import { wipeableBuffer } from '../domain/wipeable-buffer.ts';
import { MAX_DECODED_BYTES } from './import-limits.ts';
import { ImportRefusal, type TextPlace } from './import-refusal.ts';

export interface ImportText {
  /** UTF-8 without a byte order mark, no NUL, no control character but tab and line ends. */
  readonly bytes: Buffer;
  /** A buffer that is zeroed together with the text. */
  readonly buffer: (sizeBytes: number) => Buffer;
  readonly placeOf: (offset: number) => TextPlace;
  /** Ends the reading. */
  readonly refuse: (
    code: RequestFailureCode,
    offset: number,
    facts?: Pick<FailureFacts, 'about' | 'count'>,
  ) => never;
  readonly wipe: () => void;
}

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const DEL = 0x7f;
/** Thousands of small texts in memory of their own each would take longer to make than to read. */
const SLAB_BYTES = 16 * 1024;

/**
 * UTF-8, or UTF-16 that begins with its byte order mark. Takes the bytes over and zeroes them.
 * @throws ImportRefusal `import_not_text`
 */
export function createImportText(file: Buffer): ImportText {
  const scrap: Buffer[] = [file];
  const wipe = (): void => {
    for (const each of scrap) each.fill(0);
  };
  let decoded = 0;
  let slab = wipeableBuffer(0);
  const buffer = (sizeBytes: number): Buffer => {
    decoded += sizeBytes;
    if (decoded > MAX_DECODED_BYTES) {
      throw new ImportRefusal('import_too_much', null, { about: 'decoded' });
    }
    if (sizeBytes > SLAB_BYTES) {
      const own = wipeableBuffer(sizeBytes);
      scrap.push(own);
      return own;
    }
    if (sizeBytes > slab.length) {
      slab = wipeableBuffer(SLAB_BYTES);
      scrap.push(slab);
    }
    const made = slab.subarray(0, sizeBytes);
    slab = slab.subarray(sizeBytes);
    return made;
  };
  try {
    const bytes = utf8Of(file, buffer);
    const placeOf = placesIn(bytes);
    checkCharacters(bytes);
    return {
      bytes,
      buffer,
      placeOf,
      refuse(code, offset, facts) {
        throw new ImportRefusal(code, placeOf(offset), facts);
      },
      wipe,
    };
  } catch (refusal) {
    wipe();
    throw refusal;
  }
}

function utf8Of(file: Buffer, buffer: (sizeBytes: number) => Buffer): Buffer {
  const [first, second, third] = file;
  if (first === 0xff && second === 0xfe) return fromUtf16(file, true, buffer);
  if (first === 0xfe && second === 0xff) return fromUtf16(file, false, buffer);
  const hasMark = first === 0xef && second === 0xbb && third === 0xbf;
  const bytes = hasMark ? file.subarray(3) : file;
  if (!isUtf8(bytes)) {
    throw new ImportRefusal('import_not_text', placeIn(bytes, firstInvalid(bytes)), {
      about: 'encoding',
    });
  }
  return bytes;
}

/** RFC 2781. Refuses half a surrogate pair and half a unit. */
function fromUtf16(file: Buffer, isLittle: boolean, buffer: (sizeBytes: number) => Buffer): Buffer {
  const out = buffer(file.length * 2);
  const unitAt = (at: number): number => (isLittle ? file.readUInt16LE(at) : file.readUInt16BE(at));
  let length = 0;
  for (let at = 2; at < file.length; at += 2) {
    const place = (): TextPlace => placeIn(out.subarray(0, length), length);
    if (at + 1 >= file.length)
      throw new ImportRefusal('import_not_text', place(), { about: 'encoding' });
    let point = unitAt(at);
    if (point >= 0xd800 && point <= 0xdfff) {
      const low = point < 0xdc00 && at + 3 < file.length ? unitAt(at + 2) : 0;
      if (low < 0xdc00 || low > 0xdfff) {
        throw new ImportRefusal('import_not_text', place(), { about: 'encoding' });
      }
      point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00);
      at += 2;
    }
    length = writePoint(out, length, point);
  }
  return out.subarray(0, length);
}

/** Writes one character as UTF-8; answers where the next one goes. */
function writePoint(out: Buffer, at: number, point: number): number {
  if (point < 0x80) {
    out[at] = point;
    return at + 1;
  }
  const followers = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  const mark = [0, 0xc0, 0xe0, 0xf0][followers] ?? 0;
  out[at] = mark | (point >> (6 * followers));
  for (let left = followers - 1, to = at + 1; left >= 0; left -= 1, to += 1) {
    out[to] = 0x80 | ((point >> (6 * left)) & 0x3f);
  }
  return at + followers + 1;
}

function checkCharacters(bytes: Buffer): void {
  const odd = bytes.findIndex(
    (byte) => (byte < 0x20 && byte !== TAB && byte !== LF && byte !== CR) || byte === DEL,
  );
  if (odd === -1) return;
  const about = bytes[odd] === 0 ? 'nul' : 'control';
  throw new ImportRefusal('import_not_text', placeIn(bytes, odd), { about });
}

/** Halves the range until the first byte that makes it no UTF-8 is found. */
function firstInvalid(bytes: Buffer): number {
  let valid = 0;
  let invalid = bytes.length;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (isUtf8(bytes.subarray(0, backToStart(bytes, middle)))) valid = middle;
    else invalid = middle;
  }
  return valid;
}

/** A cut through a character is no fault of the text. */
function backToStart(bytes: Buffer, end: number): number {
  let at = end;
  while (at > 0 && end - at < 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1;
  return at;
}

const placeIn = (bytes: Buffer, offset: number): TextPlace => placesIn(bytes)(offset);

/** Goes on where it came to: the places of a file's rows are asked for in their order. */
function placesIn(bytes: Buffer): (offset: number) => TextPlace {
  let [line, start, counted] = [1, 0, 0];
  return (offset) => {
    if (offset < counted) [line, start, counted] = [1, 0, 0];
    for (; counted < offset && counted < bytes.length; counted += 1) {
      const ends = bytes[counted] === LF || (bytes[counted] === CR && bytes[counted + 1] !== LF);
      if (!ends) continue;
      line += 1;
      start = counted + 1;
    }
    return { line, column: Math.max(1, offset - start + 1) };
  };
}

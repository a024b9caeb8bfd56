// Reads the usual answer of a server that said yes, whole and in one piece, byte by byte. Nothing of what
// came becomes a string but a date in its one form, so nothing a server repeats in it can stay (R12).
// Knows one plain form (RFC 9112); whatever is merely different is left to the parser.
import type { ResponseHead } from './response-head.ts';

/** Real gateways send a third of it. */
const MOST_BYTES = 4_096;
const MOST_FIELDS = 64;
const COLON = 0x3a;
const CR = 0x0d;
const LF = 0x0a;
const SPACE = 0x20;
const TAB = 0x09;
const ZERO = 0x30;

const STATUS = Buffer.from('HTTP/1.1 200', 'latin1');
const LENGTH = Buffer.from('content-length', 'latin1');
const CONNECTION = Buffer.from('connection', 'latin1');
const KEEP_ALIVE = Buffer.from('keep-alive', 'latin1');
const DATE = Buffer.from('date', 'latin1');
const TYPE = Buffer.from('content-type', 'latin1');
/** Each changes where the answer ends, or has to be read: not usual. */
const OTHERS = ['transfer-encoding', 'upgrade', 'trailer', 'www-authenticate'].map((name) =>
  Buffer.from(name, 'latin1'),
);
const TYPES = ['application/json', 'text/plain', 'text/html'].map((type) => ({
  type,
  bytes: Buffer.from(type, 'latin1'),
}));
const CHARSET = Buffer.from('; charset=utf-8', 'latin1');

/** RFC 9110 section 5.6.2. */
const isTchar = new Uint8Array(256);
for (const byte of Buffer.from(
  "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
)) {
  isTchar[byte] = 1;
}

const NONE: readonly string[] = [];

/**
 * The head of a 200 whose content has a length and ends with these bytes, on a connection that stays.
 * Null for everything else. @param bytes only read
 */
export function readUsualAnswer(bytes: Buffer): ResponseHead | null {
  if (bytes.length > MOST_BYTES || !STATUS.equals(bytes.subarray(0, STATUS.length))) return null;
  let at = endOfLine(bytes, STATUS.length);
  // "200" and nothing, or a space and any words.
  if (at === -1 || (at > STATUS.length && bytes[STATUS.length] !== SPACE)) return null;
  let length = -1;
  let date = NONE;
  let type = NONE;
  for (let fields = 0; fields <= MOST_FIELDS; fields += 1) {
    const start = at + 2;
    at = endOfLine(bytes, start);
    if (at === -1) return null;
    if (at === start) return ends(bytes, at + 2, length) ? headOf(date, type, length) : null;
    const colon = endOfName(bytes, start);
    if (colon === -1) return null;
    const [from, to] = trimmed(bytes, colon + 1, at);
    const isName = (name: Buffer): boolean =>
      name.length === colon - start && isSame(bytes, start, name);
    if (isName(LENGTH)) {
      if (length !== -1) return null;
      length = numberIn(bytes, from, to);
      if (length === -1) return null;
    } else if (isName(CONNECTION)) {
      if (to - from !== KEEP_ALIVE.length || !isSame(bytes, from, KEEP_ALIVE)) return null;
    } else if (isName(DATE)) {
      if (date !== NONE || !isDate(bytes, from, to)) return null;
      date = [bytes.toString('latin1', from, to)];
    } else if (isName(TYPE)) {
      const known = knownType(bytes, from, to);
      if (type !== NONE || known === null) return null;
      type = [known];
    } else if (OTHERS.some(isName)) return null;
  }
  return null;
}

function headOf(date: readonly string[], type: readonly string[], length: number): ResponseHead {
  const fields = new Map([
    ['date', date],
    ['content-type', type],
    ['content-length', [String(length)]],
  ]);
  return { status: 200, values: (name) => fields.get(name) ?? NONE };
}

function ends(bytes: Buffer, at: number, length: number): boolean {
  return length !== -1 && at + length === bytes.length;
}

/** In any case of ASCII letters. @param lower in small letters */
function isSame(bytes: Buffer, at: number, lower: Buffer): boolean {
  if (at + lower.length > bytes.length) return false;
  for (let index = 0; index < lower.length; index += 1) {
    const byte = bytes[at + index] ?? 0;
    const wanted = lower[index] ?? 0;
    if (byte !== wanted && !(isLetter(wanted) && (byte | 0x20) === wanted)) return false;
  }
  return true;
}

const isLetter = (byte: number): boolean => byte >= 0x61 && byte <= 0x7a;
const isDigit = (byte: number): boolean => byte >= ZERO && byte <= ZERO + 9;

/** Where CR and LF stand; -1 where a line has no end, or holds what is no visible ASCII, space or tab. */
function endOfLine(bytes: Buffer, start: number): number {
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === CR) return bytes[at + 1] === LF ? at : -1;
    if (byte !== TAB && (byte < SPACE || byte > 0x7e)) return -1;
  }
  return -1;
}

/** Where the colon stands; -1 where there is none, or no name before it. */
function endOfName(bytes: Buffer, start: number): number {
  let at = start;
  while (isTchar[bytes[at] ?? 0] === 1) at += 1;
  return at > start && bytes[at] === COLON ? at : -1;
}

function trimmed(bytes: Buffer, start: number, end: number): readonly [number, number] {
  let from = start;
  let to = end;
  const isBlank = (at: number): boolean => bytes[at] === SPACE || bytes[at] === TAB;
  while (from < to && isBlank(from)) from += 1;
  while (to > from && isBlank(to - 1)) to -= 1;
  return [from, to];
}

/** -1 where it is no number of one to five digits. */
function numberIn(bytes: Buffer, from: number, to: number): number {
  if (to === from || to - from > 5) return -1;
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (!isDigit(byte)) return -1;
    value = value * 10 + byte - ZERO;
  }
  return value;
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((day) => Buffer.from(day));
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'
  .split(' ')
  .map((month) => Buffer.from(month));
/** RFC 9110 section 5.6.7: `#` a digit, `?` a letter of a name that is looked up. */
const DATE_FORM = Buffer.from('???, ## ??? #### ##:##:## GMT', 'latin1');

/** The one form in use: names that exist, and digits. There is no room in it for anything else. */
function isDate(bytes: Buffer, from: number, to: number): boolean {
  if (to - from !== DATE_FORM.length) return false;
  for (let index = 0; index < DATE_FORM.length; index += 1) {
    const form = DATE_FORM[index] ?? 0;
    const byte = bytes[from + index] ?? 0;
    if (form === 0x23 ? !isDigit(byte) : form !== 0x3f && byte !== form) return false;
  }
  const holds = (names: readonly Buffer[], at: number): boolean =>
    names.some((name) => bytes.compare(name, 0, 3, at, at + 3) === 0);
  return holds(DAYS, from) && holds(MONTHS, from + 8);
}

/** One of the usual types, with its charset or without; our own word for it. */
function knownType(bytes: Buffer, from: number, to: number): string | null {
  for (const { type, bytes: name } of TYPES) {
    if (!isSame(bytes, from, name)) continue;
    const end = from + name.length;
    if (end === to) return type;
    return to - end === CHARSET.length && isSame(bytes, end, CHARSET) ? type : null;
  }
  return null;
}

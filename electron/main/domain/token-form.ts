// What can be said of a token by its form alone, against RFC 6750 section 2.1 and a specification that
// calls it opaque: nothing of it is decoded.
import type { TokenFinding } from '../../shared/inspection/inspection-view.ts';

/** Longer ones are never put into a request (docs/oauth-cases.md case 24). */
const MAX_SENT_BYTES = 8 * 1024;
/** 64 random bits in base64 take eleven characters. */
const SHORT_BYTES = 11;
const HEADER_NAME = Buffer.from('authorization:');
const SCHEME = Buffer.from('bearer');
const DOT = 0x2e;

/** Space, tab, line feed, carriage return. */
const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d]);
const LINE_BREAKS = new Set([0x0a, 0x0d]);
const QUOTES = new Set([0x22, 0x27, 0x60]);
/** What RFC 6750 allows beside letters and digits. */
const MARKS = new Set(Buffer.from('-._~+/='));

/** Of the token without what surrounds it. */
interface TokenCore {
  readonly start: number;
  readonly end: number;
}

/** `NAME=` before a token, as files of variables have it: within one, `=` stands at the end alone (RFC 6750 section 2.1). */
const ASSIGNMENT = /^(?:export )?[A-Za-z_]\w*=(?=[^=])/;
/** A name of a variable is shorter. */
const LONGEST_NAME = 80;

/** Leaves out spaces, quotes in pairs, the name of a variable, and the name and scheme of the header around a token. */
export function coreOf(bytes: Buffer): TokenCore {
  let core = { start: 0, end: bytes.length };
  for (let before = -1; before !== core.end - core.start;) {
    before = core.end - core.start;
    core = withoutBlanks(bytes, core);
    core = withoutQuotes(bytes, core);
    core = withoutAssignment(bytes, core);
    core = withoutBeginning(bytes, core, HEADER_NAME, false);
    core = withoutBeginning(bytes, core, SCHEME, true);
  }
  return core;
}

/** In the order of the closed list. */
export function findingsOf(bytes: Buffer): readonly TokenFinding[] {
  const findings: TokenFinding[] = [];
  const add = (finding: TokenFinding, isSo: boolean): void => void (isSo && findings.push(finding));
  const trimmed = withoutBlanks(bytes, { start: 0, end: bytes.length });
  const unquoted = withoutQuotes(bytes, trimmed);
  const bare = withoutBlanks(bytes, unquoted);
  const named = withoutBeginning(bytes, bare, HEADER_NAME, false);
  const value = withoutBlanks(bytes, named);
  const inner = withoutBlanks(bytes, withoutBeginning(bytes, value, SCHEME, true));
  const core = coreOf(bytes);
  const text = bytes.subarray(core.start, core.end);
  const isOne = (test: (byte: number) => boolean): boolean => text.some(test);

  add('header_line', named.start !== bare.start);
  add('bearer_prefix', inner.start !== value.start);
  add('quotes_around', unquoted.start !== trimmed.start);
  add('space_around', trimmed.end - trimmed.start !== bytes.length);
  add(
    'space_inside',
    isOne((byte) => byte === 0x20 || byte === 0x09),
  );
  add(
    'line_break',
    isOne((byte) => LINE_BREAKS.has(byte)),
  );
  add(
    'control_characters',
    isOne((byte) => (byte < 0x20 || byte === 0x7f) && !BLANKS.has(byte)),
  );
  add(
    'not_ascii',
    isOne((byte) => byte > 0x7f),
  );
  const isJson = text[0] === 0x7b || text[0] === 0x5b;
  add('odd_characters', !isJson && isOne((byte) => byte > 0x20 && byte < 0x7f && !isB64(byte)));
  add('json_text', isJson);
  add('jwt_form', hasJwtForm(text));
  add('very_short', text.length < SHORT_BYTES);
  add('too_long', text.length > MAX_SENT_BYTES);
  return findings;
}

/** Three parts of base64url divided by dots (RFC 7515 section 7.1); looked at, not into. */
function hasJwtForm(text: Buffer): boolean {
  const first = text.indexOf(DOT);
  const second = text.indexOf(DOT, first + 1);
  if (first < 1 || second <= first + 1 || text.includes(DOT, second + 1)) return false;
  if (second === text.length - 1) return false;
  return text.every((byte) => byte === DOT || isWord(byte) || byte === 0x2d || byte === 0x5f);
}

function isWord(byte: number): boolean {
  const lower = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (lower >= 0x61 && lower <= 0x7a);
}

function isB64(byte: number): boolean {
  return isWord(byte) || MARKS.has(byte);
}

function withoutBlanks(bytes: Buffer, { start, end }: TokenCore): TokenCore {
  let [from, to] = [start, end];
  while (from < to && BLANKS.has(bytes[from] ?? 0)) from += 1;
  while (to > from && BLANKS.has(bytes[to - 1] ?? 0)) to -= 1;
  return { start: from, end: to };
}

function withoutQuotes(bytes: Buffer, core: TokenCore): TokenCore {
  const { start, end } = core;
  const quote = bytes[start] ?? 0;
  const isQuoted = end - start >= 2 && QUOTES.has(quote) && bytes[end - 1] === quote;
  return isQuoted ? { start: start + 1, end: end - 1 } : core;
}

function withoutAssignment(bytes: Buffer, { start, end }: TokenCore): TokenCore {
  const beginning = bytes.toString('latin1', start, Math.min(end, start + LONGEST_NAME));
  return { start: start + (ASSIGNMENT.exec(beginning)?.[0].length ?? 0), end };
}

/** Compared without regard to case (RFC 9110 sections 5.1 and 11.1). */
function withoutBeginning(
  bytes: Buffer,
  core: TokenCore,
  beginning: Buffer,
  takesSpace: boolean,
): TokenCore {
  const { start, end } = core;
  const after = start + beginning.length;
  if (after >= end) return core;
  const isSame = beginning.every((byte, at) => lowered(bytes[start + at]) === byte);
  if (!isSame || (takesSpace && !BLANKS.has(bytes[after] ?? 0))) return core;
  return { start: after, end };
}

function lowered(byte = 0): number {
  return byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
}

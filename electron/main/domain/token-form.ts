// What can be said of a token by its form alone, against RFC 6750 section 2.1 and a specification that
// calls it opaque: nothing of it is decoded.
import type { TokenFinding } from '../../shared/inspection/inspection-view.ts';

/** Longer ones are never put into a request (docs/oauth-cases.md case 24). */
const MAX_SENT_BYTES = 8 * 1024;
/** 64 random bits in base64 take eleven characters. */
const SHORT_BYTES = 11;

/** Space, tab, line feed, carriage return. */
const BLANKS = ' \t\n\r';
const QUOTES = '"\'`';
/** Compared without regard to case (RFC 9110 sections 5.1 and 11.1). */
const HEADER_NAME = /^authorization:(?=[^])/i;
const SCHEME = /^bearer(?=[ \t\n\r])/i;
/**
 * `NAME=` before a token, as files of variables have it: within one, `=` stands at the end alone (RFC 6750 section 2.1).
 * A name of a variable is shorter than this one may be.
 */
const ASSIGNMENT = /^(?:export )?[A-Za-z_]\w{0,78}=(?=[^=])/;
/** Three parts of base64url divided by dots (RFC 7515 section 7.1); looked at, not into. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** Printable, and none of what RFC 6750 allows. */
const ODD = /(?![\w.~+/=-])[!-~]/;

/** Leaves out spaces, quotes in pairs, the name of a variable, and the name and scheme of the header around a token. */
export const coreOf = (bytes: Buffer): Buffer =>
  Buffer.from(coreIn(bytes.toString('latin1')), 'latin1');

function coreIn(text: string): string {
  let core = text;
  for (let before: string | null = null; before !== core;) {
    before = core;
    core = withoutQuotes(withoutBlanks(core));
    for (const beginning of [ASSIGNMENT, HEADER_NAME, SCHEME]) core = core.replace(beginning, '');
  }
  return core;
}

/** In the order in which they are told. */
export function findingsOf(bytes: Buffer): readonly TokenFinding[] {
  const whole = bytes.toString('latin1');
  const trimmed = withoutBlanks(whole);
  const unquoted = withoutQuotes(trimmed);
  const bare = withoutBlanks(unquoted);
  const named = bare.replace(HEADER_NAME, '');
  const value = withoutBlanks(named);
  const text = coreIn(whole);
  const isOne = (test: (byte: number) => boolean): boolean =>
    Buffer.from(text, 'latin1').some(test);
  const isJson = text.startsWith('{') || text.startsWith('[');
  const found: Readonly<Record<TokenFinding, boolean>> = {
    header_line: named !== bare,
    bearer_prefix: SCHEME.test(value),
    quotes_around: unquoted !== trimmed,
    space_around: trimmed !== whole,
    space_inside: /[ \t]/.test(text),
    line_break: /[\n\r]/.test(text),
    control_characters: isOne((byte) => byte === 0x7f || (byte < 0x20 && !isBlank(byte))),
    not_ascii: isOne((byte) => byte > 0x7f),
    odd_characters: !isJson && ODD.test(text),
    json_text: isJson,
    jwt_form: JWT.test(text),
    very_short: text.length < SHORT_BYTES,
    too_long: text.length > MAX_SENT_BYTES,
  };
  return (Object.keys(found) as TokenFinding[]).filter((each) => found[each]);
}

const isBlank = (byte: number): boolean => BLANKS.includes(String.fromCodePoint(byte));

function withoutBlanks(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && BLANKS.includes(text.charAt(from))) from += 1;
  while (to > from && BLANKS.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

function withoutQuotes(text: string): string {
  const quote = text.charAt(0);
  const isQuoted = text.length >= 2 && QUOTES.includes(quote) && text.endsWith(quote);
  return isQuoted ? text.slice(1, -1) : text;
}

// What a WWW-Authenticate header says a refusal is about (RFC 6750 section 3, RFC 9110 section 11.6.1). A server
// that knows the token names it; one that asks for a sign-in, or saw no token, is not about the token.

/**
 * `no_token`: a Bearer challenge without an error, as whoever saw no token answers (RFC 6750 section 3.1).
 * `elsewhere`: another scheme alone, or a Bearer error about the request. `nothing`: no word either way.
 */
export type ChallengeAbout = 'token' | 'scope' | 'no_token' | 'elsewhere' | 'nothing';
/** Read at most this much: a longer challenge is none that a server writes about a token. */
const MOST_READ = 1_000;

/**
 * A parameter with its value, quoted or not; else a word of its own, which is a scheme. Neither begins inside a word,
 * so that a long one is looked at once and not from each of its characters.
 */
const PARTS =
  /(?<![\w!#$%&'*+.^`|~-])(?:([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))|([A-Za-z][\w-]*))/g;

/**
 * Its codes are read before anything is masked: with the token "invalid", `invalid_token` would be unknown.
 * Nothing of the header is in the answer.
 * @param header all its values as they came, joined by commas; null without one.
 */
export function challengeAbout(header: string | null): ChallengeAbout {
  if (header === null || header.trim() === '') return 'nothing';
  let isBearer = false;
  let named = false;
  let error: string | null = null;
  for (const [, name, quoted, plain, scheme] of header.slice(0, MOST_READ).matchAll(PARTS)) {
    if (scheme !== undefined) {
      isBearer = scheme.toLowerCase() === 'bearer';
      named ||= isBearer;
    } else if (isBearer && name?.toLowerCase() === 'error') error ??= quoted ?? plain ?? '';
  }
  if (!named) return 'elsewhere';
  if (error === null) return 'no_token';
  if (error === 'invalid_token') return 'token';
  return error === 'insufficient_scope' ? 'scope' : 'elsewhere';
}

/** RFC 6750 section 3.1, as a challenge spells them. */
const CODES: readonly Buffer[] = ['invalid_request', 'invalid_token', 'insufficient_scope'].flatMap(
  (code) => [Buffer.from(`error="${code}"`), Buffer.from(`error=${code}`)],
);

/** Whether one of the codes stands in these bytes, so that covering could hide it. */
export const holdsCode = (bytes: Buffer): boolean => CODES.some((code) => bytes.includes(code));

/**
 * Puts the standard's own words back where covering an echo hid part of them: with the token "invalid", a refusal
 * that names the token would say nothing. Only whole codes, which are no secret whatever the token is.
 * @param came bytes of a head as they came.
 * @param covered the same bytes without echoes, changed in place.
 */
export function keepCodes(came: Buffer, covered: Buffer): void {
  for (const code of CODES) {
    for (let at = came.indexOf(code); at !== -1; at = came.indexOf(code, at + code.length)) {
      if (isEndOfWord(came[at + code.length])) came.copy(covered, at, at, at + code.length);
    }
  }
}

/** Nothing, a line end, a space, a tab or a comma. */
const isEndOfWord = (byte: number | undefined): boolean =>
  byte === undefined || [0x0d, 0x0a, 0x20, 0x09, 0x2c].includes(byte);

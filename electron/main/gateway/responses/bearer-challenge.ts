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
 * A parameter with its value, in quotation marks of either kind or in none; else a word of its own, which is a scheme.
 * Neither begins inside a word, so that a long one is looked at once and not from each of its characters.
 */
const PARTS =
  /(?<![\w!#$%&'*+.^`|~-])(?:([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'([^'"\\]*)'|([^\s,"]*))|([A-Za-z][\w-]*))/g;

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
  for (const match of header.slice(0, MOST_READ).matchAll(PARTS)) {
    const [, name, quoted, singlyQuoted, plain, scheme] = match;
    if (scheme !== undefined) {
      isBearer = scheme.toLowerCase() === 'bearer';
      named ||= isBearer;
    } else if (isBearer && name?.toLowerCase() === 'error') {
      error ??= quoted ?? singlyQuoted ?? plain ?? '';
    }
  }
  if (!named) return 'elsewhere';
  if (error === null) return 'no_token';
  if (error === 'invalid_token') return 'token';
  return error === 'insufficient_scope' ? 'scope' : 'elsewhere';
}

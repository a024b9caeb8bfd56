// What a WWW-Authenticate header says a refusal is about (RFC 6750 section 3, RFC 9110 section 11.6.1). A server
// that knows the token names it; one that asks for a sign-in, or saw no token, is not about the token.

/** `elsewhere`: another scheme alone, or a Bearer error about the request. `nothing`: no word either way. */
export type ChallengeAbout = 'token' | 'scope' | 'elsewhere' | 'nothing';

/** A parameter with its value, quoted or not; else a word of its own, which is a scheme. */
const PARTS = /([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))|([A-Za-z][\w-]*)/g;

/** @param header plain text of all its values, joined by commas; null without one. */
export function challengeAbout(header: string | null): ChallengeAbout {
  if (header === null || header.trim() === '') return 'nothing';
  let isBearer = false;
  let named = false;
  let error: string | null = null;
  for (const [, name, quoted, plain, scheme] of header.matchAll(PARTS)) {
    if (scheme !== undefined) {
      isBearer = scheme.toLowerCase() === 'bearer';
      named ||= isBearer;
    } else if (isBearer && name?.toLowerCase() === 'error') error ??= quoted ?? plain ?? '';
  }
  if (!named) return 'elsewhere';
  if (error === null) return 'nothing';
  if (error === 'invalid_token') return 'token';
  return error === 'insufficient_scope' ? 'scope' : 'elsewhere';
}

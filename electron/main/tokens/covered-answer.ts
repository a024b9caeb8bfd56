// Covers what an answer repeats of the token before any of it becomes a string, which could not be wiped
// (R12): in its bytes as they are, and where JSON escapes hide it.
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { joinAndWipe } from '../domain/wipeable-buffer.ts';
import { coverEchoes } from '../gateway/echo-mask.ts';
import { decodeJsonString, endOfJsonString } from '../gateway/json-string.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const STAR = 0x2a;

/** In place, each character of an echo by a star. Answers whether there was any. */
export function coverAnswer(body: Buffer, token: SecretBytes): boolean {
  const escaped = coverEscaped(body, [token]);
  return coverEchoes(body, [token]) || escaped;
}

/** What JSON escapes hide in it: the texts of its strings with escapes, joined; to be wiped. */
export const unescaped = (body: Buffer): Buffer =>
  joinAndWipe(escapedLiterals(body).map(({ text }) => text));

interface Literal {
  /** In the body, with its quotes. */
  readonly start: number;
  readonly end: number;
  readonly text: Buffer;
}

function coverEscaped(body: Buffer, secrets: readonly SecretBytes[]): boolean {
  const literals = escapedLiterals(body);
  // All at once: there may be a hundred thousand of them.
  const lengths = literals.map(({ text }) => text.length);
  const all = joinAndWipe(literals.map(({ text }) => text));
  const isCovered = coverEchoes(all, secrets);
  let from = 0;
  for (const [index, { start, end }] of literals.entries()) {
    const to = from + (lengths[index] ?? 0);
    if (isCovered && all.subarray(from, to).includes(STAR)) body.fill(STAR, start + 1, end - 1);
    from = to;
  }
  all.fill(0);
  return isCovered;
}

function escapedLiterals(body: Buffer): readonly Literal[] {
  const literals: Literal[] = [];
  if (!body.includes(BACKSLASH)) return literals;
  for (let start = body.indexOf(QUOTE); start !== -1;) {
    const end = endOfJsonString(body, start);
    if (end !== -1 && body.subarray(start, end).includes(BACKSLASH)) {
      literals.push({ start, end, text: decodeJsonString(body, start, end) });
    }
    start = body.indexOf(QUOTE, end === -1 ? start + 1 : end);
  }
  return literals;
}

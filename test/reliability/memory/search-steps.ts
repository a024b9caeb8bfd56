// What the memory test tells its subject to do while an import and a search are under way, and how the
// texts of both are made. No step carries a secret.
import { seededSecret } from '../../support/seeded-secret.ts';

export type SearchStep =
  | { readonly step: 'open'; readonly directory: string; readonly seed: string }
  | { readonly step: 'import' | 'search' | 'lock' }
  | { readonly step: 'leak'; readonly name: string };

/** Credentials in the vault, rows of the import, strangers' tokens in the text that is searched. */
export const MANY = 50;

export const named = (what: 'vault' | 'imported' | 'pasted', at: number): string => `${what} ${at}`;

/** Bytes all the way: a string could not be wiped. The caller wipes it. */
export function importFile(seed: string): Buffer {
  return joined(
    seed,
    'imported',
    (at) => `Desk ${at},client-${at},`,
    'label,client_id,client_secret',
  );
}

/** Tokens at its beginning and its end, and so much between them that a search takes a while. */
export function pastedText(seed: string, sizeBytes: number): Buffer {
  const tokens = joined(seed, 'pasted', () => 'Authorization: Bearer ', '# a log');
  const text = Buffer.from(new ArrayBuffer(sizeBytes)).fill('GET /orders HTTP/1.1\n');
  text.set(tokens);
  text.set(tokens, text.length - tokens.length);
  tokens.fill(0);
  return text;
}

function joined(
  seed: string,
  what: 'imported' | 'pasted',
  before: (at: number) => string,
  heading: string,
): Buffer {
  const parts: Buffer[] = [Buffer.from(heading)];
  for (let at = 0; at < MANY; at += 1) {
    parts.push(Buffer.from(`\n${before(at)}`), seededSecret(seed, named(what, at)));
  }
  parts.push(Buffer.from('\n'));
  const whole = Buffer.from(new ArrayBuffer(parts.reduce((sum, { length }) => sum + length, 0)));
  let length = 0;
  for (const part of parts) {
    length += part.copy(whole, length);
    part.fill(0);
  }
  return whole;
}

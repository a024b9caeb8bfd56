// Searches what is about to be written for every secret and token of the open vault, in every form a
// server might have repeated one in, and where escaping would hide it. Nothing is written that was not
// searched whole.
import { setImmediate } from 'node:timers/promises';
import type { Failure } from '../../shared/failure.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { coverEchoes } from '../gateway/echo-mask.ts';
import { fromVault } from '../tokens/call-failure.ts';
import { coverAnswer } from '../tokens/covered-answer.ts';
import { secretsOf } from '../tokens/ledger.ts';
import type { Room } from '../tokens/room.ts';
import type { UnsavedTokens } from '../tokens/unsaved-tokens.ts';

/** A vault of thousands is searched for without holding up everything else. */
const BETWEEN_RESTS = 16;

/** Failure: `evidence_not_clean` where one is found, or why a secret could not be opened to compare. */
export async function scanForSecrets(
  room: Room,
  texts: UnsavedTokens,
  pages: readonly string[],
): Promise<Result<void, Failure>> {
  const forms = pages.flatMap((page) => [page, withoutEntities(page)]);
  const sought = everyRecord(room, texts);
  for (const [index, open] of sought.entries()) {
    if (index % BETWEEN_RESTS === BETWEEN_RESTS - 1) await setImmediate();
    const secret = open();
    if (secret === null) continue;
    if (!secret.ok) return secret;
    const isThere = forms.some((text) => holds(text, secret.value));
    secret.value.wipe();
    if (isThere) return fail({ code: 'evidence_not_clean' });
  }
  return ok();
}

type Open = () => Result<SecretBytes, Failure> | null;

function everyRecord(room: Room, texts: UnsavedTokens): readonly Open[] {
  const { credentials, tokens } = room.vault.contents();
  const secrets = credentials
    .flatMap(({ id }) => secretsOf(id))
    .map((name): Open => () => {
      if (!room.vault.hasRecord(name)) return null;
      const opened = room.vault.openRecord(name);
      return opened.ok ? opened : fail(fromVault(opened.failure));
    });
  const ids = [...tokens, ...texts.list()].map(({ id }) => id);
  const issued = [...new Set(ids)].map((id): Open => () => {
    if (!texts.hasText(id)) return null;
    const opened = texts.openText(id);
    return opened.ok ? opened : fail(fromVault(opened.failure));
  });
  return [...secrets, ...issued];
}

/** On copies: both write stars over what they find. */
function holds(text: string, secret: SecretBytes): boolean {
  return (
    coverEchoes(Buffer.from(text, 'utf8'), [secret]) ||
    coverAnswer(Buffer.from(text, 'utf8'), secret)
  );
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** As a reader of the page would see it. */
const withoutEntities = (page: string): string =>
  page.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);

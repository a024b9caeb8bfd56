// Searches what is about to be written for every secret and token of the open vault, in every form a
// server might have repeated one in, and where escaping would hide it (the same as in an answer:
// gateway/echo-mask.ts). Nothing is written that was not searched whole.
import type { Failure } from '../../shared/failure.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { formsOf, percentDecoded } from '../gateway/echo-forms.ts';
import { PART_BYTES } from '../gateway/echo-mask.ts';
import { escapesUndone } from '../gateway/json-string.ts';
import { fromVault } from '../tokens/call-failure.ts';
import { secretsOf } from '../tokens/ledger.ts';
import type { Room } from '../tokens/room.ts';
import { indexRuns } from '../tokens/run-index.ts';
import type { UnsavedTokens } from '../tokens/unsaved-tokens.ts';
import { createPace } from '../vault/pace.ts';

/** Failure: `evidence_not_clean` where one is found, or why a secret could not be opened to compare. */
export async function scanForSecrets(
  room: Room,
  texts: UnsavedTokens,
  pages: readonly string[],
): Promise<Result<void, Failure>> {
  const index = await indexRuns(pages.flatMap(readingsOf));
  const pace = createPace();
  for (const open of everyRecord(room, texts)) {
    await pace.breathe();
    const secret = open();
    if (secret === null) continue;
    if (!secret.ok) return secret;
    const forms = secret.value.use(formsOf);
    const isThere = forms.some((form) => index.holdsRunOf(form, PART_BYTES));
    for (const form of forms) form.fill(0);
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

/** The page as it is, and with every escaping undone that it, or what it quotes, may have been through. */
function readingsOf(page: string): readonly Buffer[] {
  return [page, withoutEntities(page)].flatMap((text) => {
    const bytes = Buffer.from(text, 'utf8');
    const readings = [bytes, escapesUndone(bytes)?.bytes ?? null].filter((each) => each !== null);
    return readings.flatMap((each) => [each, ...decodings(each)]);
  });
}

/** Percent- and form-decoded, once and twice. */
function decodings(bytes: Buffer): readonly Buffer[] {
  return [false, true].flatMap((isForm) => {
    const once = percentDecoded(bytes, isForm)?.bytes;
    if (once === undefined) return [];
    return [once, ...[false, true].flatMap((again) => percentDecoded(once, again)?.bytes ?? [])];
  });
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

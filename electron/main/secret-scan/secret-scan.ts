// Searches what is about to be written for every secret of the open vault (secret-records.ts), in every
// form a server might have repeated one in, and where escaping would hide it (the same as in an answer:
// gateway/redaction/redaction.ts). Nothing is written that was not compared with all of them.
import type { Failure } from '../../shared/failures/failure.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { formsOf, percentDecoded } from '../gateway/redaction/secret-encodings.ts';
import { PART_BYTES } from '../gateway/redaction/redaction.ts';
import { escapesUndone } from '../gateway/responses/json-string.ts';
import { createPace } from '../domain/yield-to-loop.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import { indexRuns } from './run-index.ts';
import { secretRecords, type SecretRecord } from './secret-records.ts';
import type { UnsavedTokens } from '../tokens/ledger/unsaved-tokens.ts';

/** What is about to be written: a text, or the parts of one in their order. */
type Page = string | readonly string[];

/** A shorter form stands in innocent text. */
const SHORTEST_FORM_BYTES = 4;
/** Reading one takes a millisecond or two. */
const PIECE_CHARACTERS = 64 * 1024;
/** Every part that is looked for stands whole in one piece, however it is escaped: no escaping makes 400 of one. */
const OVERLAP_CHARACTERS = 4 * 1024;

/**
 * The first secret that stands in one of the pages, whole or in part; null where none does.
 * `secrets_not_compared`: one could not be opened. `vault_locked`: nothing was compared from then on.
 */
export async function findSecretIn(
  session: OpenSession,
  texts: UnsavedTokens,
  pages: readonly Page[],
): Promise<Result<SecretRecord | null, Failure>> {
  const pace = createPace();
  const holds = await searchable(pages);
  for (const record of secretRecords(session, texts)) {
    await pace.yieldToLoop();
    if (typeof record === 'string') continue;
    const secret = record.open();
    if (!secret.ok) {
      const isLocked = session.closing.aborted || secret.failure.code === 'vault_locked';
      return fail({ code: isLocked ? 'vault_locked' : 'secrets_not_compared' });
    }
    const isThere = holds(secret.value);
    secret.value.wipe();
    if (isThere) return ok(record);
  }
  // A locked vault has no records: nothing of it was compared.
  return session.closing.aborted ? fail({ code: 'vault_locked' }) : ok(null);
}

/**
 * Whether a secret stands in one of the pages, whole or in part. Each is asked about at once, however many;
 * it stays the caller's.
 */
export async function searchable(
  pages: readonly Page[],
): Promise<(secret: SecretBytes) => boolean> {
  const pace = createPace();
  const readings: Buffer[] = [];
  for (const page of pages) {
    for (const piece of piecesOf(page)) {
      for (const reading of readingsOf(piece)) {
        readings.push(reading);
        await pace.yieldToLoop();
      }
    }
  }
  const index = await indexRuns(readings);
  return (secret) => {
    const forms = secret.use(formsOf);
    const isThere = forms.some(
      (form) => form.length >= SHORTEST_FORM_BYTES && index.holdsRunOf(form, PART_BYTES),
    );
    for (const form of forms) form.fill(0);
    return isThere;
  };
}

/** Failure: `export_not_clean` where one is found, or why not all could be compared. */
export async function checkExport(
  session: OpenSession,
  texts: UnsavedTokens,
  pages: readonly Page[],
): Promise<Result<void, Failure>> {
  return await refusedWhere(session, texts, pages, (found) => notClean(session, found));
}

/** Names what was found by its fingerprint: a label may be what holds it. */
function notClean(session: OpenSession, { tokenId, credentialId }: SecretRecord): Failure {
  const { credentials, tokens } = session.vault.contents();
  const about =
    tokenId === null
      ? credentials.find(({ id }) => id === credentialId)?.secretFingerprint
      : tokens.find(({ id }) => id === tokenId)?.fingerprint;
  return { code: 'export_not_clean', facts: { about } };
}

/** Failure: `evidence_not_clean` where one is found, or why not all could be compared. */
export async function scanForSecrets(
  session: OpenSession,
  texts: UnsavedTokens,
  pages: readonly Page[],
): Promise<Result<void, Failure>> {
  return await refusedWhere(session, texts, pages, () => ({ code: 'evidence_not_clean' }));
}

async function refusedWhere(
  session: OpenSession,
  texts: UnsavedTokens,
  pages: readonly Page[],
  failureOf: (found: SecretRecord) => Failure,
): Promise<Result<void, Failure>> {
  const found = await findSecretIn(session, texts, pages);
  if (!found.ok) return found;
  return found.value === null ? ok() : fail(failureOf(found.value));
}

/** An inventory is many megabytes: each piece is read alone, and the event loop turns between them. */
function* piecesOf(page: Page): Generator<string> {
  let before = '';
  for (const part of typeof page === 'string' ? [page] : page) {
    for (let at = 0; at === 0 || at < part.length; at += PIECE_CHARACTERS) {
      const piece = `${before}${part.slice(at, at + PIECE_CHARACTERS)}`;
      yield piece;
      before = piece.slice(-OVERLAP_CHARACTERS);
    }
  }
}

/** The page as it is, and with every escaping undone that it, or what it quotes, may have been through. */
function* readingsOf(page: string): Generator<Buffer> {
  for (const text of new Set([page, withoutEntities(page)])) {
    const bytes = Buffer.from(text, 'utf8');
    yield bytes;
    yield* decodings(bytes);
    const unescaped = escapesUndone(bytes)?.bytes;
    if (unescaped === undefined) continue;
    yield unescaped;
    yield* decodings(unescaped);
  }
}

/** Percent- and form-decoded, once and twice. */
function* decodings(bytes: Buffer): Generator<Buffer> {
  for (const isForm of [false, true]) {
    const once = percentDecoded(bytes, isForm)?.bytes;
    if (once === undefined) continue;
    yield once;
    for (const again of [false, true]) {
      const twice = percentDecoded(once, again)?.bytes;
      if (twice !== undefined) yield twice;
    }
  }
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

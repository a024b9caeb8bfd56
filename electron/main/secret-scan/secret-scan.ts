// Searches what is about to be written for every secret of the open vault (secret-records.ts), in every form of
// needles.ts and every reading of readings.ts. Nothing is written that was not compared with all of them.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Failure } from '../../shared/failures/failure.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import type { UnsavedTokens } from '../tokens/ledger/unsaved-tokens.ts';
import { Needles } from './needles.ts';
import { secretRecords, type SecretRecord } from './secret-records.ts';
import { PIECE_BYTES, TextScan } from './text-scan.ts';

/** What is about to be written: a text, or the parts of one in their order. */
type Page = string | readonly string[];

/** Opened without a turn of the event loop. */
const OPENED_AT_ONCE = 100;

/**
 * The first secret that stands in one of the pages, whole or in part; null where none does. `secrets_not_compared`: one could
 * not be opened. `vault_locked`: nothing was compared from then on.
 */
export async function findSecretIn(
  session: OpenSession,
  texts: UnsavedTokens,
  pages: readonly Page[],
): Promise<Result<SecretRecord | null, Failure>> {
  const needles = new Needles();
  const records: SecretRecord[] = [];
  let opened = 0;
  for (const record of secretRecords(session, texts)) {
    opened += 1;
    if (opened % OPENED_AT_ONCE === 0) await nextTurn();
    if (typeof record === 'string') continue;
    const secret = record.open();
    if (!secret.ok) {
      const isLocked = session.closing.aborted || secret.failure.code === 'vault_locked';
      return fail({ code: isLocked ? 'vault_locked' : 'secrets_not_compared' });
    }
    secret.value.use((bytes) => needles.addWithParts(bytes, records.length));
    records.push(record);
    secret.value.wipe();
  }
  const found = await firstIn(pages, needles);
  // A locked vault has no records: nothing of it was compared.
  if (session.closing.aborted) return fail({ code: 'vault_locked' });
  return ok(found === null ? null : (records[found] ?? null));
}

/** Whether one of the secrets stands in one of the pages, whole or in part. They stay the caller's. */
export async function holdsOneOf(
  pages: readonly Page[],
  secrets: readonly SecretBytes[],
): Promise<boolean> {
  const needles = new Needles();
  for (const [id, secret] of secrets.entries())
    secret.use((bytes) => needles.addWithParts(bytes, id));
  return (await firstIn(pages, needles)) !== null;
}

/** Failure: `export_not_clean` where one is found, or why not all could be compared. */
export async function checkExport(
  session: OpenSession,
  texts: UnsavedTokens,
  pages: readonly Page[],
): Promise<Result<void, Failure>> {
  const found = await findSecretIn(session, texts, pages);
  if (!found.ok) return found;
  return found.value === null ? ok() : fail(notClean(session, found.value));
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

/** Failure: `export_not_clean` where one is found, or why not all could be compared. */
export async function scanForSecrets(
  session: OpenSession,
  texts: UnsavedTokens,
  pages: readonly Page[],
): Promise<Result<void, Failure>> {
  const found = await findSecretIn(session, texts, pages);
  if (!found.ok) return found;
  return found.value === null ? ok() : fail({ code: 'export_not_clean' });
}

/** The id of the needle that was found first; null where none stands there. */
async function firstIn(pages: readonly Page[], needles: Needles): Promise<number | null> {
  for (const page of pages) {
    const scan = new TextScan(needles);
    const text = Buffer.from(typeof page === 'string' ? page : page.join(''));
    for (let at = 0; at < text.length; at += PIECE_BYTES) {
      const [first] = await scan.push(text.subarray(at, at + PIECE_BYTES));
      if (first !== undefined) return first.needle.id;
    }
  }
  return null;
}

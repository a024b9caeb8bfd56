// Searches what is about to be written for every secret of the open vault (sought-secrets.ts), in every form of
// needles.ts and every reading of readings.ts. Nothing is written that was not compared with all of them.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fail, ok, type Outcome } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import { Needles } from './needles.ts';
import { gatherSecrets, type Sought } from './sought-secrets.ts';
import { PIECE_BYTES, TextScan } from './text-scan.ts';

/** What is about to be written: a text, or the parts of one in their order. */
type Page = string | readonly string[];

/**
 * The first secret that stands in one of the pages, whole or in part; null where none does. `export_not_clean`: one could
 * not be opened. `vault_locked`: nothing was compared from then on.
 */
export async function findSecretIn(
  session: OpenSession,
  pages: readonly Page[],
): Outcome<Sought | null> {
  const { all, needles, unopened } = gatherSecrets(session, 'in_parts');
  const found = unopened > 0 ? null : await firstIn(pages, needles);
  // A locked vault has no records: nothing of it was compared.
  if (session.closing.aborted) return fail({ code: 'vault_locked' });
  if (unopened > 0) return fail({ code: 'export_not_clean', facts: { about: 'not compared' } });
  return ok(found === null ? null : (all[found] ?? null));
}

/** Whether one of the secrets stands in one of the pages, whole or in part. They stay the caller's. */
export async function holdsOneOf(
  pages: readonly Page[],
  secrets: readonly SecretBytes[],
): Promise<boolean> {
  const needles = new Needles();
  for (const [id, secret] of secrets.entries()) {
    secret.use((bytes) => needles.add(bytes, id, 'in_parts'));
  }
  return (await firstIn(pages, needles)) !== null;
}

/**
 * Failure: `export_not_clean` where one is found, named by its fingerprint since a label may be what holds it; or why
 * not all could be compared.
 */
export async function checkExport(session: OpenSession, pages: readonly Page[]): Outcome {
  const found = await findSecretIn(session, pages);
  if (!found.ok) return found;
  return found.value === null
    ? ok()
    : fail({ code: 'export_not_clean', facts: { about: found.value.fingerprint } });
}

/** The id of the needle that was found first; null where none stands there. */
async function firstIn(pages: readonly Page[], needles: Needles): Promise<number | null> {
  for (const page of pages) {
    const scan = new TextScan(needles);
    const text = Buffer.from(typeof page === 'string' ? page : page.join(''));
    for (let at = 0; at < text.length; at += PIECE_BYTES) {
      const [first] = scan.push(text.subarray(at, at + PIECE_BYTES));
      if (first !== undefined) return first.needle.id;
      await nextTurn();
    }
  }
  return null;
}

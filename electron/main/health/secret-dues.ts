// Which client secrets are to be replaced, and whether that is near enough to need a person. The report on health and
// the window read this one fact.
import type { SecretDueView } from '../../shared/health/secret-due.ts';
import type { Credential } from '../domain/credential.ts';
import { DAY_MS, secretDueOf, type SecretDue } from '../domain/secret-age.ts';
import type { OpenSession } from '../tokens/open-session.ts';

/** Null: no end is known, and the environment has no rule. */
export function secretDue(session: OpenSession, credential: Credential): SecretDue | null {
  const contents = session.vault.contents();
  return secretDueOf(credential, session.index.environment(contents, credential.environmentId));
}

/** @param daysBefore when a person wants to be told; the first of them makes it near. */
export function toSecretDueView(
  session: OpenSession,
  credential: Credential,
  daysBefore: readonly number[],
): SecretDueView | null {
  const due = secretDue(session, credential);
  if (due === null) return null;
  const nearMs = Math.max(0, ...daysBefore) * DAY_MS;
  return { ...due, soon: due.atMs - session.clock.nowMs() <= nearMs };
}

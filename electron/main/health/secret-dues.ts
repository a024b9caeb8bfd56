// Which client secrets are to be replaced, and whether that is near enough to need a person. Holds nothing but
// what it answered last, so that what did not change stays the same object.
import type { SecretDueView } from '../../shared/health/secret-due.ts';
import type { Credential } from '../domain/credential.ts';
import { DAY_MS, secretDueOf } from '../domain/secret-age.ts';
import type { OpenSession } from '../tokens/open-session.ts';

export interface SecretDues {
  /** Null: no end is known, and the environment has no rule. */
  readonly of: (credential: Credential) => SecretDueView | null;
}

/** @param daysBefore when a person wants to be told; the first of them makes it near. */
export function createSecretDues(
  session: OpenSession,
  daysBefore: () => readonly number[],
): SecretDues {
  const known = new WeakMap<Credential, SecretDueView>();
  return {
    of(credential) {
      const { environmentId } = credential;
      const environment = session.index.environment(session.vault.contents(), environmentId);
      const due = secretDueOf(credential, environment);
      if (due === null) return null;
      const nearMs = Math.max(0, ...daysBefore()) * DAY_MS;
      const soon = due.atMs - session.clock.nowMs() <= nearMs;
      const before = known.get(credential);
      const isSame = before?.atMs === due.atMs && before.why === due.why && before.soon === soon;
      if (before !== undefined && isSame) return before;
      const now = { ...due, soon };
      known.set(credential, now);
      return now;
    },
  };
}

// Which client secrets are to be replaced, and whether that is near enough to need a person.
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
  return {
    of(credential) {
      const { environmentId } = credential;
      const environment = session.index.environment(session.vault.contents(), environmentId);
      const due = secretDueOf(credential, environment);
      if (due === null) return null;
      const nearMs = Math.max(0, ...daysBefore()) * DAY_MS;
      return { ...due, soon: due.atMs - session.clock.nowMs() <= nearMs };
    },
  };
}

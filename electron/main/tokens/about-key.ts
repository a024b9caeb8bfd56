// What main asks about one key, which it names in full.
import type { Failure } from '../../shared/failures/failure.ts';
import type { CredentialId } from '../domain/ids.ts';
import { isPractice } from '../domain/place-words.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { Question } from '../secret-input/ports.ts';
import { namedCredential, type NamedCredential, type OpenSession } from './open-session.ts';

/** @param question or why nothing is asked and nothing is done; null: none is needed. */
export function aboutKey(
  session: OpenSession,
  id: CredentialId,
  question: (key: NamedCredential) => Question | Failure | null,
): Result<Question | null> {
  const found = namedCredential(session, id);
  if (!found.ok) return found;
  const asks = question(found.value);
  return asks !== null && 'code' in asks ? fail(asks) : ok(asks);
}

/** Of a practice key nothing is asked: its tokens reach this machine alone. */
export const aboutRealKey = (...[session, id, question]: Parameters<typeof aboutKey>) =>
  aboutKey(session, id, (key) => (isPractice(key.environment) ? null : question(key)));

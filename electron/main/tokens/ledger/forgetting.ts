// Forgets a token: drops its text here, which does not revoke it. The row stays, marked, until the
// token has expired, because a token nobody remembers is the one that is used.
import { gone } from '../../../shared/failures/failure.ts';
import type { TokenId } from '../../domain/ids.ts';
import { fail, type Outcome } from '../../domain/result.ts';
import { isLive } from '../../domain/token-life.ts';
import { editToken, removeToken } from './ledger.ts';
import { recordTokenEvent } from './event-recording.ts';
import { changeVault, findToken, type OpenSession } from '../open-session.ts';

export async function forgetToken(session: OpenSession, id: TokenId): Outcome {
  const token = findToken(session, id);
  if (token === null) return fail(gone('token'));
  const name = { id, field: 'access_token' as const };
  const live = isLive(session, session.vault.contents(), token);
  const saved = await changeVault(session, {
    contents: live
      ? editToken(id, (now) => ({ ...now, forgottenAtMs: session.clock.nowMs() }))
      : removeToken(id),
    drop: session.vault.hasRecord(name) ? [name] : [],
  });
  if (saved.ok) recordTokenEvent(session, 'token_forgotten', token);
  return saved;
}

/** Marks a token to be forgotten as soon as it is proven dead or has expired. */
export const forgetWhenDead = (session: OpenSession, id: TokenId): Outcome =>
  changeVault(session, { contents: editToken(id, (now) => ({ ...now, forgetWhenDead: true })) });

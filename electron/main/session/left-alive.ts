// The end of a vault in memory: what of its tokens can be revoked is, as far as time allows, and what may live on is
// counted, because nobody here will know of it afterwards.
import type { ShownView } from '../../shared/views.ts';
import { PRACTICE_ENVIRONMENT_ID } from '../domain/ids.ts';
import { isLive } from '../domain/token-life.ts';
import type { Token } from '../domain/token.ts';
import type { Leases } from '../tokens/revocation/leases.ts';
import { stateOf } from '../tokens/ledger/housekeeping.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import type { Revocations } from '../tokens/revocation/revocations.ts';
import { tokensSurvivingQuit } from './tokens-surviving-quit.ts';

/** What became of the tokens. Counts and a time: no name outlives the lock. */
export type LeftAlive = NonNullable<ShownView['leftAtLock']>;

/** Begins to revoke what can be revoked; answers once the intents stand. */
export async function revokeSurviving(
  session: OpenSession,
  leases: Pick<Leases, 'of'>,
  revocations: Pick<Revocations, 'revoke'>,
): Promise<void> {
  const { revocable } = tokensSurvivingQuit(session, leases);
  await Promise.all(revocable.map(({ id }) => revocations.revoke(id)));
}

/** Revocations without an answer. */
export const unanswered = (session: OpenSession): number =>
  living(session).filter(
    (token) => token.revocation?.terminalFailure === null && !isAccepted(session, token),
  ).length;

/** Null where nothing is to tell. */
export function leftAlive(session: OpenSession): LeftAlive | null {
  const all = living(session);
  const live = all.filter((token) => !isAccepted(session, token));
  if (all.length === 0) return null;
  const left = live.map((token) => session.expiries.mostMs(token));
  const longestMs = left.includes(null) ? null : Math.max(0, ...left.filter((ms) => ms !== null));
  return {
    accepted: all.length - live.length,
    live: live.length,
    untilMs: longestMs === null || live.length === 0 ? null : session.clock.nowMs() + longestMs,
  };
}

/** Tokens of the practice gateway end with it. */
function living(session: OpenSession): readonly Token[] {
  const contents = session.vault.contents();
  return contents.tokens.filter(
    (token) =>
      isLive(session, contents, token) &&
      session.index.credential(contents, token.credentialId)?.environmentId !==
        PRACTICE_ENVIRONMENT_ID,
  );
}

function isAccepted(session: OpenSession, token: Token): boolean {
  if (token.revocation?.acceptedAtMs == null) return false;
  return stateOf(session, session.vault.contents(), token) !== 'still_honoured';
}

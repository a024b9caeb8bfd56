// Tokens of a run that have no end yet, and tokens beyond it: asked to stop and perhaps working, though the run could do
// nothing about them, such as possibly issued, forgotten, without their text, or accepted before and never confirmed dead.
// A run is told by what was asked, not by what was done.
import type { RevocationRun } from '../domain/revocation-run.ts';
import { coverage } from '../domain/revocation-scope.ts';
import { longestLifeMs } from '../domain/token-evidence.ts';
import { isLive } from '../domain/token-life.ts';
import type { Token } from '../domain/token.ts';
import { stateOf } from '../tokens/ledger/housekeeping.ts';
import { findTokens, type OpenSession } from '../tokens/open-session.ts';
import type { VaultContents } from '../vault/vault.ts';

/** Tokens that the run covers and does not have, asked for before the press. One that is over since is none. */
export function beyondRun(
  session: OpenSession,
  contents: VaultContents,
  run: RevocationRun,
): readonly Token[] {
  const covers = coverage(
    run.scope,
    contents.drills.find(({ id }) => id === run.drillId),
  );
  const own = new Set([...run.tokenIds, ...run.guidedTokenIds]);
  return contents.tokens.filter((token) => {
    const owner = session.index.credential(contents, token.credentialId);
    const isAsked = token.sentAtMs <= run.pressedAtMs && token.issue !== 'requested';
    if (owner === undefined || !isAsked || own.has(token.id) || !covers(token, owner)) return false;
    return isLive(session, contents, token);
  });
}

/** Nothing more is sent or asked for it by itself: proven, not provable, refused for good, or over. */
function hasEnd(session: OpenSession, contents: VaultContents, token: Token): boolean {
  switch (stateOf(session, contents, token)) {
    case 'revoking':
    case 'propagating':
    case 'still_honoured':
    case 'confirming':
    case 'requesting':
      return false;
    case 'needs_you': {
      // Without a known expiry the longest that it can live ends it.
      const moment = session.expiries.moment(token);
      const ceilingMs = longestLifeMs(token, 'partner', moment);
      return moment.remainingMs === null && session.expiries.leastAgeMs(token) > ceilingMs;
    }
    case 'verified':
    case 'not_verifiable':
    case 'revoke_failed':
    case 'expired':
    case 'forgotten':
    case 'possibly_issued':
    case 'refused':
    // Left alone when the queue was stopped:
    case 'quarantined':
    case 'active':
    case 'expiring':
    case 'unclear':
    case 'superseded':
      return true;
  }
}

/** Tokens of the run without an end. */
export function openTokens(session: OpenSession, run: RevocationRun): readonly Token[] {
  const contents = session.vault.contents();
  // A token whose row is gone was dead.
  const all = findTokens(session, [...run.tokenIds, ...run.guidedTokenIds]);
  return all.filter((token) => !hasEnd(session, contents, token));
}

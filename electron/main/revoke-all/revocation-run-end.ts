// When a token of a run has its end, and when the run may be put away.
import type { RevocationRun } from '../domain/revocation-run.ts';
import { longestLifeMs } from '../domain/token-evidence.ts';
import type { Token } from '../domain/token.ts';
import type { VaultContents } from '../vault/vault.ts';
import { stateOf } from '../tokens/ledger/housekeeping.ts';
import type { OpenSession } from '../tokens/open-session.ts';

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

/** Tokens of the run without an end. A token whose row is gone was dead. */
export function openTokens(session: OpenSession, run: RevocationRun): readonly Token[] {
  const contents = session.vault.contents();
  return [...run.tokenIds, ...run.guidedTokenIds]
    .map((id) => session.index.token(contents, id))
    .filter((token) => token !== undefined)
    .filter((token) => !hasEnd(session, contents, token));
}

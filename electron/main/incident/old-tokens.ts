// What became of the tokens a secret minted that is to become worthless: counted from their facts.
import type { OldTokensView } from '../../shared/incident/rotation-view.ts';
import type { CredentialId, TokenId } from '../domain/ids.ts';
import { ok, type Outcome } from '../domain/result.ts';
import type { Rotation } from '../domain/rotation.ts';
import type { Token } from '../domain/token.ts';
import type { TokenState } from '../../shared/words.ts';
import { isLive } from '../domain/token-life.ts';
import { liveTokensOf, stateOf } from '../tokens/ledger/housekeeping.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import type { VaultContents } from '../vault/vault.ts';

/** Which tokens are meant: those known at the beginning, and what came since of the old secret. */
interface OldOnes {
  readonly credentialId: CredentialId;
  readonly ids: readonly TokenId[];
  readonly sinceMs: number;
  /** Open or finished: what its new secret mints after the check is not meant. */
  readonly rotation: Rotation | undefined;
  /** Where the secret was replaced without a rotation: what is minted from then on is not meant. */
  readonly replacedAtMs: number | null;
}

export function mintedByOld(contents: VaultContents, from: OldOnes): readonly Token[] {
  const known = new Set<TokenId>([...from.ids, ...(from.rotation?.oldTokenIds ?? [])]);
  const { newTokenId = null, checkedAtMs = from.replacedAtMs } = from.rotation ?? {};
  return contents.tokens.filter((token) => {
    if (token.credentialId !== from.credentialId || token.id === newTokenId) return false;
    if (known.has(token.id)) return true;
    return token.sentAtMs >= from.sinceMs && (checkedAtMs === null || token.sentAtMs < checkedAtMs);
  });
}

/** Tokens of a credential that may be live now. */
export const liveIds = (...of: Parameters<typeof liveTokensOf>): TokenId[] =>
  liveTokensOf(...of).map(({ id }) => id);

/** Ends those that may be live and whose text is here, one after another: each intent is saved before its call leaves. */
export async function endEach(
  session: OpenSession,
  tokens: readonly Token[],
  end: (token: Token) => Outcome,
): Outcome {
  for (const token of tokens) {
    if (!session.texts.hasText(token.id)) continue;
    if (!isLive(session, session.vault.contents(), token)) continue;
    const ended = await end(token);
    if (!ended.ok) return ended;
  }
  return ok();
}

export function countOldTokens(session: OpenSession, tokens: readonly Token[]): OldTokensView {
  const counts = {
    waiting: 0,
    underWay: 0,
    failed: 0,
    accepted: 0,
    unproven: 0,
    dead: 0,
    outOfReach: 0,
  };
  const contents = session.vault.contents();
  for (const token of tokens) {
    const state = stateOf(session, contents, token);
    const live = isLive(session, contents, token);
    counts[placeOf(state, live, session.texts.hasText(token.id), token)] += 1;
  }
  return counts;
}

function placeOf(
  state: TokenState,
  live: boolean,
  hasText: boolean,
  token: Token,
): keyof OldTokensView {
  if (!live) return 'dead';
  switch (state) {
    case 'verified':
      return 'dead';
    case 'propagating':
    case 'still_honoured':
    case 'confirming':
      return 'accepted';
    case 'not_verifiable':
      return 'unproven';
    case 'revoke_failed':
      return hasText ? 'failed' : 'outOfReach';
    case 'revoking':
      return 'underWay';
    case 'needs_you':
      if (token.partnerPlan?.done.includes('revoke_key') !== true) return 'waiting';
      return token.issue === 'quarantined' ? 'unproven' : 'underWay';
    case 'requesting':
    case 'possibly_issued':
    case 'forgotten':
      return 'outOfReach';
    case 'quarantined':
    case 'active':
    case 'expiring':
    case 'unclear':
    case 'superseded':
    // Refused here, or over by a clock that may be wrong: it may work elsewhere, so it is revoked all the same.
    case 'refused':
    case 'expired':
      return hasText ? 'waiting' : 'outOfReach';
  }
}

// What somebody could do with this credential and its tokens, and for how long: the facts of one card.
// Says "unknown" where it is, and never counts a plan as done. Pure.
import type {
  CredentialView,
  TokenView,
} from '../../../../electron/shared/credentials/credential-view.ts';
import type { RenewalView } from '../../../../electron/shared/renewal/renewal-view.ts';
import { liveTokens } from '../../../model/token-standing.ts';

export interface Reach {
  /** Scopes its live tokens carry, as granted, or as asked for where the server did not say. */
  readonly liveScopes: readonly string[];
  readonly live: number;
  readonly trading: number;
  /** The end of the last live token whose end is known. */
  readonly deadByMs: number | null;
  /** Live tokens whose end nobody knows. */
  readonly withoutEnd: number;
  /** Renewal will put new tokens in the place of these; until then, or for ever. */
  readonly renewal: { readonly untilMs: number | null } | null;
}

/** What holds renewal up, or leaves it nothing to renew, puts no new token in the place of these. */
const REPLACES: ReadonlySet<RenewalView['phase']> = new Set([
  'waiting',
  'asking',
  'checking',
  'no_expiry',
]);

const carried = ({ grantedScopes, requestedScopes }: TokenView): readonly string[] =>
  grantedScopes ?? requestedScopes;

export function reachOf(credential: CredentialView): Reach {
  const live = liveTokens(credential);
  const ends = live.flatMap(({ expiresAtMs }) => expiresAtMs ?? []);
  const { renewal } = credential;
  const renews = renewal !== null && REPLACES.has(renewal.phase);
  return {
    liveScopes: [...new Set(live.flatMap(carried))],
    live: live.length,
    trading: live.filter((token) => carried(token).includes('TRADER_TRADE')).length,
    deadByMs: ends.length === 0 ? null : Math.max(...ends),
    withoutEnd: live.length - ends.length,
    renewal: renews ? { untilMs: renewal.untilMs } : null,
  };
}

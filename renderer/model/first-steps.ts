// How far a newcomer has come with the practice credentials, from what the vault knows, and which row is shown from
// the start. Pure.
import { showsWorking } from '../../electron/shared/tokens/check-outcome.ts';
import type {
  CredentialView,
  TokenView,
} from '../../electron/shared/credentials/credential-view.ts';
import type { AppView } from '../../electron/shared/views.ts';

export const firstStepNames = ['get', 'check', 'revoke'] as const;
export type FirstStep = (typeof firstStepNames)[number];

type Known = Pick<AppView, 'credentials' | 'environments'>;

/** It holds the samples and nothing of the person's own yet. */
const isNew = ({ credentials, environments }: Known): boolean =>
  credentials.length > 0 && environments.every(({ builtIn }) => builtIn);

const NEVER_CAME = new Set<TokenView['state']>(['requesting', 'possibly_issued', 'quarantined']);

const showsDone: Readonly<Record<FirstStep, (token: TokenView) => boolean>> = {
  get: ({ state }) => !NEVER_CAME.has(state),
  check: ({ lastCheck }) =>
    lastCheck !== null && (showsWorking(lastCheck.outcome) || lastCheck.outcome === 'refused'),
  revoke: ({ revocation, partnerPlan }) =>
    (revocation !== null && revocation.acceptedAtMs !== null) ||
    (partnerPlan !== null && partnerPlan.verifiedAtMs !== null),
};

/** The steps that are done; null for whoever has an environment of their own, or no credential at all. */
export function firstStepsDone(known: Known): ReadonlySet<FirstStep> | null {
  if (!isNew(known)) return null;
  const tokens = known.credentials.flatMap((credential) => credential.tokens);
  return new Set(firstStepNames.filter((step) => tokens.some(showsDone[step])));
}

/** The first row; for a newcomer the first one whose tokens can be revoked from here. */
export function shownAtFirst(
  rows: readonly CredentialView[],
  known: Known,
): CredentialView | undefined {
  const [first] = rows;
  if (!isNew(known)) return first;
  return rows.find(({ accessType }) => accessType === 'trader') ?? first;
}

// Whether a call about a credential is under way, as main says or as this window has just begun, and whether renewal is on
// for it. Pure.
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';

type Activity = CredentialView['activities'][number];
type Call = Activity['call'];

const begunHere: Readonly<Record<Call, readonly string[]>> = {
  token: ['tokenGet', 'tokenRenew'],
  check: ['tokenCheck'],
  revoke: ['tokenRevoke'],
  old_secret: ['partnerPlanTryOldSecret', 'rotationTryOldSecret', 'leakPlanTryOldSecret'],
};

/** The next try that a request for a token waits for. */
export function waitingFor({ activities }: CredentialView): Activity['nextTry'] {
  return activities.find(({ nextTry }) => nextTry !== null)?.nextTry ?? null;
}

export function isBusy(
  credential: CredentialView,
  call: Call,
  pending: ReadonlySet<string>,
): boolean {
  return (
    credential.activities.some((activity) => activity.call === call) ||
    begunHere[call].some((name) =>
      [...pending].some((key) => key.startsWith(`${name}:${credential.id}`)),
    )
  );
}

type Renewal = CredentialView['renewal'];

/** Neither switched off nor past its stop, although it may have given up. */
export const isSwitchedOn = (renewal: Renewal): renewal is NonNullable<Renewal> =>
  renewal !== null && renewal.phase !== 'ended' && renewal.phase !== 'ending';

/** Switched on, whether or not something holds it up; one that gave up can be switched on again. */
export const isRenewing = (renewal: Renewal): renewal is NonNullable<Renewal> =>
  isSwitchedOn(renewal) && renewal.phase !== 'stopped';

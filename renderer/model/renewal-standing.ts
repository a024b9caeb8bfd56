// Whether renewal is on for a credential, as the person has left it. Pure.
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';

type Renewal = CredentialView['renewal'];

/** Neither switched off nor past its stop, although it may have given up. */
export const isSwitchedOn = (renewal: Renewal): renewal is NonNullable<Renewal> =>
  renewal !== null && renewal.phase !== 'ended' && renewal.phase !== 'ending';

/** Switched on, whether or not something holds it up; one that gave up can be switched on again. */
export const isRenewing = (renewal: Renewal): renewal is NonNullable<Renewal> =>
  isSwitchedOn(renewal) && renewal.phase !== 'stopped';

// What every step of a leak plan is shown with.
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import type { LeakPlanView } from '../../../electron/shared/incident/rotation-view.ts';

export interface LeakProps {
  readonly credential: CredentialView;
  readonly plan: LeakPlanView;
  /** The built-in practice environment: its web app is played here. */
  readonly practice: boolean;
}

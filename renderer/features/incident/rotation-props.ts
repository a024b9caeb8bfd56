// What every step of a rotation is shown with.
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import type { RotationView } from '../../../electron/shared/incident/rotation-view.ts';

export interface StepProps {
  readonly credential: CredentialView;
  readonly rotation: RotationView;
  /** It is next. */
  readonly open: boolean;
  /** The built-in practice environment: its web app is played here. */
  readonly practice: boolean;
}

// Why a credential needs a person for a reason that is none of its tokens' states: the list and the tray tell it
// alike. Pure.
import type { CredentialView, TokenView } from './credential-view.ts';

interface Attended extends Pick<
  CredentialView,
  'lastFailure' | 'leakPlan' | 'rotation' | 'secretDue'
> {
  /** Newest first. */
  readonly tokens: readonly Pick<TokenView, 'sentAtMs' | 'unsaved' | 'unreplaced'>[];
}

/** The last call failed after the newest token was asked for. */
export function failedSince({ lastFailure, tokens: [newest] }: Attended): boolean {
  return lastFailure !== null && (newest === undefined || lastFailure.atMs >= newest.sentAtMs);
}

/** A plan that rests until the person does something (docs/interface.md, "States of a token"). */
const waitsForPerson = ({ leakPlan, rotation, secretDue }: Attended): boolean =>
  leakPlan !== null ||
  rotation?.waitingFor === 'you' ||
  // One that is being rotated is seen to.
  (secretDue?.soon === true && rotation === null);

/** A renewal waits or has failed, or one of its tokens is not saved or not replaced. */
export const needsPerson = (credential: Attended): boolean =>
  waitsForPerson(credential) ||
  failedSince(credential) ||
  credential.tokens.some(({ unsaved, unreplaced }) => unsaved || unreplaced);

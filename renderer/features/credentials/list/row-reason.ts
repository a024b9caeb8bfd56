// Why a row of the list needs a second line, and the action that is offered there: the one thing about the credential
// that must be said. Pure.
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import { failureWords } from '../../../../electron/shared/failures/failure-words.ts';
import type { AppView } from '../../../../electron/shared/views.ts';
import type { ActionName } from '../../../actions/actions.ts';
import { en } from '../../../i18n/en.ts';
import { stateWords, type Standing } from '../../../i18n/en-states.ts';
import { leadToken, needsSomebody, standingOf } from '../../../model/token-standing.ts';
import { handOutWords } from '../../../i18n/en-hand-out.ts';
import { secretDueWords } from '../../health/en-secret-due.ts';
import { leakWords } from '../../incident/en-leak.ts';
import { rotationWords } from '../../incident/en-rotation.ts';

export interface RowReason {
  readonly said: string;
  /** None where nobody but the person can tell what to do. */
  readonly offer: ActionName | null;
}

const offers: Partial<Record<Standing, ActionName>> = {
  still_honoured: 'diagnose',
  revoke_failed: 'revoke',
  refused: 'get_or_renew',
  quarantined: 'get_or_renew',
  possibly_issued: 'get_or_renew',
  unclear: 'check',
  needs_you: 'guide',
};

export function rowReason(
  credential: CredentialView,
  { programs }: AppView['handOut'],
  nowMs: number,
): RowReason | null {
  const { leakPlan, lastFailure, rotation, secretDue, tokens } = credential;
  if (leakPlan !== null) return { said: leakWords.mark, offer: 'leaked' };
  const standing = standingOf(credential);
  const lead = leadToken(credential);
  if (standing === 'failed' && lastFailure !== null)
    return { said: failureWords(lastFailure.failure).what, offer: 'diagnose' };
  // Of one that ends soon, or has ended, the time says it.
  if (lead !== null && needsSomebody(lead) && standing !== 'expiring' && standing !== 'expired')
    return { said: stateWords[standing], offer: offers[standing] ?? null };
  if (rotation !== null)
    return { said: rotationWords.short(rotation.step), offer: 'rotate_secret' };
  if (secretDue?.soon === true)
    return {
      said: secretDueWords.row(secretDue.atMs, secretDue.atMs <= nowMs),
      offer: 'rotate_secret',
    };
  if (tokens.some(({ unsaved }) => unsaved)) return { said: en.detail.unsaved, offer: null };
  const using = programs.filter(({ tokenId }) => tokens.some(({ id }) => id === tokenId));
  return using[0] === undefined
    ? null
    : { said: handOutWords.inUse(using[0].program, using.length - 1), offer: null };
}

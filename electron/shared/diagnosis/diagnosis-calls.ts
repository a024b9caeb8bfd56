// The part of the contract about diagnosing a credential. Spread into ipc-contract.ts; the same rules
// hold.
import * as v from 'valibot';
import { diagnosisView } from './diagnosis-view.ts';
import { credentialId, done, doneOrCancelled, id, list, nothing } from '../view-parts.ts';
import { traderScopes } from '../words.ts';

/** The rows of the contract about diagnoses. */
export const diagnosisCalls = {
  /** Asks for one token of its own. Scopes for Trader, at least one; empty for Partner. */
  diagnosisStart: {
    input: v.strictObject({
      credentialId,
      scopes: list(v.picklist(traderScopes), traderScopes.length),
    }),
    output: v.union([diagnosisView, v.literal('cancelled')]),
    effect: 'issues_tokens',
    confirm: true,
  },
  /** Ends the one under way; its token is revoked all the same. */
  diagnosisCancel: { input: nothing, output: done, effect: 'none' },
  /** Main asks where; nothing is written that holds a secret or token of this vault. */
  diagnosisEvidence: {
    input: v.strictObject({ diagnosisId: id }),
    output: doneOrCancelled,
    effect: 'discloses',
    confirm: 'by_handler',
  },
} as const;

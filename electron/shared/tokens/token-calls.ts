// The part of the contract about single tokens, the clipboard and the plan of a Partner token. Spread into
// ipc-contract.ts; the same rules hold.
import * as v from 'valibot';
import { confirmedCall, plainCall } from '../call-rows.ts';
import { checkReportView } from './check-report-view.ts';
import { credentialId, done, id, list, nothing, tokenId } from '../view-parts.ts';
import { partnerSteps, traderScopes } from '../words.ts';

const issued = v.union([v.strictObject({ tokenId: id }), v.literal('cancelled')]);
const scopes = list(v.picklist(traderScopes), traderScopes.length);

/** The rows of the contract about single tokens. */
export const tokenCalls = {
  /** Single ones at once, as the person presses them; main asks before many, and where the key leaked. */
  tokenGet: {
    /** Scopes for Trader, at least one; empty for Partner. */
    input: v.strictObject({ credentialId, scopes }),
    output: issued,
    effect: 'issues_tokens',
    confirm: true,
  },
  tokenRenew: {
    input: v.strictObject({ tokenId }),
    output: issued,
    effect: 'issues_tokens',
    confirm: true,
  },
  /** What waits for another try is tried now. */
  tokenTryNow: confirmedCall('issues_tokens', { credentialId }),
  /** Whatever the window asked for with this credential is not wanted any more. */
  tokenStopAsking: plainCall({ credentialId: id }),
  tokenCheck: {
    input: v.strictObject({ tokenId }),
    output: checkReportView,
    effect: 'none',
  },
  /** The first few at once, as the person presses them; main asks before more. */
  tokenRevoke: confirmedCall('ends_tokens', { tokenId }),
  tokenForget: {
    input: v.strictObject({ tokenId }),
    output: v.picklist(['forgotten', 'removed', 'when_dead', 'cancelled']),
    effect: 'forgets',
    confirm: true,
  },
  tokenCopy: confirmedCall('discloses', { tokenId }),
  clipboardClear: { input: nothing, output: done, effect: 'none' },
  /** Its token is renewed no more. As `tokenRevoke`: the first few at once. */
  partnerPlanStart: confirmedCall('ends_tokens', { tokenId }),
  partnerPlanStep: plainCall({ tokenId, step: v.picklist(partnerSteps), done: v.boolean() }),
  partnerPlanTryOldSecret: {
    input: v.strictObject({ tokenId }),
    output: v.picklist(['refused', 'still_mints', 'unclear', 'cancelled']),
    effect: 'places_secret',
    confirm: true,
  },
} as const;

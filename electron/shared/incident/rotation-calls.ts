// The part of the contract about rotating a secret and about a leaked key. Spread into ipc-contract.ts;
// the same rules hold.
import * as v from 'valibot';
import { oldSecretVerdicts } from './rotation-view.ts';
import { leakSteps, secretSources } from '../words.ts';
import { credentialId, done, doneOrCancelled, id } from '../view-parts.ts';

const verdictOrCancelled = v.picklist([...oldSecretVerdicts, 'cancelled']);
const credential = v.strictObject({ credentialId });

/** The rows of the contract about rotations and leaked keys. */
export const rotationCalls = {
  rotationStart: { input: credential, output: done, effect: 'none' },
  /** Not confirmed by a dialog: main's own window, dialog or clipboard question is more. */
  rotationTakeSecret: {
    input: v.strictObject({ credentialId, secretSource: v.picklist(secretSources) }),
    output: doneOrCancelled,
    effect: 'places_secret',
    confirm: 'by_handler',
  },
  /** Asks for a token with the new secret. */
  rotationCheck: {
    input: credential,
    output: doneOrCancelled,
    effect: 'issues_tokens',
    confirm: true,
  },
  rotationSay: {
    input: v.strictObject({ credentialId, oldSecret: v.picklist(['works', 'stopped']) }),
    output: done,
    effect: 'none',
  },
  rotationEndOldTokens: {
    input: credential,
    output: doneOrCancelled,
    effect: 'ends_tokens',
    confirm: true,
  },
  rotationTryOldSecret: {
    input: credential,
    output: verdictOrCancelled,
    effect: 'places_secret',
    confirm: true,
  },
  /** Destroys the old secret. */
  rotationFinish: { input: credential, output: doneOrCancelled, effect: 'forgets', confirm: true },
  /** Destroys the new one. */
  rotationAbandon: { input: credential, output: doneOrCancelled, effect: 'forgets', confirm: true },
  /** Nothing of it is renewed from then on. As `tokenRevoke`: the first few at once. */
  leakPlanStart: {
    input: credential,
    output: doneOrCancelled,
    effect: 'ends_tokens',
    confirm: true,
  },
  leakPlanRevoke: {
    input: credential,
    output: v.union([v.strictObject({ runId: id }), v.literal('cancelled')]),
    effect: 'ends_tokens',
    confirm: true,
  },
  leakPlanChoose: {
    input: v.strictObject({ credentialId, way: v.picklist(['rotate', 'delete']) }),
    output: done,
    effect: 'none',
  },
  /** What the person says they did in the web app. A client that was deleted has its tokens revoked. */
  leakPlanSay: {
    input: v.strictObject({ credentialId, step: v.picklist(leakSteps), done: v.boolean() }),
    output: doneOrCancelled,
    effect: 'ends_tokens',
    confirm: true,
  },
  leakPlanTryOldSecret: {
    input: credential,
    output: verdictOrCancelled,
    effect: 'places_secret',
    confirm: true,
  },
  /** Renewal goes on, and tokens come without a question again. */
  leakPlanClose: {
    input: credential,
    output: doneOrCancelled,
    effect: 'issues_tokens',
    confirm: true,
  },
  /** Practice only: makes a new secret as the web app would, and puts it on the clipboard. */
  practiceNewSecret: {
    input: v.strictObject({ credentialId, oldStops: v.boolean() }),
    output: done,
    effect: 'none',
  },
  /** Practice only: the old secret stops working, as when it is removed in the web app. */
  practiceRemoveOldSecret: { input: credential, output: done, effect: 'none' },
} as const;

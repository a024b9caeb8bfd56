// The part of the contract about rotating a secret and about a leaked key. Spread into ipc-contract.ts;
// the same rules hold.
import * as v from 'valibot';
import { oldSecretVerdicts } from './rotation-view.ts';
import { leakSteps, secretSources } from './words.ts';
import { id } from './view-parts.ts';

const done = v.literal('done');
const doneOrCancelled = v.picklist(['done', 'cancelled']);
const verdictOrCancelled = v.picklist([...oldSecretVerdicts, 'cancelled']);
const credential = v.strictObject({ credentialId: id });

export const rotationCalls = {
  rotationStart: { input: credential, output: done, confirm: false },
  /** Not confirmed by a dialog: main's own window, dialog or clipboard question is more. */
  rotationTakeSecret: {
    input: v.strictObject({ credentialId: id, secretSource: v.picklist(secretSources) }),
    output: doneOrCancelled,
    confirm: false,
  },
  rotationCheck: { input: credential, output: done, confirm: false },
  rotationSay: {
    input: v.strictObject({ credentialId: id, oldSecret: v.picklist(['works', 'stopped']) }),
    output: done,
    confirm: false,
  },
  rotationEndOldTokens: { input: credential, output: doneOrCancelled, confirm: true },
  rotationTryOldSecret: { input: credential, output: verdictOrCancelled, confirm: true },
  /** Destroys the old secret. */
  rotationFinish: { input: credential, output: doneOrCancelled, confirm: true },
  /** Destroys the new one. */
  rotationAbandon: { input: credential, output: doneOrCancelled, confirm: true },
  leakPlanStart: { input: credential, output: done, confirm: false },
  leakPlanRevoke: {
    input: credential,
    output: v.union([v.strictObject({ runId: id }), v.literal('cancelled')]),
    confirm: true,
  },
  leakPlanChoose: {
    input: v.strictObject({ credentialId: id, way: v.picklist(['rotate', 'delete']) }),
    output: done,
    confirm: false,
  },
  /** What the person says they did in the web app. */
  leakPlanSay: {
    input: v.strictObject({ credentialId: id, step: v.picklist(leakSteps), done: v.boolean() }),
    output: done,
    confirm: false,
  },
  leakPlanTryOldSecret: { input: credential, output: verdictOrCancelled, confirm: true },
  leakPlanClose: { input: credential, output: done, confirm: false },
  /** Practice only: makes a new secret as the web app would, and puts it on the clipboard. */
  practiceNewSecret: {
    input: v.strictObject({ credentialId: id, oldStops: v.boolean() }),
    output: done,
    confirm: false,
  },
  /** Practice only: the old secret stops working, as when it is removed in the web app. */
  practiceRemoveOldSecret: { input: credential, output: done, confirm: false },
} as const;

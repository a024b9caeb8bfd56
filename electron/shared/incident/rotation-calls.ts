// The part of the contract about rotating a secret and about a leaked key. Spread into ipc-contract.ts;
// the same rules hold.
import * as v from 'valibot';
import { confirmedCall, plainCall } from '../call-rows.ts';
import { oldSecretVerdicts } from './rotation-view.ts';
import { leakSteps, secretSources } from '../words.ts';
import { credentialId, id } from '../view-parts.ts';

const verdictOrCancelled = v.picklist([...oldSecretVerdicts, 'cancelled']);
const credential = { credentialId };

/** The rows of the contract about rotations and leaked keys. */
export const rotationCalls = {
  rotationStart: plainCall(credential),
  /** Not confirmed by a dialog: main's own window, dialog or clipboard question is more. */
  rotationTakeSecret: {
    ...confirmedCall('places_secret', { credentialId, secretSource: v.picklist(secretSources) }),
    confirm: 'by_handler',
  },
  /** Asks for a token with the new secret. */
  rotationCheck: confirmedCall('issues_tokens', credential),
  rotationSay: plainCall({ credentialId, oldSecret: v.picklist(['works', 'stopped']) }),
  rotationEndOldTokens: confirmedCall('ends_tokens', credential),
  rotationTryOldSecret: {
    ...confirmedCall('places_secret', credential),
    output: verdictOrCancelled,
  },
  /** Destroys the old secret. */
  rotationFinish: confirmedCall('forgets', credential),
  /** Destroys the new one. */
  rotationAbandon: confirmedCall('forgets', credential),
  /** Nothing of it is renewed from then on. As `tokenRevoke`: the first few at once. */
  leakPlanStart: confirmedCall('ends_tokens', credential),
  leakPlanRevoke: {
    ...confirmedCall('ends_tokens', credential),
    output: v.union([v.strictObject({ runId: id }), v.literal('cancelled')]),
  },
  leakPlanChoose: plainCall({ credentialId, way: v.picklist(['rotate', 'delete']) }),
  /** What the person says they did in the web app. A client that was deleted has its tokens revoked. */
  leakPlanSay: confirmedCall('ends_tokens', {
    credentialId,
    step: v.picklist(leakSteps),
    done: v.boolean(),
  }),
  leakPlanTryOldSecret: {
    ...confirmedCall('places_secret', credential),
    output: verdictOrCancelled,
  },
  /** Renewal goes on, and tokens come without a question again. */
  leakPlanClose: confirmedCall('issues_tokens', credential),
  /** Practice only: makes a new secret as the web app would, and puts it on the clipboard. */
  practiceNewSecret: plainCall({ credentialId, oldStops: v.boolean() }),
  /** Practice only: the old secret stops working, as when it is removed in the web app. */
  practiceRemoveOldSecret: plainCall(credential),
} as const;

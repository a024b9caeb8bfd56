// Where a rotation, and a plan for a leaked key, stand: as the app window sees them. Strict, like every
// view (views.ts). Secrets appear as fingerprints under a key of the vault.
import * as v from 'valibot';
import { leakSteps } from '../words.ts';
import { count, id, text, timeMs } from '../view-parts.ts';

/** What a try with the old secret showed. */
export const oldSecretVerdicts = ['refused', 'still_mints', 'unclear'] as const;

/** The last time a secret was tried that should no longer mint. */
export const oldSecretProof = v.strictObject({
  atMs: timeMs,
  verdict: v.picklist(oldSecretVerdicts),
});

/** What became of the tokens the old secret minted. */
const oldTokensView = v.strictObject({
  /** May be live, and nothing was done about them yet. */
  waiting: count,
  /** Being revoked, or Partner: being asked about until they are refused. */
  underWay: count,
  /** The server will not revoke them however often asked. */
  failed: count,
  /** The revocation was accepted; it may still work, and is being asked about. */
  accepted: count,
  /** Accepted, and no documented call can prove its end. */
  unproven: count,
  /** Refused, expired or gone. */
  dead: count,
  /** May be live, but their text is not here: only waiting helps. */
  outOfReach: count,
});
export type OldTokensView = v.InferOutput<typeof oldTokensView>;

/** Where a rotation stands. */
export const rotationView = v.strictObject({
  startedAtMs: timeMs,
  step: v.picklist([1, 2, 3, 4, 5]),
  /** Who has to do something for it to go on. */
  waitingFor: v.picklist(['you', 'server']),
  newSecret: v.nullable(v.strictObject({ atMs: timeMs, fingerprint: text(32) })),
  newTokenId: v.nullable(id),
  checkedAtMs: v.nullable(timeMs),
  oldSecretSaid: v.nullable(v.picklist(['works', 'stopped'])),
  /** As far as known: the app's own proof beats what the person said. */
  oldSecretStopped: v.boolean(),
  oldSecret: v.nullable(oldSecretProof),
  old: oldTokensView,
  mayFinish: v.boolean(),
});
export type RotationView = v.InferOutput<typeof rotationView>;

/** Where the plan for a leaked key stands. */
export const leakPlanView = v.strictObject({
  startedAtMs: timeMs,
  way: v.nullable(v.picklist(['rotate', 'delete'])),
  runId: v.nullable(id),
  said: v.array(v.picklist(leakSteps)),
  tokens: oldTokensView,
  /** Of the leaked secret. */
  oldSecret: v.nullable(oldSecretProof),
  rotation: v.picklist(['none', 'open', 'finished']),
});
export type LeakPlanView = v.InferOutput<typeof leakPlanView>;

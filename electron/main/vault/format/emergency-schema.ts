// The exact shape of what the index remembers of emergencies: revocation runs, rotations, drills, plans for
// leaked keys, and where the history stood. Strict like contents-schema.ts, and tied to the domain types the same way.
import * as v from 'valibot';
import { drillMistakes, drillScenarios, leakSteps } from '../../../shared/words.ts';
import type { DrillResult } from '../../domain/drill.ts';
import type { HistoryAnchor } from '../../domain/history-event.ts';
import type { DrillId, RotationId, RevocationRunId } from '../../domain/ids.ts';
import type { LeakPlan } from '../../domain/leak-plan.ts';
import type { Rotation } from '../../domain/rotation.ts';
import type { RevocationRun, RevocationScope } from '../../domain/revocation-run.ts';
import {
  count,
  credentialId,
  environmentId,
  finite,
  isIdentifier,
  text,
  tokenId,
} from './schema-parts.ts';

const revocationScopeSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('all') }),
  v.strictObject({ kind: v.literal('environment'), environmentId }),
  v.strictObject({ kind: v.literal('credential'), credentialId }),
  v.strictObject({ kind: v.literal('tag'), tag: text }),
  v.strictObject({ kind: v.literal('selection'), tokenIds: v.array(tokenId) }),
]) satisfies v.GenericSchema<unknown, RevocationScope>;

/** One revocation run (docs/glossary.md). */
export const revocationRunSchema = v.strictObject({
  id: v.custom<RevocationRunId>(isIdentifier),
  scope: revocationScopeSchema,
  pressedAtMs: finite,
  tokenIds: v.array(tokenId),
  guidedTokenIds: v.array(tokenId),
  firstSentAtMs: v.nullable(finite),
  cancelledAtMs: v.nullable(finite),
  closedAtMs: v.nullable(finite),
  drillId: v.nullable(v.custom<DrillId>(isIdentifier)),
}) satisfies v.GenericSchema<unknown, RevocationRun>;

const oldSecretProof = v.nullable(
  v.strictObject({ atMs: finite, verdict: v.picklist(['refused', 'still_mints', 'unclear']) }),
);

/** One rotation. Secrets stand in it as fingerprints alone. */
export const rotationSchema = v.strictObject({
  id: v.custom<RotationId>(isIdentifier),
  credentialId,
  startedAtMs: finite,
  newSecretAtMs: v.nullable(finite),
  newSecretFingerprint: text,
  newTokenId: v.nullable(tokenId),
  checkedAtMs: v.nullable(finite),
  oldTokenIds: v.array(tokenId),
  oldSecretSaid: v.nullable(v.picklist(['works', 'stopped'])),
  revokeAskedAtMs: v.nullable(finite),
  oldSecret: oldSecretProof,
  finishedAtMs: v.nullable(finite),
}) satisfies v.GenericSchema<unknown, Rotation>;

/** The plan for one leaked key. */
export const leakPlanSchema = v.strictObject({
  credentialId,
  startedAtMs: finite,
  tokenIds: v.array(tokenId),
  way: v.nullable(v.picklist(['rotate', 'delete'])),
  runId: v.nullable(v.custom<RevocationRunId>(isIdentifier)),
  said: v.array(v.picklist(leakSteps)),
  oldSecret: oldSecretProof,
  closedAtMs: v.nullable(finite),
}) satisfies v.GenericSchema<unknown, LeakPlan>;

/** One drill with what it came to. */
export const drillSchema = v.strictObject({
  id: v.custom<DrillId>(isIdentifier),
  scenario: v.picklist(drillScenarios),
  startedAtMs: finite,
  endedAtMs: v.nullable(finite),
  how: v.nullable(v.picklist(['finished', 'stopped', 'interrupted'])),
  credentialIds: v.array(credentialId),
  leakedIds: v.array(credentialId),
  leakedSecrets: v.array(text),
  tokens: count,
  acceptedAfterMs: v.nullable(finite),
  verifiedAfterMs: v.nullable(finite),
  mistakes: v.array(v.picklist(drillMistakes)),
}) satisfies v.GenericSchema<unknown, DrillResult>;

/** Where the history stood; `head` is 32 bytes in hexadecimal. */
export const historyAnchorSchema = v.strictObject({
  keyId: text,
  count,
  head: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
}) satisfies v.GenericSchema<unknown, HistoryAnchor>;

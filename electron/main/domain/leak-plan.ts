// "This key leaked": what the specification lets a person do about it (5.8 for Trader, 5.9 for Partner), as facts of one
// credential or of one Partner token. What the app can prove is derived elsewhere, never ticked.
import * as v from 'valibot';
import { oldSecretProof } from '../../shared/incident/rotation-view.ts';
import { leakSteps } from '../../shared/words.ts';
import type { CredentialId, RevocationRunId, TokenId } from './ids.ts';
import { finite, identifier, tokenId, type Row } from './row-schema.ts';
import type { PartnerPlan } from './token.ts';

export const leakPlanSchema = v.strictObject({
  credentialId: identifier<CredentialId>(),
  startedAtMs: finite,
  /** Live when it began. */
  tokenIds: v.array(tokenId),
  /** Trader: how the secret is made worthless; null until chosen. Partner: always by rotation. */
  way: v.nullable(v.picklist(['rotate', 'delete'])),
  /** The revocation run of the first step. */
  runId: v.nullable(identifier<RevocationRunId>()),
  /** What the person says they did in the web app, and the tokens that were live as they said it. */
  said: v.array(v.strictObject({ step: v.picklist(leakSteps), tokenIds: v.array(tokenId) })),
  /** The leaked secret was tried here; a rotation keeps its own proof. */
  oldSecret: v.nullable(oldSecretProof),
  closedAtMs: v.nullable(finite),
});
export type LeakPlan = Row<typeof leakPlanSchema>;

/** Whether the plan for a leak of its key is open: no token comes of it unasked. */
export const isLeaked = (plans: readonly LeakPlan[], id: CredentialId): boolean =>
  plans.some(({ credentialId, closedAtMs }) => credentialId === id && closedAtMs === null);

export function newLeakPlan(
  credentialId: CredentialId,
  startedAtMs: number,
  tokenIds: readonly TokenId[],
): LeakPlan {
  return {
    credentialId,
    startedAtMs,
    tokenIds,
    way: null,
    runId: null,
    said: [],
    oldSecret: null,
    closedAtMs: null,
  };
}

export function newPartnerPlan(nowMs: number): PartnerPlan {
  return { startedAtMs: nowMs, done: [], oldSecret: null, refusals: 0, verifiedAtMs: null };
}

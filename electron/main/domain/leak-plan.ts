// "This key leaked": what the specification lets a person do about it (5.8 for Trader, 5.9 for Partner), as facts of one
// credential or of one Partner token. What the app can prove is derived elsewhere, never ticked.
import type { LeakStep } from '../../shared/words.ts';
import type { CredentialId, RevocationRunId, TokenId } from './ids.ts';
import type { OldSecretProof } from './rotation.ts';
import type { PartnerPlan } from './token.ts';

export interface LeakPlan {
  readonly credentialId: CredentialId;
  readonly startedAtMs: number;
  /** Live when it began. */
  readonly tokenIds: readonly TokenId[];
  /** Trader: how the secret is made worthless; null until chosen. Partner: always by rotation. */
  readonly way: 'rotate' | 'delete' | null;
  /** The revocation run of the first step. */
  readonly runId: RevocationRunId | null;
  /** What the person says they did in the web app. */
  readonly said: readonly LeakStep[];
  /** The leaked secret was tried here; a rotation keeps its own proof. */
  readonly oldSecret: OldSecretProof | null;
  readonly closedAtMs: number | null;
}

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

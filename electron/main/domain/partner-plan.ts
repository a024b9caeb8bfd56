// How a Partner plan begins: nothing done, nothing proven (docs/service.md 5.9).
import type { PartnerPlan } from './token.ts';

export function newPartnerPlan(nowMs: number): PartnerPlan {
  return { startedAtMs: nowMs, done: [], oldSecret: null, refusals: 0, verifiedAtMs: null };
}

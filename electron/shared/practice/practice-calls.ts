// Calls about the practice gateway and about drills. Part of ipc-contract.ts. A drill touches nothing but what it made;
// while it runs, nothing else can be touched.
import * as v from 'valibot';
import { confirmedCall, plainCall } from '../call-rows.ts';
import { credentialId, keyOf, list, nothing } from '../view-parts.ts';
import { practiceView } from './practice-view.ts';
import { faultWords } from './practice-words.ts';
import { drillResultView, SHOWN_DRILLS } from './drill-view.ts';
import { drillScenarios } from '../words.ts';

/** The rows of the contract about the practice gateway. */
export const practiceCalls = {
  practiceCurrent: { input: nothing, output: practiceView, effect: 'none' },
  practiceChange: {
    input: v.strictObject({
      traderLifetimeSeconds: v.exactOptional(
        v.pipe(v.number(), v.integer(), v.minValue(5), v.maxValue(86_400)),
      ),
      partnerLifetimeSeconds: v.exactOptional(
        v.pipe(v.number(), v.integer(), v.minValue(5), v.maxValue(86_400)),
      ),
      propagationSeconds: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(600))),
      slowFirstCallMs: v.exactOptional(
        v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)),
      ),
      fault: v.exactOptional(keyOf(faultWords)),
    }),
    output: practiceView,
    effect: 'none',
  },
  /** Practice only: what the person would do in the web app (docs/service.md 5.9). */
  practiceRevokeKey: plainCall({ credentialId }),
} as const;

/** The rows of the contract about drills. */
export const drillCalls = {
  drillStart: confirmedCall('keeps_tokens', { scenario: v.picklist(drillScenarios) }),
  /** `finished`: the person says that all is over, and is scored. `stopped`: gives up. */
  drillEnd: {
    input: v.strictObject({ how: v.picklist(['finished', 'stopped']) }),
    output: drillResultView,
    effect: 'none',
  },
  /** Newest first. */
  drillResults: { input: nothing, output: list(drillResultView, SHOWN_DRILLS), effect: 'none' },
} as const;

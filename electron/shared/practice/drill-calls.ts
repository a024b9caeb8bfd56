// The part of the contract about drills. Spread into ipc-contract.ts; the same rules hold. A
// drill touches nothing but what it made; while it runs, nothing else can be touched.
import * as v from 'valibot';
import { drillResultView, SHOWN_DRILLS } from './drill-view.ts';
import { doneOrCancelled, list } from '../view-parts.ts';
import { drillScenarios } from '../words.ts';

const nothing = v.undefined();

/** The rows of the contract about drills. */
export const drillCalls = {
  drillStart: {
    input: v.strictObject({ scenario: v.picklist(drillScenarios) }),
    output: doneOrCancelled,
    effect: 'keeps_tokens',
    confirm: true,
  },
  /** `finished`: the person says that all is over, and is scored. `stopped`: gives up. */
  drillEnd: {
    input: v.strictObject({ how: v.picklist(['finished', 'stopped']) }),
    output: drillResultView,
    effect: 'none',
  },
  /** Newest first. */
  drillResults: { input: nothing, output: list(drillResultView, SHOWN_DRILLS), effect: 'none' },
} as const;

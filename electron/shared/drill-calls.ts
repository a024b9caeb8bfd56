// The part of the contract about drills. Spread into ipc-contract.ts; the same rules hold. None is asked
// about by main: a drill touches nothing but what it made.
import * as v from 'valibot';
import { drillResultView } from './drill-view.ts';
import { drillScenarios } from './words.ts';

const nothing = v.undefined();
const done = v.literal('done');

export const drillCalls = {
  drillStart: {
    input: v.strictObject({ scenario: v.picklist(drillScenarios) }),
    output: done,
    confirm: false,
  },
  /** `finished`: the person says that all is over, and is scored. `stopped`: gives up. */
  drillEnd: {
    input: v.strictObject({ how: v.picklist(['finished', 'stopped']) }),
    output: drillResultView,
    confirm: false,
  },
  /** Newest first. */
  drillResults: { input: nothing, output: v.array(drillResultView), confirm: false },
} as const;

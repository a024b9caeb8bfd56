// Calls about the practice gateway. Part of ipc-contract.ts.
import * as v from 'valibot';
import { id } from '../view-parts.ts';
import { practiceFaults, practiceView } from './practice-view.ts';

const nothing = v.undefined();

/** The rows of the contract about the practice gateway. */
export const practiceCalls = {
  practiceCurrent: { input: nothing, output: practiceView, effect: 'none' },
  practiceChange: {
    input: v.strictObject({
      traderLifetimeSeconds: v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(5), v.maxValue(86_400)),
      ),
      partnerLifetimeSeconds: v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(5), v.maxValue(86_400)),
      ),
      propagationSeconds: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(600))),
      slowFirstCallMs: v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)),
      ),
      fault: v.optional(v.picklist(practiceFaults)),
    }),
    output: practiceView,
    effect: 'none',
  },
  /** Practice only: what the person would do in the web app (docs/service.md 5.9). */
  practiceRevokeKey: {
    input: v.strictObject({ credentialId: id }),
    output: v.literal('done'),
    effect: 'none',
  },
} as const;

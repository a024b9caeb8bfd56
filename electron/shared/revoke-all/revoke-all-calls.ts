// The part of the contract about stopping many tokens at once. Spread into ipc-contract.ts; the same
// rules hold.
import * as v from 'valibot';
import { stopPreview, stopScope } from './revocation-run-view.ts';
import { id } from '../view-parts.ts';

const doneOrCancelled = v.picklist(['done', 'cancelled']);
const scope = v.strictObject({ scope: stopScope });
const run = v.strictObject({ runId: id });

export const stopCalls = {
  /** Counts, and opens connections while the person reads. Sends nothing. */
  stopPreview: { input: scope, output: stopPreview, effect: 'none' },
  stopStart: {
    input: scope,
    output: v.union([v.strictObject({ runId: id }), v.literal('cancelled')]),
    effect: 'ends_tokens',
    confirm: true,
  },
  /** Leaves alone what has not been sent yet. */
  stopCancel: { input: run, output: doneOrCancelled, effect: 'keeps_tokens', confirm: true },
  /** Puts a run away once every token of it has its end. */
  stopClose: { input: run, output: v.literal('done'), effect: 'none' },
  /** The incident report, signed; main asks where to save it. */
  stopReport: { input: run, output: doneOrCancelled, effect: 'discloses', confirm: 'by_handler' },
} as const;

// The part of the contract about stopping many tokens at once. Spread into ipc-contract.ts; the same
// rules hold.
import * as v from 'valibot';
import { revokeAllPreview, revocationScope } from './revocation-run-view.ts';
import { done, doneOrCancelled, id, revocationRunId } from '../view-parts.ts';

const scope = v.strictObject({ scope: revocationScope });
const run = v.strictObject({ runId: revocationRunId });

/** The rows of the contract about revoking many tokens. */
export const revokeAllCalls = {
  /** Counts, and opens connections while the person reads. Sends nothing. */
  revokeAllPreview: { input: scope, output: revokeAllPreview, effect: 'none' },
  revokeAllStart: {
    input: scope,
    output: v.union([v.strictObject({ runId: id }), v.literal('cancelled')]),
    effect: 'ends_tokens',
    confirm: true,
  },
  /** Leaves alone what has not been sent yet. */
  revocationRunCancel: {
    input: run,
    output: doneOrCancelled,
    effect: 'keeps_tokens',
    confirm: true,
  },
  /** Puts a run away once every token of it has its end. */
  revocationRunClose: { input: run, output: done, effect: 'none' },
  /** The incident report, signed; main asks where to save it. */
  /** `notes`: with what the person wrote down about each credential, and the addresses of their pages. */
  stopReport: {
    input: v.strictObject({ ...run.entries, notes: v.boolean() }),
    output: doneOrCancelled,
    effect: 'discloses',
    confirm: 'by_handler',
  },
} as const;

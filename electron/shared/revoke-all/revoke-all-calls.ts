// The part of the contract about stopping many tokens at once. Spread into ipc-contract.ts; the same
// rules hold.
import * as v from 'valibot';
import { confirmedCall, plainCall } from '../call-rows.ts';
import { revokeAllPreview, revocationScope } from './revocation-run-view.ts';
import { id, revocationRunId } from '../view-parts.ts';

const scope = { scope: revocationScope };
const run = { runId: revocationRunId };

/** The rows of the contract about revoking many tokens. */
export const revokeAllCalls = {
  /** Counts, and opens connections while the person reads. Sends nothing. */
  revokeAllPreview: { ...plainCall(scope), output: revokeAllPreview },
  revokeAllStart: {
    ...confirmedCall('ends_tokens', scope),
    output: v.union([v.strictObject({ runId: id }), v.literal('cancelled')]),
  },
  /** Leaves alone what has not been sent yet. */
  revocationRunCancel: confirmedCall('keeps_tokens', run),
  /** Puts a run away once every token of it has its end. */
  revocationRunClose: plainCall(run),
  /** The incident report; main asks where to save it. `notes`: with what the person wrote down about each credential, and the addresses of their pages. */
  stopReport: {
    ...confirmedCall('discloses', { ...run, notes: v.boolean() }),
    confirm: 'by_handler',
  },
} as const;

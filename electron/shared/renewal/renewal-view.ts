// The renewal of a credential's tokens, and a token's lease, as the app window sees them.
import * as v from 'valibot';
import { minutesBeforeExpiry } from '../protection/protection-view.ts';
import { failureView } from '../failures/failure.ts';
import { count, text, timeMs } from '../view-parts.ts';
import { leaseEnds } from '../words.ts';

const renewalPhases = [
  'waiting', // the next renewal is at `nextAtMs`
  'asking', // a new token is on its way
  'checking', // it came, and is being asked whether it works
  'idle', // no current token
  'outlives', // the token in use ends after renewal does
  'no_expiry', // the server did not say when the token ends; a refusal is waited for
  'leased', // the token in use has a lease that ends after a time
  'ending', // the stop date has passed, or it was switched off, while a new token was on its way
  'ended', // the stop date has passed
  'stopped', // it gave up after refusals
  'frozen', // a revocation run or a plan for a leaked key is open
] as const;

/** Where the renewal of one credential stands. */
export const renewalView = v.strictObject({
  phase: v.picklist(renewalPhases),
  /** Null: until it is switched off. */
  untilMs: v.nullable(timeMs),
  graceSeconds: count,
  nextAtMs: v.nullable(timeMs),
  /** When an old token that was replaced is revoked; null where none waits for it. */
  revokesAtMs: v.nullable(timeMs),
  lastFailure: v.nullable(v.strictObject({ atMs: timeMs, failure: failureView })),
});
export type RenewalView = v.InferOutput<typeof renewalView>;

/** When a token ends by its lease. */
export const leaseView = v.strictObject({
  end: v.picklist(leaseEnds),
  /** Null unless it ends after a time. */
  endsAtMs: v.nullable(timeMs),
});
export type LeaseView = v.InferOutput<typeof leaseView>;

/** When to say that tokens of credentials with this tag expire, in place of the general rule. */
export const tagAlertView = v.strictObject({
  tag: text(40),
  minutesBefore: minutesBeforeExpiry,
});
export type TagAlertView = v.InferOutput<typeof tagAlertView>;

/** What became of the leases that a lock ended, shown on the locked screen. */
export const leasesAtLockView = v.strictObject({ ended: count, waiting: count });

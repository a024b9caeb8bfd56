// The part of the contract about renewal and leases. Spread into ipc-contract.ts; the same rules hold.
import * as v from 'valibot';
import { confirmedCall, plainCall } from '../call-rows.ts';
import { tagAlertView } from './renewal-view.ts';
import { credentialId, timeMs, tokenId } from '../view-parts.ts';
import { graceChoices } from '../words.ts';

/** The rows of the contract about renewal and leases. */
export const renewalCalls = {
  /** Also changes the stop or the grace, and starts again what gave up. */
  renewalTurnOn: confirmedCall('ends_tokens', {
    credentialId,
    untilMs: v.nullable(timeMs),
    graceSeconds: v.picklist(graceChoices),
  }),
  renewalTurnOff: confirmedCall('ends_tokens', { credentialId }),
  leaseSet: confirmedCall('ends_tokens', {
    tokenId,
    lease: v.variant('end', [
      v.strictObject({
        end: v.literal('after'),
        seconds: v.pipe(v.number(), v.integer(), v.minValue(60), v.maxValue(86_400)),
      }),
      v.strictObject({ end: v.picklist(['lock', 'suspend', 'quit']) }),
    ]),
  }),
  /** Of one tag, those of the others stay. Null: the general rule again. */
  tagAlertSet: plainCall({
    tag: tagAlertView.entries.tag,
    minutesBefore: v.nullable(tagAlertView.entries.minutesBefore),
  }),
  leaseRemove: confirmedCall('keeps_tokens', { tokenId }),
} as const;

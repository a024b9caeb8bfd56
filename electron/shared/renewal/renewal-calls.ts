// The part of the contract about renewal and leases. Spread into ipc-contract.ts; the same rules hold.
import * as v from 'valibot';
import { tagAlertView } from './renewal-view.ts';
import { credentialId, done, doneOrCancelled, timeMs, tokenId } from '../view-parts.ts';
import { graceChoices } from '../words.ts';

/** The rows of the contract about renewal and leases. */
export const renewalCalls = {
  /** Also changes the stop or the grace, and starts again what gave up. */
  renewalTurnOn: {
    input: v.strictObject({
      credentialId,
      untilMs: v.nullable(timeMs),
      graceSeconds: v.picklist(graceChoices),
    }),
    output: doneOrCancelled,
    effect: 'ends_tokens',
    confirm: true,
  },
  renewalTurnOff: {
    input: v.strictObject({ credentialId }),
    output: doneOrCancelled,
    effect: 'ends_tokens',
    confirm: true,
  },
  leaseSet: {
    input: v.strictObject({
      tokenId,
      lease: v.variant('end', [
        v.strictObject({
          end: v.literal('after'),
          seconds: v.pipe(v.number(), v.integer(), v.minValue(60), v.maxValue(86_400)),
        }),
        v.strictObject({ end: v.picklist(['lock', 'suspend', 'quit']) }),
      ]),
    }),
    output: doneOrCancelled,
    effect: 'ends_tokens',
    confirm: true,
  },
  /** Of one tag, those of the others stay. Null: the general rule again. */
  tagAlertSet: {
    input: v.strictObject({
      tag: tagAlertView.entries.tag,
      minutesBefore: v.nullable(tagAlertView.entries.minutesBefore),
    }),
    output: done,
    effect: 'none',
  },
  leaseRemove: {
    input: v.strictObject({ tokenId }),
    output: doneOrCancelled,
    effect: 'keeps_tokens',
    confirm: true,
  },
} as const;

// The part of the contract about looking for our own secrets and tokens. Spread into ipc-contract.ts;
// the same rules hold.
import * as v from 'valibot';
import {
  sightingLimits,
  sightingSources,
  sightingsProgress,
  sightingsView,
} from './secret-scan-view.ts';
import { list, text } from '../view-parts.ts';

const nothing = v.undefined();
const done = v.literal('done');

export const sightingCalls = {
  /**
   * Answers when the search has ended. Not confirmed by the contract: what is looked at is chosen in
   * main's own dialog or window, or main asks about it.
   */
  sightingsSearch: {
    input: v.strictObject({ source: v.picklist(sightingSources) }),
    output: v.union([sightingsView, v.literal('cancelled')]),
    effect: 'none',
  },
  /** Null while no search runs. */
  sightingsProgress: { input: nothing, output: v.nullable(sightingsProgress), effect: 'none' },
  /** Ends the search; it answers what it found till then. */
  sightingsCancel: { input: nothing, output: done, effect: 'none' },
  /** The sheet was closed: whatever runs ends. */
  sightingsEnd: { input: nothing, output: done, effect: 'none' },
  /** From the preload alone, which keeps the paths from the page. Searches nothing: main asks first. */
  sightingsDropped: {
    input: v.strictObject({
      paths: list(text(4096), sightingLimits.dropped),
    }),
    output: done,
    effect: 'none',
  },
} as const;

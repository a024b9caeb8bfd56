// The part of the contract about looking for our own secrets and tokens. Spread into ipc-contract.ts;
// the same rules hold.
import * as v from 'valibot';
import {
  secretScanLimits,
  secretScanSources,
  secretScanProgress,
  secretScanView,
} from './secret-scan-view.ts';
import { list, text } from '../view-parts.ts';

const nothing = v.undefined();
const done = v.literal('done');

/** The rows of the contract about the secret scan. */
export const secretScanCalls = {
  /**
   * Answers when the search has ended. Not confirmed by the contract: what is looked at is chosen in
   * main's own dialog or window, or main asks about it.
   */
  secretScanSearch: {
    input: v.strictObject({ source: v.picklist(secretScanSources) }),
    output: v.union([secretScanView, v.literal('cancelled')]),
    effect: 'none',
  },
  /** Null while no search runs. */
  secretScanProgress: { input: nothing, output: v.nullable(secretScanProgress), effect: 'none' },
  /** Ends the search; it answers what it found till then. */
  secretScanCancel: { input: nothing, output: done, effect: 'none' },
  /** The sheet was closed: whatever runs ends. */
  secretScanEnd: { input: nothing, output: done, effect: 'none' },
  /** A page that could make it would learn which paths there are. Searches nothing: main asks first. */
  secretScanDropped: {
    input: v.strictObject({
      paths: list(text(4096), secretScanLimits.dropped),
    }),
    output: done,
    effect: 'none',
    from: 'preload',
  },
} as const;

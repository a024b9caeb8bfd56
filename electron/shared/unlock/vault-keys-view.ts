// What the window is told after the ways into the vault were changed: how it went, in numbers. Never a
// passphrase, a recovery key, or a file's name.
import * as v from 'valibot';
import { count } from '../view-parts.ts';

/** What became of the backups that opened with the old passphrase. */
const backupsSettledView = v.strictObject({
  /** `some_left`: as many could not be changed and still open with it. `unknown`: not readable. */
  how: v.picklist(['none', 'kept', 'rewritten', 'deleted', 'some_left', 'unknown']),
  count,
});
export type BackupsSettled = v.InferOutput<typeof backupsSettledView>;

/** `not_kept`: nobody confirmed to have the key, so it was never saved; an earlier one still opens the vault. */
export const recoveryKeyMade = ['done', 'not_kept', 'cancelled'] as const;
export type RecoveryKeyMade = (typeof recoveryKeyMade)[number];

const dataKeyReplaced = v.strictObject({
  /** Sealed anew. */
  secrets: count,
  tokens: count,
  backupsDeleted: count,
  /** Could not be deleted, and still open with the old passphrase; null: could not be looked at. */
  backupsLeft: v.nullable(count),
});
export type DataKeyReplaced = v.InferOutput<typeof dataKeyReplaced>;

/** How the replacement of the data key went. */
export const dataKeyReplacedView = v.union([v.literal('cancelled'), dataKeyReplaced]);

/** The person closed a window or dialog, or the backups of the vault under its new passphrase. */
export const passphraseChangeView = v.union([v.literal('cancelled'), backupsSettledView]);

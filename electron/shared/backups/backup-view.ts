// What the window may know about earlier generations of the vault: dates, sizes, counts, and what was
// done about a damaged or an older file. Names of files are names alone, never a path.
import * as v from 'valibot';
import { count, timeMs } from '../view-parts.ts';

const fileName = v.pipe(v.string(), v.maxLength(160), v.regex(/^[A-Za-z0-9._-]+$/));

/** Far more than are kept: further ones in the folder are older, and are not listed. */
export const MOST_BACKUPS = 100;

/** A backup's file name beside the vault: what the calls take. Checked again by the vault. */
export const backupId = fileName;

/** One backup, as far as it can be told without a key. */
export const backupView = v.strictObject({
  id: backupId,
  savedAtMs: timeMs,
  /** As the header says, not yet authenticated; 0 when it cannot be read. */
  generation: count,
  bytes: count,
  /** By length and checksum alone. */
  intact: v.boolean(),
});
export type BackupView = v.InferOutput<typeof backupView>;

/** A backup that was opened with the passphrase: everything in it authenticated. */
export const backupContentsView = v.strictObject({
  id: backupId,
  savedAtMs: timeMs,
  generation: count,
  environments: count,
  credentials: count,
  tokens: count,
});
export type BackupContentsView = v.InferOutput<typeof backupContentsView>;

const foundBackupsView = v.strictObject({
  count,
  /** The newest whose bytes are whole, by its file's date; null where none is. */
  newest: v.nullable(v.strictObject({ id: backupId, savedAtMs: timeMs })),
});
export type FoundBackupsView = v.InferOutput<typeof foundBackupsView>;

/** What is offered where the vault is missing or damaged. */
export const rescueView = v.strictObject({
  /** There is no vault file, but backups of one; null: no backup, or a vault. */
  found: v.nullable(foundBackupsView),
  /** The newest backup that opens, looked for when the vault turned out damaged; null: not looked. */
  offer: v.nullable(v.union([backupContentsView, v.literal('none')])),
  /** The restored backup, until the vault is locked. */
  restored: v.nullable(v.strictObject({ savedAtMs: timeMs, keptAside: v.nullable(fileName) })),
  /** The file is older than one this machine has seen: open for reading only. */
  rolledBack: v.boolean(),
  /** The vault's last file, where the disk had damaged it and a save kept it aside; since unlock. */
  damagedFile: v.nullable(fileName),
});
export type RescueView = v.InferOutput<typeof rescueView>;

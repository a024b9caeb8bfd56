// Reads the plaintext of an index that has authenticated. Still trusts nothing of its shape: what a
// buggy writer sealed must not become untyped objects in the app.
import { fail, ok, type Result } from '../../domain/result.ts';
import type { Credential } from '../../domain/credential.ts';
import type { DrillResult } from '../../domain/drill.ts';
import type { Environment } from '../../domain/environment.ts';
import type { HistoryAnchor } from '../../domain/history-event.ts';
import type { CredentialId } from '../../domain/ids.ts';
import type { LeakPlan } from '../../domain/leak-plan.ts';
import type { Renewal, Lease } from '../../domain/renewal.ts';
import type { Rotation } from '../../domain/rotation.ts';
import type { SavedView } from '../../domain/saved-view.ts';
import type { RevocationRun } from '../../domain/revocation-run.ts';
import type { TagAlert } from '../../domain/tag-alert.ts';
import type { Token } from '../../domain/token.ts';
import {
  credentialSchema,
  environmentSchema,
  recordRowSchema,
  tokenSchema,
  favouriteSchema,
  leaseSchema,
  renewalSchema,
  savedViewSchema,
  tagAlertSchema,
} from './contents-schema.ts';
import {
  drillSchema,
  historyAnchorSchema,
  leakPlanSchema,
  rotationSchema,
  revocationRunSchema,
} from './emergency-schema.ts';
import { valueAt, type ColumnValues } from './column.ts';
import { PART, splitParts, type ReadPart, type TablePart } from './index-layout.ts';
import type { Pace } from '../keys/yield-to-loop.ts';
import { readRecords, type RecordTable } from './read-records.ts';
import {
  decodeColumns,
  decodeRows,
  type RowSchema,
  decodeItems,
  type ItemSchema,
} from './row-columns.ts';
import { recordsRead, type SealedRecords } from './sealed-records.ts';
import type { VaultContents, VaultFailure } from '../store/vault.ts';

/** What was read, with where it stood. */
export interface ReadIndex {
  readonly contents: VaultContents;
  readonly records: SealedRecords;
  /** What was read of each list, and where: views of the plaintext. */
  readonly parts: readonly ReadPart[];
  /** What was read of the table of records, and where: views of the plaintext. */
  readonly tableParts: readonly TablePart[];
}

/**
 * Failure: `corrupt`. What it answers lies in `plain`, but for the contents; the blobs of the records are what
 * `blobsFrom` makes of those there.
 */
export async function decodeIndex(
  plain: Buffer,
  pace: Pace,
  blobsFrom = (lying: Buffer) => lying,
): Promise<Result<ReadIndex, VaultFailure>> {
  const environments: Environment[] = [];
  const credentials: Credential[] = [];
  const tokens: Token[] = [];
  const revocationRuns: RevocationRun[] = [];
  const rotations: Rotation[] = [];
  const drills: DrillResult[] = [];
  const leakPlans: LeakPlan[] = [];
  const renewals: Renewal[] = [];
  const leases: Lease[] = [];
  const tagAlerts: TagAlert[] = [];
  const savedViews: SavedView[] = [];
  const favourites: CredentialId[] = [];
  const anchors: HistoryAnchor[] = [];
  const table: RecordTable = { id: [], field: [], version: [], length: [] };
  const tableParts: TablePart[] = [];
  const read: ReadPart[] = [];
  let blobs: Buffer | null = null;

  const parts = splitParts(plain);
  if (parts === null) return fail({ code: 'corrupt' });
  for (const { kind, bytes } of parts) {
    let sound = false;
    const add = <T>(list: T[], items: readonly T[] | null): boolean => {
      if (items === null) return false;
      read.push({ kind, from: list.length, items, bytes });
      // By number: an iterator makes an object for each of thousands of items.
      for (let at = 0; at < items.length; at += 1) list.push(items[at] as T);
      return true;
    };
    const addItems = <T>(list: T[], schema: ItemSchema<T>): boolean =>
      add(list, decodeItems(schema, bytes));
    const addRows = <T>(list: T[], schema: RowSchema<T>): boolean =>
      add(list, decodeRows(schema, bytes));
    if (kind === PART.environments) sound = addItems(environments, environmentSchema);
    else if (kind === PART.credentials) sound = addRows(credentials, credentialSchema);
    else if (kind === PART.tokens) sound = addRows(tokens, tokenSchema);
    else if (kind === PART.records) sound = addTablePart(table, tableParts, bytes);
    else if (kind === PART.revocationRuns) sound = addItems(revocationRuns, revocationRunSchema);
    else if (kind === PART.rotations) sound = addItems(rotations, rotationSchema);
    else if (kind === PART.drills) sound = addItems(drills, drillSchema);
    else if (kind === PART.leakPlans) sound = addItems(leakPlans, leakPlanSchema);
    else if (kind === PART.renewals) sound = addItems(renewals, renewalSchema);
    else if (kind === PART.leases) sound = addItems(leases, leaseSchema);
    else if (kind === PART.tagAlerts) sound = addItems(tagAlerts, tagAlertSchema);
    else if (kind === PART.savedViews) sound = addItems(savedViews, savedViewSchema);
    else if (kind === PART.favourites) sound = addItems(favourites, favouriteSchema);
    else if (kind === PART.history) sound = addItems(anchors, historyAnchorSchema);
    else if (kind === PART.blobs && blobs === null) {
      blobs = bytes;
      sound = true;
    }
    if (!sound) return fail({ code: 'corrupt' });
    await pace.yieldToLoop();
  }
  const records = readRecords(table, blobsFrom(blobs ?? Buffer.alloc(0)));
  if (records === null || anchors.length > 1) return fail({ code: 'corrupt' });
  const emergencies = { revocationRuns, rotations, drills, leakPlans, history: anchors[0] ?? null };
  const desk = { renewals, leases, tagAlerts, savedViews, favourites };
  const contents = { environments, credentials, tokens, ...emergencies, ...desk };
  return ok({ contents, records: recordsRead(records), parts: read, tableParts });
}

function addTablePart(table: RecordTable, parts: TablePart[], bytes: Buffer): boolean {
  const read = decodeColumns(recordRowSchema, bytes);
  if (read === null) return false;
  parts.push({ from: table.id.length, count: read.first.length, bytes });
  for (const [at, name] of read.names.entries()) {
    const list: unknown[] = table[name as keyof RecordTable];
    const column = read.columns[at] as ColumnValues;
    for (let row = 0; row < read.first.length; row += 1) list.push(valueAt(column, row));
  }
  return true;
}

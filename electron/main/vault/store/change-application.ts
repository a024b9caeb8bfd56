// Applies one change to a state, in memory: contents, sealed records, dropped records. What comes
// out of a mutator is checked against the schema before it may go further; a violation is a bug
// and throws, so that it rejects this change alone.
import * as v from 'valibot';
import {
  credentialSchema,
  environmentSchema,
  recordNameSchema,
  tokenSchema,
  favouriteSchema,
  leaseSchema,
  renewalSchema,
  savedViewSchema,
  tagAlertSchema,
} from '../format/contents-schema.ts';
import {
  drillSchema,
  historyAnchorSchema,
  leakPlanSchema,
  rotationSchema,
  revocationRunSchema,
} from '../format/emergency-schema.ts';
import type { KeySlot } from '../format/header-schema.ts';
import type { Pace } from '../keys/yield-to-loop.ts';
import type { SealedRecord } from '../format/record-seal.ts';
import { compileCheck } from '../format/row-check.ts';
import { recordKey } from '../format/sealed-records.ts';
import type { VaultState } from './vault-state.ts';
import { droppedBy, type Drop, type VaultContents } from './vault.ts';

/** A change whose secrets are sealed already. */
export interface PreparedChange {
  readonly contents: (before: VaultContents) => VaultContents;
  readonly sealed: readonly SealedRecord[];
  readonly drop: Drop;
  readonly slots?: (before: readonly KeySlot[]) => readonly KeySlot[];
}

/** The same object when nothing changed. @throws ValiError, and whatever the mutator throws. */
export async function applyChange(
  before: VaultState,
  change: PreparedChange,
  pace: Pace,
): Promise<VaultState> {
  for (const { name } of change.sealed) v.parse(recordNameSchema, name);
  const contents = change.contents(before.contents);
  await checkContents(contents, before.contents, pace);
  const named = droppedBy(change.drop, contents);
  const dropped = named.filter((name) => before.records.has(recordKey(name)));
  const slots = change.slots?.(before.header.slots) ?? before.header.slots;
  const sameIndex =
    contents === before.contents && change.sealed.length === 0 && dropped.length === 0;
  if (sameIndex && slots === before.header.slots) return before;
  // The very same records tell the index writer that their table has not changed.
  if (change.sealed.length === 0 && dropped.length === 0) {
    return { header: { ...before.header, slots }, contents, records: before.records };
  }
  const records = before.records.changed(change.sealed, dropped);
  return { header: { ...before.header, slots }, contents, records };
}

/** Entries that are the very same object as before were checked before. */
export async function checkContents(
  contents: VaultContents,
  before: VaultContents,
  pace: Pace,
): Promise<void> {
  await checkList(environmentSchema, contents.environments, before.environments, pace);
  await checkList(credentialSchema, contents.credentials, before.credentials, pace);
  await checkList(tokenSchema, contents.tokens, before.tokens, pace);
  await checkList(revocationRunSchema, contents.revocationRuns, before.revocationRuns, pace);
  await checkList(rotationSchema, contents.rotations, before.rotations, pace);
  await checkList(drillSchema, contents.drills, before.drills, pace);
  await checkList(leakPlanSchema, contents.leakPlans, before.leakPlans, pace);
  await checkList(renewalSchema, contents.renewals, before.renewals, pace);
  await checkList(leaseSchema, contents.leases, before.leases, pace);
  await checkList(tagAlertSchema, contents.tagAlerts, before.tagAlerts, pace);
  await checkList(savedViewSchema, contents.savedViews, before.savedViews, pace);
  await checkList(favouriteSchema, contents.favourites, before.favourites, pace);
  if (contents.history !== before.history) {
    v.parse(v.nullable(historyAnchorSchema), contents.history);
  }
}

/** The schema alone decides: the services' rows may have a field that must not be written. */
async function checkList(
  schema: v.GenericSchema,
  items: readonly unknown[],
  before: readonly unknown[],
  pace: Pace,
): Promise<void> {
  if (items === before) return;
  const isRow = compileCheck(schema);
  let index = -1;
  for (const item of items) {
    index += 1;
    if (item === before[index]) continue;
    // What fails is told in valibot's words.
    if (!isRow(item)) v.parse(schema, item, { abortEarly: true });
    if (index % 64 === 0) await pace.yieldToLoop();
  }
}

// Turns contents and sealed records into the plaintext of the index. Keeps the encoded parts of the
// last save and reuses those whose items are the very same objects, so that one change among ten
// thousand costs one part. Holds metadata only, zeroed by `wipe`; secrets come here sealed.
import { giveBack } from '../../domain/wipeable-buffer.ts';
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
import { PART, layOut, type Layout, type PartPieces, type TablePart } from './index-layout.ts';
import type { ReadIndex } from './index-reader.ts';
import type { Pace } from '../keys/yield-to-loop.ts';
import { encodeRows, encodeItems, type ItemSchema } from './row-columns.ts';
import { recordsOf } from './sealed-records.ts';
import type { VaultState } from '../store/vault-state.ts';

/** So few that the part of one changed row is written in a fraction of a millisecond. */
const ITEMS_PER_PART = 128;

/** Encodes the index, and reuses what did not change. Holds plaintext until `wipe`. */
export interface IndexWriter {
  /** Good until the next call, or `wipe`. @throws Error when an item is not of its schema. */
  readonly encode: (state: Pick<VaultState, 'contents' | 'records'>, pace: Pace) => Promise<Layout>;
  /**
   * Takes over the plaintext that was read, with what was read from it: those parts need not be written
   * anew until they change. The records that were read lie in it until `wipe`.
   */
  readonly adopt: (plain: Buffer, index: ReadIndex) => void;
  readonly wipe: () => void;
}

interface EncodedPart {
  readonly items: readonly unknown[];
  readonly bytes: Buffer;
}

/** These very records as they are written: their table, and their blobs in few pieces. */
interface WrittenRecords {
  readonly of: VaultState['records'];
  readonly table: readonly TablePart[];
  readonly blobs: readonly Uint8Array[];
}

const NO_RECORDS: WrittenRecords = { of: recordsOf([]), table: [], blobs: [] };

interface List<T> {
  readonly kind: number;
  readonly items: readonly T[];
  readonly encode: (items: readonly T[]) => Buffer;
}

/** A writer that has encoded nothing yet. */
export function createIndexWriter(): IndexWriter {
  let kept = new Map<string, EncodedPart>();
  let adopted: Buffer | null = null;
  let written = NO_RECORDS;

  return {
    adopt(plain, { parts, records, tableParts }) {
      adopted = plain;
      written = { of: records, table: tableParts, blobs: records.blobs() };
      for (const { kind, from, items, bytes } of parts) {
        kept.set(placeOf(kind, from), { items, bytes });
      }
    },
    async encode({ contents, records }, pace) {
      const parts: PartPieces[] = [];
      const fresh = new Map<string, EncodedPart>();

      async function add<T>({ kind, items, encode }: List<T>): Promise<void> {
        for (let from = 0; from < items.length; from += ITEMS_PER_PART) {
          const place = placeOf(kind, from);
          const slice = items.slice(from, from + ITEMS_PER_PART);
          const part = reusable(kept.get(place), slice) ?? { items: slice, bytes: encode(slice) };
          fresh.set(place, part);
          parts.push({ kind, pieces: [part.bytes] });
          await pace.yieldToLoop();
        }
      }
      const addItems = (
        kind: number,
        items: readonly unknown[],
        schema: ItemSchema<unknown>,
      ): Promise<void> => add({ kind, items, encode: (slice) => encodeItems(schema, slice) });
      await addItems(PART.environments, contents.environments, environmentSchema);
      await add({
        kind: PART.credentials,
        items: contents.credentials,
        encode: (rows) => encodeRows(credentialSchema, rows),
      });
      await add({
        kind: PART.tokens,
        items: contents.tokens,
        encode: (rows) => encodeRows(tokenSchema, rows),
      });
      if (written.of !== records) written = await writeRecords(records, written, pace);
      for (const { bytes } of written.table) parts.push({ kind: PART.records, pieces: [bytes] });
      if (records.entries.length > 0) parts.push({ kind: PART.blobs, pieces: written.blobs });
      await addItems(PART.revocationRuns, contents.revocationRuns, revocationRunSchema);
      await addItems(PART.rotations, contents.rotations, rotationSchema);
      await addItems(PART.drills, contents.drills, drillSchema);
      const anchors = contents.history === null ? [] : [contents.history];
      await addItems(PART.history, anchors, historyAnchorSchema);
      await addItems(PART.leakPlans, contents.leakPlans, leakPlanSchema);
      await addItems(PART.renewals, contents.renewals, renewalSchema);
      await addItems(PART.leases, contents.leases, leaseSchema);
      await addItems(PART.tagAlerts, contents.tagAlerts, tagAlertSchema);
      await addItems(PART.savedViews, contents.savedViews, savedViewSchema);
      await addItems(PART.favourites, contents.favourites, favouriteSchema);
      for (const [place, part] of kept) if (fresh.get(place) !== part) part.bytes.fill(0);
      kept = fresh;
      return layOut(parts);
    },
    wipe() {
      for (const { bytes } of kept.values()) bytes.fill(0);
      for (const { bytes } of written.table) bytes.fill(0);
      kept = new Map();
      written = NO_RECORDS;
      if (adopted !== null) giveBack(adopted);
      adopted = null;
    },
  };
}

const placeOf = (kind: number, from: number): string => `${kind}:${from}`;

function reusable(part: EncodedPart | undefined, items: readonly unknown[]): EncodedPart | null {
  const same =
    part?.items.length === items.length && items.every((item, at) => item === part.items[at]);
  return same ? part : null;
}

/** Parts of the table are taken as they were while their records are the very same objects. */
async function writeRecords(
  records: VaultState['records'],
  before: WrittenRecords,
  pace: Pace,
): Promise<WrittenRecords> {
  const { entries } = records;
  const earlier = before.of.read === records.read ? before.of.entries : [];
  const kept = new Map(before.table.map((part) => [part.from, part]));
  const table: TablePart[] = [];
  for (let from = 0; from < entries.length; from += ITEMS_PER_PART) {
    const slice = entries.slice(from, from + ITEMS_PER_PART);
    const known = kept.get(from);
    const same =
      known?.count === slice.length && slice.every((entry, at) => entry === earlier[from + at]);
    if (same) kept.delete(from);
    const bytes = same ? known.bytes : encodeRows(recordRowSchema, slice.map(records.rowOf));
    table.push({ from, count: slice.length, bytes });
    await pace.yieldToLoop();
  }
  for (const { bytes } of kept.values()) bytes.fill(0);
  return { of: records, table, blobs: records.blobs() };
}

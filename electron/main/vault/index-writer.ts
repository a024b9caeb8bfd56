// Turns contents and sealed records into the plaintext of the index. Keeps the encoded parts of the
// last save and reuses those whose items are the very same objects, so that one change among ten
// thousand costs one part. Holds metadata only, zeroed by `wipe`; secrets come here sealed.
import { giveBack } from '../domain/wipeable-buffer.ts';
import {
  credentialSchema,
  environmentSchema,
  recordEntrySchema,
  tokenSchema,
} from './contents-schema.ts';
import {
  favouriteSchema,
  leaseSchema,
  renewalSchema,
  savedViewSchema,
  tagAlertSchema,
} from './desk-schema.ts';
import {
  drillSchema,
  historyAnchorSchema,
  leakPlanSchema,
  rotationSchema,
  stopRunSchema,
} from './emergency-schema.ts';
import { encodeItems, type ItemSchema } from './index-items.ts';
import { PART, layOut, type Layout, type PartPieces } from './index-layout.ts';
import type { ReadIndex } from './index-reader.ts';
import type { Pace } from './pace.ts';
import type { SealedRecord } from './record-seal.ts';
import type { VaultState } from './vault-state.ts';

/** So few that the part of one changed row is written in a fraction of a millisecond. */
const ITEMS_PER_PART = 32;

export interface IndexWriter {
  /** Good until the next call, or `wipe`. @throws Error when an item is not of its schema. */
  readonly encode: (state: Pick<VaultState, 'contents' | 'records'>, pace: Pace) => Promise<Layout>;
  /**
   * Takes over the plaintext that was read, with what was read from it: those parts need not be written
   * anew until they change.
   */
  readonly adopt: (plain: Buffer, index: ReadIndex) => void;
  readonly wipe: () => void;
}

interface EncodedPart {
  readonly items: readonly unknown[];
  readonly bytes: Buffer;
}

/** The blobs of these very records, in few pieces. */
interface Runs {
  readonly of: VaultState['records'];
  readonly pieces: readonly Uint8Array[];
}

interface List<T> {
  readonly kind: number;
  readonly items: readonly T[];
  readonly schema: ItemSchema<unknown>;
  /** The item as its JSON value. */
  readonly plain: (item: T) => unknown;
}

const asIs = (item: unknown): unknown => item;
const toEntry = ({ name, version, blob }: SealedRecord): unknown => [
  name.id,
  name.field,
  version,
  blob.length,
];

export function createIndexWriter(): IndexWriter {
  let kept = new Map<string, EncodedPart>();
  let adopted: Buffer | null = null;
  let runs: Runs = { of: new Map(), pieces: [] };

  return {
    adopt(plain, { parts, records }) {
      adopted = plain;
      const sealed = [...records.values()];
      for (const { kind, from, items, bytes } of parts) {
        // The table is spelt from the records themselves, which stand in its order.
        const own = kind === PART.records ? sealed.slice(from, from + items.length) : items;
        kept.set(placeOf(kind, from), { items: own, bytes });
      }
    },
    async encode({ contents, records }, pace) {
      const sealed = [...records.values()];
      const parts: PartPieces[] = [];
      const fresh = new Map<string, EncodedPart>();

      async function add<T>({ kind, items, schema, plain }: List<T>): Promise<void> {
        for (let from = 0; from < items.length; from += ITEMS_PER_PART) {
          const place = placeOf(kind, from);
          const slice = items.slice(from, from + ITEMS_PER_PART);
          const part = reusable(kept.get(place), slice) ?? {
            items: slice,
            bytes: encodeItems(schema, slice.map(plain)),
          };
          fresh.set(place, part);
          parts.push({ kind, pieces: [part.bytes] });
          await pace.breathe();
        }
      }
      const { environments, credentials, tokens } = contents;
      const [environment, credential] = [environmentSchema, credentialSchema];
      await add({ kind: PART.environments, items: environments, schema: environment, plain: asIs });
      await add({ kind: PART.credentials, items: credentials, schema: credential, plain: asIs });
      await add({ kind: PART.tokens, items: tokens, schema: tokenSchema, plain: asIs });
      await add({ kind: PART.records, items: sealed, schema: recordEntrySchema, plain: toEntry });
      if (sealed.length > 0) {
        if (runs.of !== records) runs = { of: records, pieces: runsOf(sealed) };
        parts.push({ kind: PART.blobs, pieces: runs.pieces });
      }
      await add({
        kind: PART.stopRuns,
        items: contents.stopRuns,
        schema: stopRunSchema,
        plain: asIs,
      });
      await add({
        kind: PART.rotations,
        items: contents.rotations,
        schema: rotationSchema,
        plain: asIs,
      });
      await add({ kind: PART.drills, items: contents.drills, schema: drillSchema, plain: asIs });
      const anchors = contents.history === null ? [] : [contents.history];
      await add({ kind: PART.history, items: anchors, schema: historyAnchorSchema, plain: asIs });
      await add({
        kind: PART.leakPlans,
        items: contents.leakPlans,
        schema: leakPlanSchema,
        plain: asIs,
      });
      const { renewals, leases, tagAlerts, savedViews, favourites } = contents;
      await add({ kind: PART.renewals, items: renewals, schema: renewalSchema, plain: asIs });
      await add({ kind: PART.leases, items: leases, schema: leaseSchema, plain: asIs });
      await add({ kind: PART.tagAlerts, items: tagAlerts, schema: tagAlertSchema, plain: asIs });
      await add({ kind: PART.savedViews, items: savedViews, schema: savedViewSchema, plain: asIs });
      await add({ kind: PART.favourites, items: favourites, schema: favouriteSchema, plain: asIs });
      for (const [place, part] of kept) if (fresh.get(place) !== part) part.bytes.fill(0);
      kept = fresh;
      return layOut(parts);
    },
    wipe() {
      for (const { bytes } of kept.values()) bytes.fill(0);
      kept = new Map();
      runs = { of: new Map(), pieces: [] };
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

/** Blobs that lie one behind the other in memory, as those that were read do, are one piece. */
function runsOf(records: readonly SealedRecord[]): readonly Uint8Array[] {
  const runs: Uint8Array[] = [];
  let last: Uint8Array = new Uint8Array();
  for (const { blob } of records) {
    if (last.buffer !== blob.buffer || last.byteOffset + last.length !== blob.byteOffset) {
      if (last.length > 0) runs.push(last);
      last = blob;
    } else last = new Uint8Array(last.buffer, last.byteOffset, last.length + blob.length);
  }
  if (last.length > 0) runs.push(last);
  return runs;
}

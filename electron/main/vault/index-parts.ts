// The plaintext of the index: typed parts, one behind the other, padded with zeros (FORMAT.md,
// "Index"). Parts keep each piece of JSON small, so that neither reading nor writing ten thousand
// entries holds the event loop. Encodes and decodes; seals nothing.
import { Buffer } from 'node:buffer';
import * as v from 'valibot';
import { fail, ok, type Result } from '../domain/result.ts';
import {
  credentialSchema,
  environmentSchema,
  recordEntrySchema,
  tokenSchema,
} from './contents-schema.ts';
import type { Pace } from './pace.ts';
import type { SealedRecord } from './record-seal.ts';
import { recordKey, type VaultState } from './vault-state.ts';
import type { VaultContents, VaultFailure } from './vault.ts';

/** Kind of a part. 0 ends the list: the padding behind the last part says so by itself. */
const KIND = { end: 0, environments: 1, credentials: 2, tokens: 3, records: 4, blobs: 5 } as const;
const PART_HEAD_BYTES = 5;
const ITEMS_PER_PART = 128;
const PADDING_BYTES = 4096;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

type Sealed = Pick<VaultState, 'contents' | 'records'>;

/** Unpooled and padded to 4 KiB; the caller zeroes it. */
export async function encodeIndex(state: Sealed, pace: Pace): Promise<Buffer> {
  const records = [...state.records.values()];
  const parts: { readonly kind: number; readonly bytes: readonly Uint8Array[] }[] = [];
  const lists: readonly (readonly [number, readonly unknown[]])[] = [
    [KIND.environments, state.contents.environments],
    [KIND.credentials, state.contents.credentials],
    [KIND.tokens, state.contents.tokens],
    [
      KIND.records,
      records.map(({ name, version, blob }) => [name.id, name.field, version, blob.length]),
    ],
  ];
  for (const [kind, items] of lists) {
    for (let at = 0; at < items.length; at += ITEMS_PER_PART) {
      const json = JSON.stringify(items.slice(at, at + ITEMS_PER_PART));
      parts.push({ kind, bytes: [Buffer.from(json, 'utf8')] });
      await pace.breathe();
    }
  }
  if (records.length > 0) parts.push({ kind: KIND.blobs, bytes: records.map((each) => each.blob) });

  const lengths = parts.map((part) => part.bytes.reduce((sum, piece) => sum + piece.length, 0));
  const total = lengths.reduce((sum, length) => sum + PART_HEAD_BYTES + length, 1);
  const plain = Buffer.alloc(Math.ceil(total / PADDING_BYTES) * PADDING_BYTES);
  let at = 0;
  for (const [index, part] of parts.entries()) {
    plain.writeUInt8(part.kind, at);
    plain.writeUInt32BE(lengths[index] ?? 0, at + 1);
    at += PART_HEAD_BYTES;
    for (const piece of part.bytes) {
      plain.set(piece, at);
      at += piece.length;
    }
  }
  return plain;
}

/** Failure: `corrupt`. Copies what it keeps: the caller may zero `plain` afterwards. */
export async function decodeIndex(
  plain: Buffer,
  pace: Pace,
): Promise<Result<Sealed, VaultFailure>> {
  const contents: {
    -readonly [Key in keyof VaultContents]: VaultContents[Key][number][];
  } = { environments: [], credentials: [], tokens: [] };
  const entries: v.InferOutput<typeof recordEntrySchema>[] = [];
  let blobs: Buffer | null = null;
  const parts = splitParts(plain);
  if (parts === null) return fail({ code: 'corrupt' });
  for (const { kind, bytes } of parts) {
    const sound =
      kind === KIND.environments
        ? readItems(environmentSchema, bytes, contents.environments)
        : kind === KIND.credentials
          ? readItems(credentialSchema, bytes, contents.credentials)
          : kind === KIND.tokens
            ? readItems(tokenSchema, bytes, contents.tokens)
            : kind === KIND.records
              ? readItems(recordEntrySchema, bytes, entries)
              : kind === KIND.blobs && blobs === null;
    if (!sound) return fail({ code: 'corrupt' });
    if (kind === KIND.blobs) blobs = bytes;
    await pace.breathe();
  }
  const records = sliceBlobs(entries, blobs);
  return records === null ? fail({ code: 'corrupt' }) : ok({ contents, records });
}

/** Parts in ascending order of kind, then nothing but zeros, fewer than one padding block. */
function splitParts(plain: Buffer): { readonly kind: number; readonly bytes: Buffer }[] | null {
  const parts: { readonly kind: number; readonly bytes: Buffer }[] = [];
  let at = 0;
  let previous: number = KIND.end;
  for (;;) {
    const kind = plain[at];
    if (kind === undefined) return null;
    if (kind === KIND.end) break;
    if (kind < previous || plain.length - at < PART_HEAD_BYTES) return null;
    const length = plain.readUInt32BE(at + 1);
    at += PART_HEAD_BYTES;
    if (length > plain.length - at) return null;
    parts.push({ kind, bytes: plain.subarray(at, at + length) });
    at += length;
    previous = kind;
  }
  const padding = plain.subarray(at);
  const sound =
    plain.length % PADDING_BYTES === 0 &&
    padding.length <= PADDING_BYTES &&
    padding.every((byte) => byte === 0);
  return sound ? parts : null;
}

function readItems<T>(schema: v.GenericSchema<unknown, T>, bytes: Buffer, into: T[]): boolean {
  let items: unknown;
  try {
    items = JSON.parse(utf8.decode(bytes));
  } catch {
    return false;
  }
  if (!Array.isArray(items)) return false;
  for (const item of items) {
    const checked = v.safeParse(schema, item, { abortEarly: true });
    if (!checked.success) return false;
    into.push(checked.output);
  }
  return true;
}

function sliceBlobs(
  entries: readonly v.InferOutput<typeof recordEntrySchema>[],
  source: Buffer | null,
): Map<string, SealedRecord> | null {
  const blobs = Buffer.allocUnsafeSlow(source?.length ?? 0);
  if (source !== null) blobs.set(source);
  const records = new Map<string, SealedRecord>();
  let at = 0;
  for (const [id, field, version, length] of entries) {
    const name = { id, field };
    if (length > blobs.length - at || records.has(recordKey(name))) return null;
    records.set(recordKey(name), { name, version, blob: blobs.subarray(at, at + length) });
    at += length;
  }
  return at === blobs.length ? records : null;
}

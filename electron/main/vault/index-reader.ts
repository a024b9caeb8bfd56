// Reads the plaintext of an index that has authenticated. Still trusts nothing of its shape: what a
// buggy writer sealed must not become untyped objects in the app.
import { fail, ok, type Result } from '../domain/result.ts';
import type { Credential } from '../domain/credential.ts';
import type { Environment } from '../domain/environment.ts';
import type { Token } from '../domain/token.ts';
import {
  credentialSchema,
  environmentSchema,
  recordEntrySchema,
  tokenSchema,
  type RecordEntry,
} from './contents-schema.ts';
import { decodeItems, type ItemSchema } from './index-items.ts';
import { PART, splitParts } from './index-layout.ts';
import type { Pace } from './pace.ts';
import type { SealedRecord } from './record-seal.ts';
import { recordKey, type VaultState } from './vault-state.ts';
import type { VaultFailure } from './vault.ts';

/** Failure: `corrupt`. Copies what it keeps: the caller may zero `plain` afterwards. */
export async function decodeIndex(
  plain: Buffer,
  pace: Pace,
): Promise<Result<Pick<VaultState, 'contents' | 'records'>, VaultFailure>> {
  const environments: Environment[] = [];
  const credentials: Credential[] = [];
  const tokens: Token[] = [];
  const entries: RecordEntry[] = [];
  let blobs: Buffer | null = null;

  const parts = splitParts(plain);
  if (parts === null) return fail({ code: 'corrupt' });
  for (const { kind, bytes } of parts) {
    let sound = false;
    if (kind === PART.environments) sound = addItems(environments, environmentSchema, bytes);
    else if (kind === PART.credentials) sound = addItems(credentials, credentialSchema, bytes);
    else if (kind === PART.tokens) sound = addItems(tokens, tokenSchema, bytes);
    else if (kind === PART.records) sound = addItems(entries, recordEntrySchema, bytes);
    else if (kind === PART.blobs && blobs === null) {
      blobs = bytes;
      sound = true;
    }
    if (!sound) return fail({ code: 'corrupt' });
    await pace.breathe();
  }
  const records = sliceBlobs(entries, blobs ?? Buffer.alloc(0));
  if (records === null) return fail({ code: 'corrupt' });
  return ok({ contents: { environments, credentials, tokens }, records });
}

function addItems<T>(list: T[], schema: ItemSchema<T>, bytes: Buffer): boolean {
  const items = decodeItems(schema, bytes);
  if (items === null) return false;
  for (const item of items) list.push(item);
  return true;
}

/** Cuts the blobs by the table's lengths, which must use them up exactly; names must differ. */
function sliceBlobs(
  entries: readonly RecordEntry[],
  source: Buffer,
): Map<string, SealedRecord> | null {
  const blobs = Buffer.allocUnsafeSlow(source.length);
  blobs.set(source);
  const records = new Map<string, SealedRecord>();
  let at = 0;
  for (const [id, field, version, length] of entries) {
    const name = { id, field };
    const key = recordKey(name);
    if (length > blobs.length - at || records.has(key)) return null;
    records.set(key, { name, version, blob: blobs.subarray(at, at + length) });
    at += length;
  }
  return at === blobs.length ? records : null;
}

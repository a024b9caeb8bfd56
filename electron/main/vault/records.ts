// Seals one secret or token text in a box of its own and opens it again (FORMAT.md, "Records").
// The name and version are authenticated with it: a box moved elsewhere does not open (V6).
import * as v from 'valibot';
import {
  SEAL_OVERHEAD_BYTES,
  sealBytes,
  encodeBase64,
  decodeBase64,
  openBytes,
  associate,
} from './primitives.ts';
import { recordFields, type RecordName } from './vault.ts';
import { identifier, type Row } from '../domain/row-schema.ts';
import type { VaultKeys } from './keys.ts';
import { SecretBytes } from '../domain/secret-bytes.ts';
import { wipeableBuffer } from '../domain/wipeable-buffer.ts';

/** The first part of every record's associated data: the format the record belongs to. */
const RECORD_FORMAT = 'strongroom/1';

const LENGTH_BYTES = 4;

const PADDING_BYTES = 64;

/** Longest secret that is sealed, in bytes. */
export const MAX_SECRET_BYTES = 256 * 1024;

const MIN_BOX_BYTES = SEAL_OVERHEAD_BYTES + PADDING_BYTES;

/** Longest box of a record, in bytes. */
export const MAX_BOX_BYTES = MIN_BOX_BYTES + MAX_SECRET_BYTES;

/** One record as it stands in the file. */
export const sealedRecordSchema = v.strictObject({
  id: identifier(),
  field: v.picklist(recordFields),
  /** Grows with every sealing, so that an older box of the same name does not open. */
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** Nonce, ciphertext and tag, in base64. */
  box: v.pipe(
    v.string(),
    v.check((box) => decodeBase64(box, 1, MAX_BOX_BYTES) !== null),
  ),
});
export type SealedRecord = Row<typeof sealedRecordSchema>;

/** Seals under a nonce of its own. The secret stays the caller's to wipe; its length is not checked. */
export function sealRecord(
  keys: VaultKeys,
  { id, field }: RecordName,
  version: number,
  secret: SecretBytes,
): SealedRecord {
  const padded = Math.ceil((LENGTH_BYTES + secret.length) / PADDING_BYTES) * PADDING_BYTES;
  const plain = wipeableBuffer(padded);
  plain.writeUInt32BE(secret.length);
  secret.use((bytes) => plain.set(bytes, LENGTH_BYTES));
  // SECURITY(S12): the only form in which a secret or token is ever on disk.
  const box = sealBytes(keys.secretKey, recordContext(keys, { id, field, version }), plain);
  plain.fill(0);
  return { id, field, version, box: encodeBase64(box) };
}

/** Null when it does not authenticate. */
export function openSealedRecord(keys: VaultKeys, record: SealedRecord): SecretBytes | null {
  const box = decodeBase64(record.box, MIN_BOX_BYTES, MAX_BOX_BYTES);
  if (box === null) return null;
  const plain = openBytes(keys.secretKey, recordContext(keys, record), box);
  if (plain === null) return null;
  const length = plain.readUInt32BE();
  const fits = length <= plain.length - LENGTH_BYTES && plain.length % PADDING_BYTES === 0;
  const secret = fits
    ? SecretBytes.take(plain.subarray(LENGTH_BYTES, LENGTH_BYTES + length))
    : null;
  plain.fill(0);
  return secret;
}

function recordContext(
  { vaultId }: VaultKeys,
  { id, field, version }: Omit<SealedRecord, 'box'>,
): Buffer {
  const versionBytes = Buffer.alloc(8);
  versionBytes.writeBigUInt64BE(BigInt(version));
  return associate(RECORD_FORMAT, vaultId, id, field, versionBytes);
}

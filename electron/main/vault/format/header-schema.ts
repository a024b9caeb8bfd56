// The header of a vault file: which vault, which generation, and the slots that wrap its data key
// (FORMAT.md, "Header"). All four slot types of format version 1 are known to the parser, so that a
// slot this program cannot use is still kept byte for byte. Order of entries here is order on disk.
import * as v from 'valibot';
import { NONCE_BYTES, KEY_BYTES, TAG_BYTES } from '../keys/primitives.ts';
import { decodeBase64 } from './strict-base64.ts';

/** Length of a vault's or slot's id, in bytes. */
export const ID_BYTES = 16;
/** Length of a passphrase slot's salt, in bytes. */
export const KDF_SALT_BYTES = 16;
const MAX_SLOTS = 8;

/** Length of a recovery slot's salt, in bytes. */
export const RECOVERY_SALT_BYTES = 32;
/** Length of the mark that a keystore's own blob begins with, in bytes. */
export const KEYSTORE_PREFIX_BYTES = 3;
/** Longest blob of a keystore, in bytes. */
export const MAX_KEYSTORE_BLOB_BYTES = 4096;
/** A wrapped data key is exactly nonce, key and tag: nothing else is ever given to the cipher. */
export const WRAP_BYTES = NONCE_BYTES + KEY_BYTES + TAG_BYTES;

const base64 = (min: number, max = min) =>
  v.pipe(
    v.string(),
    v.check((text) => decodeBase64(text, min, max) !== null),
  );
const positive = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const id = base64(ID_BYTES);
const wrap = base64(WRAP_BYTES);
const argon2id = { m: positive, t: positive, p: positive, salt: base64(KDF_SALT_BYTES) };

const passphraseSlot = v.strictObject({
  id,
  type: v.literal('pw'),
  kdf: v.strictObject({ name: v.literal('argon2id'), ...argon2id }),
  wrap,
});

const passphraseAndDeviceSlot = v.strictObject({
  id,
  type: v.literal('pw+dev'),
  kdf: v.strictObject({ name: v.literal('argon2id+device'), ...argon2id, device: id }),
  wrap,
});

const recoveryKeySlot = v.strictObject({
  id,
  type: v.literal('rk'),
  kdf: v.strictObject({ name: v.literal('hkdf-sha256'), salt: base64(RECOVERY_SALT_BYTES) }),
  wrap,
});

const osKeystoreSlot = v.strictObject({
  id,
  type: v.literal('os'),
  kdf: v.strictObject({
    name: v.literal('os-keystore'),
    backend: v.pipe(v.string(), v.regex(/^[a-z0-9_]{1,32}$/)),
    prefix: base64(KEYSTORE_PREFIX_BYTES),
    sealed: base64(1, MAX_KEYSTORE_BLOB_BYTES),
  }),
  wrap,
});

const slotSchema = v.variant('type', [
  passphraseSlot,
  passphraseAndDeviceSlot,
  recoveryKeySlot,
  osKeystoreSlot,
]);

/** The header as it stands in the file (FORMAT.md, "Header"). */
export const headerSchema = v.strictObject({
  vaultId: id,
  generation: positive,
  slots: v.pipe(v.array(slotSchema), v.minLength(1), v.maxLength(MAX_SLOTS)),
});

/** A slot that a passphrase opens (FORMAT.md, "Slots", type `pw`). */
export type PassphraseSlot = Readonly<v.InferOutput<typeof passphraseSlot>>;
/** Any slot of format version 1. */
export type KeySlot = Readonly<v.InferOutput<typeof slotSchema>>;

/** Ids, salts and wraps stay the base64 text they are on disk; code that uses one decodes it. */
export interface Header {
  readonly vaultId: string;
  readonly generation: number;
  readonly slots: readonly KeySlot[];
}

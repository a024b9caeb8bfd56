// The header of a vault file: which vault, which generation, and the slots that wrap its data key (FORMAT.md,
// "Header"). There is one spelling per header: what does not encode back to the very same bytes is refused, which rules
// out duplicate keys, `__proto__`, white space, escapes, odd numbers and unknown fields at once (V14).
import * as v from 'valibot';
import type { KdfCost, VaultFailure } from './vault.ts';
import { NONCE_BYTES, KEY_BYTES, TAG_BYTES, decodeBase64 } from './primitives.ts';
import { type Result, fail, ok } from '../domain/result.ts';

/** The least for new slots: 256 MiB, three passes, one lane. */
export const DEFAULT_KDF_COST: KdfCost = { memoryKib: 262_144, iterations: 3, parallelism: 1 };

const MIN_MEMORY_KIB = 19 * 1024;

const MAX_MEMORY_KIB = 1024 * 1024;

const MIN_ITERATIONS = 2;

/** Most passes of Argon2id (RFC 9106 section 3.1). */
export const MAX_ITERATIONS = 64;

const MAX_PARALLELISM = 8;

/** Memory times passes: 32 GiB, some nine seconds on a small machine. */
const MAX_WORK_KIB = 32 * 1024 * 1024;

function isIntegerWithin(value: unknown, min: number, max: number): value is number {
  return Number.isInteger(value) && typeof value === 'number' && value >= min && value <= max;
}

/** Whether the cost that a file names may be paid: memory in KiB, passes, lanes. */
export function isKdfCostAllowed(memory: unknown, iterations: unknown, lanes: unknown): boolean {
  return (
    // SECURITY(S24)
    isIntegerWithin(memory, MIN_MEMORY_KIB, MAX_MEMORY_KIB) &&
    isIntegerWithin(iterations, MIN_ITERATIONS, MAX_ITERATIONS) &&
    isIntegerWithin(lanes, 1, MAX_PARALLELISM) &&
    memory * iterations <= MAX_WORK_KIB
  );
}

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

const passphraseSlot = v.strictObject({
  id,
  type: v.literal('pw'),
  kdf: v.strictObject({
    name: v.literal('argon2id'),
    m: positive,
    t: positive,
    p: positive,
    salt: base64(KDF_SALT_BYTES),
  }),
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

const slotSchema = v.variant('type', [passphraseSlot, recoveryKeySlot, osKeystoreSlot]);

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

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @throws ValiError when the header is not one: a bug of the caller. */
export function encodeHeader(header: Header): Buffer {
  return Buffer.from(JSON.stringify(v.parse(headerSchema, header)), 'utf8');
}

/** Failures: `corrupt`, `kdf_out_of_bounds`. Allocates nothing that the header asks for. */
export function decodeHeader(bytes: Buffer): Result<Header, VaultFailure> {
  const parsed = parseJson(bytes);
  if (!areKdfCostsAllowed(parsed)) return fail({ code: 'kdf_out_of_bounds' });
  const checked = v.safeParse(headerSchema, parsed, { abortEarly: true });
  if (!checked.success) return fail({ code: 'corrupt' });
  const header = checked.output;
  if (!encodeHeader(header).equals(bytes) || !areSlotsSound(header)) {
    return fail({ code: 'corrupt' });
  }
  return ok(header);
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}

/** Looked at before the schema, so that a hostile cost has its own name and is never just "bad". */
function areKdfCostsAllowed(header: unknown): boolean {
  const slots = fieldOf(header, 'slots');
  if (!Array.isArray(slots)) return true;
  return slots.every((slot: unknown) => {
    const type = fieldOf(slot, 'type');
    if (type !== 'pw') return true;
    const kdf = fieldOf(slot, 'kdf');
    const salt = fieldOf(kdf, 'salt');
    return (
      isKdfCostAllowed(fieldOf(kdf, 'm'), fieldOf(kdf, 't'), fieldOf(kdf, 'p')) &&
      typeof salt === 'string' &&
      decodeBase64(salt, KDF_SALT_BYTES) !== null
    );
  });
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** Ids differ; one passphrase slot at most, so that one guess costs one hash; never `os` alone. */
function areSlotsSound(header: Header): boolean {
  const ids = new Set(header.slots.map((slot) => slot.id));
  const passphraseSlots = header.slots.filter((slot) => slot.type === 'pw');
  return (
    ids.size === header.slots.length &&
    passphraseSlots.length <= 1 &&
    header.slots.some((slot) => slot.type !== 'os')
  );
}

/** One way in, as the header lists it. */
export type SlotFacts = Pick<KeySlot, 'id' | 'type'>;

/** What is told of slots: no salt, no wrapped key. */
export const slotFacts = (slots: readonly KeySlot[]): readonly SlotFacts[] =>
  slots.map(({ id: slotId, type }) => ({ id: slotId, type }));

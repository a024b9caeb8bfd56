// The recovery key as a person keeps it: 160 random bits in Crockford's base 32, eight groups of four, and a ninth of
// check characters, so that a slip is told from a wrong key before any is tried. Works on bytes alone: a string could not
// be wiped. Its slot needs HKDF alone (FORMAT.md, "Slots", type `rk`): there is nothing to guess.
import { SecretBytes } from '../domain/secret-bytes.ts';
import { randomBytesOwn, sha256, encodeBase64, hkdf, decodeBase64 } from './primitives.ts';
import { wipeableBuffer } from '../domain/wipeable-buffer.ts';
import { type KeySlot, RECOVERY_SALT_BYTES, ID_BYTES, WRAP_BYTES } from './header.ts';
import { wrapDataKey, unwrapDataKey } from './keys.ts';
import { type Result, fail, ok } from '../domain/result.ts';
import type { VaultFailure } from './vault.ts';

const RECOVERY_KEY_BYTES = 20;

const ALPHABET = Buffer.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ');

const DATA_CHARACTERS = 32;

const CHECK_CHARACTERS = 4;

const CHARACTERS = DATA_CHARACTERS + CHECK_CHARACTERS;

const GROUP = 4;

const HYPHEN = 0x2d;

/** Longest text looked at: generous with spaces, closed to anything else. */
const MAX_TYPED_BYTES = 256;

/** The 20 bytes of a new key. */
export function newRecoveryKey(): SecretBytes {
  return SecretBytes.take(randomBytesOwn(RECOVERY_KEY_BYTES));
}

/** `XXXX-XXXX-...`, nine groups in ASCII. */
export function recoveryKeyText(key: SecretBytes): SecretBytes {
  return key.use((bytes) => {
    const values = valuesOf(bytes);
    const text = wipeableBuffer(CHARACTERS + CHARACTERS / GROUP - 1).fill(HYPHEN);
    for (const [index, value] of values.entries()) {
      text[index + Math.floor(index / GROUP)] = ALPHABET[value] ?? 0;
    }
    values.fill(0);
    return SecretBytes.take(text);
  });
}

/** Null when it is no key or its check characters do not match. Case and spacing do not matter. */
export function parseRecoveryKey(typed: SecretBytes): SecretBytes | null {
  if (typed.length > MAX_TYPED_BYTES) return null;
  return typed.use((text) => {
    const values = typedValues(text);
    if (values === null) return null;
    const bytes = wipeableBuffer(RECOVERY_KEY_BYTES);
    for (const [index, value] of values.subarray(0, DATA_CHARACTERS).entries()) {
      putFiveBits(bytes, index * 5, value);
    }
    const expected = valuesOf(bytes);
    const matches = expected.equals(values);
    expected.fill(0);
    values.fill(0);
    const key = SecretBytes.take(bytes);
    if (!matches) key.wipe();
    return matches ? key : null;
  });
}

/** One value of 0 to 31 per character, check characters included. */
function valuesOf(bytes: Buffer): Buffer {
  const check = sha256(Buffer.from('strongroom recovery key'), bytes);
  const values = wipeableBuffer(CHARACTERS);
  for (let index = 0; index < DATA_CHARACTERS; index += 1) {
    values[index] = fiveBits(bytes, index * 5);
  }
  for (let index = 0; index < CHECK_CHARACTERS; index += 1) {
    values[DATA_CHARACTERS + index] = fiveBits(check, index * 5);
  }
  check.fill(0);
  return values;
}

function typedValues(text: Buffer): Buffer | null {
  const values = wipeableBuffer(CHARACTERS);
  let count = 0;
  for (const byte of text) {
    if (byte === HYPHEN || byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) continue;
    const value = ALPHABET.indexOf(canonical(byte));
    if (value < 0 || count === CHARACTERS) {
      values.fill(0);
      return null;
    }
    values[count] = value;
    count += 1;
  }
  return count === CHARACTERS ? values : null;
}

/** Upper case, and the digit for the letters that look like one. */
function canonical(byte: number): number {
  const upper = byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte;
  if (upper === 0x4f) return 0x30;
  return upper === 0x49 || upper === 0x4c ? 0x31 : upper;
}

function fiveBits(bytes: Buffer, bit: number): number {
  const at = bit >> 3;
  const pair = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  return (pair >> (11 - (bit & 7))) & 31;
}

function putFiveBits(bytes: Buffer, bit: number, value: number): void {
  const at = bit >> 3;
  const shifted = value << (11 - (bit & 7));
  bytes[at] = (bytes[at] ?? 0) | (shifted >> 8);
  if (at + 1 < bytes.length) bytes[at + 1] = (bytes[at + 1] ?? 0) | (shifted & 0xff);
}

/** A slot with a new salt. Recovery key and data key stay the caller's. */
export function createRecoverySlot(key: SecretBytes, vaultId: string, dataKey: Buffer): KeySlot {
  const salt = randomBytesOwn(RECOVERY_SALT_BYTES);
  const slot = {
    id: encodeBase64(randomBytesOwn(ID_BYTES)),
    type: 'rk',
    kdf: { name: 'hkdf-sha256', salt: encodeBase64(salt) },
  } as const;
  const kek = key.use((bytes) => hkdf(bytes, salt, 'rk'));
  return { ...slot, wrap: wrapDataKey(kek, vaultId, slot, dataKey) };
}

/** Failures: `recovery_key_mistyped`, `slot_missing`, `wrong_recovery_key`. */
export function openRecoverySlot(
  vaultId: string,
  slots: readonly KeySlot[],
  typed: SecretBytes,
): Result<Buffer, VaultFailure> {
  const key = parseRecoveryKey(typed);
  if (key === null) return fail({ code: 'recovery_key_mistyped' });
  try {
    const candidates = slots.filter((slot) => slot.type === 'rk');
    if (candidates.length === 0) return fail({ code: 'slot_missing' });
    for (const slot of candidates) {
      const salt = decodeBase64(slot.kdf.salt, RECOVERY_SALT_BYTES);
      const wrap = decodeBase64(slot.wrap, WRAP_BYTES);
      if (salt === null || wrap === null) return fail({ code: 'corrupt' });
      const kek = key.use((bytes) => hkdf(bytes, salt, 'rk'));
      const dataKey = unwrapDataKey(kek, vaultId, slot, wrap);
      if (dataKey !== null) return ok(dataKey);
    }
    return fail({ code: 'wrong_recovery_key' });
  } finally {
    key.wipe();
  }
}

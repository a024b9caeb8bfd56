// Reads and writes the header's exact bytes. There is one spelling per header: what does not encode
// back to the very same bytes is refused, which rules out duplicate keys, `__proto__`, white space,
// escapes, odd numbers and unknown fields at once (V14).
import * as v from 'valibot';
import { fail, ok, type Result } from '../../domain/result.ts';
import { headerSchema, KDF_SALT_BYTES, type Header } from './header-schema.ts';
import { isKdfCostAllowed } from './kdf-bounds.ts';
import { decodeBase64 } from './strict-base64.ts';
import type { VaultFailure } from '../store/vault.ts';

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
    if (type !== 'pw' && type !== 'pw+dev') return true;
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

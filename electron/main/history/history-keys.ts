// The two keys of the history, derived from one key of the vault: one seals rows (AES-256-GCM), one links them
// (HMAC-SHA-256). A row is bound to its number and to everything before it. HISTORY.md says the same in prose.
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { associate, hkdf, hmac, openBytes, sealBytes } from '../vault/primitives.ts';

/** The label under which the vault derives the history's key from its data key. */
export const HISTORY_KEY = 'history';
const NO_SALT = Buffer.alloc(32);
const GENESIS = Buffer.from('strongroom history v1 genesis', 'utf8');

export type HistoryKeys = ReturnType<typeof createHistoryKeys>;

/** @param secret what the vault derives under `HISTORY_KEY`; wiped. */
export function createHistoryKeys(secret: SecretBytes) {
  const sealKey = secret.use((bytes) => hkdf(bytes, NO_SALT, 'strongroom history v1 seal'));
  const chainKey = secret.use((bytes) => hkdf(bytes, NO_SALT, 'strongroom history v1 chain'));
  secret.wipe();
  const aad = (seq: number, previous: Uint8Array): Buffer =>
    associate('history row', seqBytes(seq), previous);
  return {
    /** What stands before the first row. */
    genesis: hmac(chainKey, GENESIS),
    seal: (seq: number, previous: Uint8Array, plain: Uint8Array): Buffer =>
      sealBytes(sealKey, aad(seq, previous), plain),
    /** Null when it does not authenticate as this row after that one. The caller wipes nothing: no secrets. */
    open: (seq: number, previous: Uint8Array, sealed: Uint8Array): Buffer | null =>
      openBytes(sealKey, aad(seq, previous), sealed),
    /** The chain value of a row: HMAC-SHA-256 over previous (32) | seq (8, big-endian) | sealed. */
    link: (seq: number, previous: Uint8Array, sealed: Uint8Array): Buffer =>
      hmac(chainKey, previous, seqBytes(seq), sealed),
    wipe(): void {
      sealKey.fill(0);
      chainKey.fill(0);
    },
  };
}

function seqBytes(seq: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(seq));
  return bytes;
}

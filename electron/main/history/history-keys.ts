// The keys of one epoch of the history, made from its 32 random bytes: one seals rows (AES-256-GCM),
// one links them (HMAC-SHA-256). A row is bound to its number and to everything before it. HISTORY.md
// says the same in prose.
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { associate, hkdf, hmac, openBytes, sealBytes } from '../vault/keys/primitives.ts';

const SEQ_BYTES = 8;
const SEAL_LABEL = 'strongroom history v1 seal';
const CHAIN_LABEL = 'strongroom history v1 chain';
const GENESIS = Buffer.from('strongroom history v1 genesis', 'utf8');
const EPOCH = Buffer.from('strongroom history v1 epoch', 'utf8');

export interface HistoryKeys {
  readonly id: string;
  /** What stands before the first row under this key where no other epoch came before. */
  readonly genesis: Buffer;
  readonly seal: (seq: number, previous: Uint8Array, plain: Uint8Array) => Buffer;
  /** Null when it does not authenticate as this row after that one. The caller wipes nothing: no secrets. */
  readonly open: (seq: number, previous: Uint8Array, sealed: Uint8Array) => Buffer | null;
  /** The chain value of a row: HMAC-SHA-256 over previous (32) | seq (8, big-endian) | sealed. */
  readonly link: (seq: number, previous: Uint8Array, sealed: Uint8Array) => Buffer;
  /** Proof that this epoch begins at this row: HMAC-SHA-256 over a label | previous (32) | fromSeq (8). */
  readonly begins: (fromSeq: number, previous: Uint8Array) => Buffer;
  readonly wipe: () => void;
}

/** @param secret 32 random bytes; the caller wipes it. */
export function createHistoryKeys(id: string, secret: SecretBytes): HistoryKeys {
  const salt = Buffer.from(id, 'utf8');
  const sealKey = secret.use((bytes) => hkdf(bytes, salt, SEAL_LABEL));
  const chainKey = secret.use((bytes) => hkdf(bytes, salt, CHAIN_LABEL));
  const aad = (seq: number, previous: Uint8Array): Buffer =>
    associate('history row', id, seqBytes(seq), previous);
  return {
    id,
    genesis: hmac(chainKey, GENESIS),
    seal: (seq, previous, plain) => sealBytes(sealKey, aad(seq, previous), plain),
    open: (seq, previous, sealed) => openBytes(sealKey, aad(seq, previous), sealed),
    link: (seq, previous, sealed) => hmac(chainKey, previous, seqBytes(seq), sealed),
    begins: (fromSeq, previous) => hmac(chainKey, EPOCH, previous, seqBytes(fromSeq)),
    wipe() {
      sealKey.fill(0);
      chainKey.fill(0);
    },
  };
}

function seqBytes(seq: number): Buffer {
  const bytes = Buffer.allocUnsafe(SEQ_BYTES);
  bytes.writeUInt32BE(Math.floor(seq / 2 ** 32));
  bytes.writeUInt32BE(seq % 2 ** 32, 4);
  return bytes;
}

// How a row of the history is sealed: bound to its number, and to the row before it by the hash of that one's bytes.
// HISTORY.md says the same in prose.
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { associate, openBytes, sealBytes, sha256 } from '../vault/primitives.ts';

/** The label under which the vault derives the history's key from its data key. */
export const HISTORY_KEY = 'history';

/** Where a row stands: its number, and the hash of its sealed bytes, which its successor is bound to. */
export interface Head {
  readonly seq: number;
  readonly chain: Uint8Array;
}

/** Before the first row. */
export const BEGINNING: Head = { seq: 0, chain: Buffer.alloc(32) };

export const headOf = (seq: number, sealed: Uint8Array): Head => ({ seq, chain: sha256(sealed) });

/** The row behind `previous`. */
export const sealRow = (key: SecretBytes, previous: Head, plain: Uint8Array): Buffer =>
  key.use((bytes) => sealBytes(bytes, boundTo(previous), plain));

/** Null when it does not authenticate as the row behind `previous`, or the key is wiped. */
export const openRow = (key: SecretBytes, previous: Head, sealed: Uint8Array): Buffer | null =>
  key.wiped ? null : key.use((bytes) => openBytes(bytes, boundTo(previous), sealed));

function boundTo({ seq, chain }: Head): Buffer {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(seq + 1));
  return associate('history row', number, chain);
}

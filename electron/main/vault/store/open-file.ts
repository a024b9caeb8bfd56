// The bytes of a vault file to its opened state, by whichever way in: frame, header, data key, MAC,
// index. Used for the vault and for its backups alike; touches no disk.
import { ok, type Result } from '../../domain/result.ts';
import { splitFrame } from '../format/frame.ts';
import type { KeySlot } from '../format/header-schema.ts';
import { decodeHeader } from '../format/header.ts';
import type { IndexWriter } from '../format/index-writer.ts';
import { createPace } from '../keys/yield-to-loop.ts';
import { openWithKeys } from './vault-file.ts';
import { createVaultKeys, type VaultKeys } from '../keys/vault-keys.ts';
import type { VaultState } from './vault-state.ts';
import type { VaultFailure } from './vault.ts';

/** Unwraps the data key by one of the slots; the caller zeroes it. */
export type Unwrap = (
  vaultId: string,
  slots: readonly KeySlot[],
) => Promise<Result<Buffer, VaultFailure>>;

/** A file that has authenticated. */
export interface OpenedFile {
  /** The caller's to wipe. */
  readonly keys: VaultKeys;
  readonly state: VaultState;
}

/**
 * Opens the bytes of a file. Failures: `not_a_vault`, `newer_version`, `truncated`, `corrupt`, `tampered`,
 * and those of `unwrap`.
 * @param writer takes over what was read.
 */
export async function openFile(
  file: Buffer,
  unwrap: Unwrap,
  writer?: IndexWriter,
): Promise<Result<OpenedFile, VaultFailure>> {
  const pace = createPace();
  const frame = await splitFrame(file, pace);
  if (!frame.ok) return frame;
  const header = decodeHeader(frame.value.header);
  if (!header.ok) return header;
  const { vaultId, slots } = header.value;
  const dataKey = await unwrap(vaultId, slots);
  if (!dataKey.ok) return dataKey;
  const keys = createVaultKeys(dataKey.value, Buffer.from(vaultId, 'base64'));
  const state = await openWithKeys(frame.value, header.value, keys, pace, writer);
  if (state.ok) return ok({ keys, state: state.value });
  keys.wipe();
  return state;
}

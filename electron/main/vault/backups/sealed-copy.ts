// The vault file for a copy somewhere else, and the copy's own saving: read whole, authenticated to its
// index, written under a new name and read back. Nothing is opened or sealed anew: the copy has the same
// ways in as the vault at this moment, for ever.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { fail, ok, type Result } from '../../domain/result.ts';
import type { SavePlace } from '../store/durable-save.ts';
import { errnoOf } from '../../domain/errno.ts';
import { toFileFailure } from '../store/file-failure.ts';
import type { FileSystem } from '../store/file-system.ts';
import { openWithKeys, splitFrame } from '../format/file.ts';
import { decodeHeader } from '../format/header.ts';
import { nodeFileSystem } from '../store/node-file-system.ts';
import { readVault } from '../store/read-vault.ts';
import type { VaultKeys } from '../keys/vault-keys.ts';
import type { VaultFailure } from '../store/vault.ts';
import { linkOrCopy, verifyWhole, writeWhole } from '../store/whole-file.ts';

/** Failures as of opening: what does not authenticate now would open for nobody later. */
export async function readSealedCopy(
  place: SavePlace,
  keys: VaultKeys,
): Promise<Result<Buffer, VaultFailure>> {
  const file = await readVault(place);
  if (!file.ok) return file;
  const frame = splitFrame(file.value);
  if (!frame.ok) return frame;
  const header = decodeHeader(frame.value.header);
  if (!header.ok) return header;
  const opened = openWithKeys(frame.value, header.value, keys);
  return opened.ok ? ok(file.value) : opened;
}

/**
 * Readable by its owner alone, whole or not at all, read back before it has its name, never in the place
 * of another file. Failures: `name_taken`, `not_saved`.
 */
export async function saveSealedCopy(
  file: string,
  bytes: Buffer,
  fileSystem: FileSystem = nodeFileSystem,
): Promise<Result<void, { readonly code: 'name_taken' | 'not_saved' }>> {
  const temporary = `${file}.tmp-${randomBytes(8).toString('hex')}`;
  let isNamed = false;
  try {
    await writeWhole(fileSystem, temporary, bytes);
    await verifyWhole(fileSystem, temporary, bytes);
    // A link or an exclusive copy: unlike a rename it fails where the name is taken.
    await linkOrCopy(fileSystem, temporary, file);
    isNamed = true;
    await verifyWhole(fileSystem, file, bytes);
    await fileSystem.syncDirectory(path.dirname(file));
    return ok();
  } catch (error) {
    // What is not known to be durable is not left to be taken for a copy.
    if (isNamed) await fileSystem.unlink(file).catch(() => undefined);
    else if (errnoOf(error) === 'EEXIST') return fail({ code: 'name_taken' });
    // Throws where it is a bug and no bad disk.
    toFileFailure(error);
    return fail({ code: 'not_saved' });
  } finally {
    await fileSystem.unlink(temporary).catch(() => undefined);
  }
}

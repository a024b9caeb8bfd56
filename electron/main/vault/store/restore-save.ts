// Puts a restored vault under the vault's name. The file that was there keeps existing under a name
// of its own; whenever this is cut off, the vault's name has the one or the other, whole.
import path from 'node:path';
import { fail, ok, type Result } from '../../domain/result.ts';
import type { SavePlace } from './durable-save.ts';
import { toFileFailure, retryBusy } from './file-failure.ts';
import { MAX_FILE_BYTES } from '../format/file.ts';
import type { VaultFailure } from './vault.ts';
import { linkOrCopy, readExactly, verifyWhole, writeWhole } from './whole-file.ts';

/**
 * Answers the name the earlier file was kept under, or null when there was none.
 * @param seal is asked for the file under the lock: what it looks at is what is replaced.
 */
export async function putInPlace(
  place: SavePlace,
  seal: () => Promise<Result<Buffer, VaultFailure>>,
  nowMs: number,
): Promise<Result<string | null, VaultFailure>> {
  const { fileSystem, names, lockFile } = place;
  const temporary = names.temporary();
  try {
    // A new machine has none yet.
    await fileSystem.makeDirectory(names.directory);
    const lock = await lockFile.acquire();
    if (!lock.ok) return lock;
    try {
      const file = await seal();
      if (!file.ok) return file;
      const bytes = file.value;
      await writeWhole(fileSystem, temporary, bytes);
      const aside = await setAside(place, nowMs);
      await fileSystem.syncDirectory(names.directory);
      if (!(await lock.value.isOurs())) {
        await fileSystem.unlink(temporary);
        return fail({ code: 'locked_by_other' });
      }
      await retryBusy(fileSystem, () => fileSystem.rename(temporary, names.vault));
      await fileSystem.syncDirectory(names.directory);
      if (fileSystem.platform === 'windows') await verifyWhole(fileSystem, names.vault, bytes);
      return ok(aside);
    } catch (error) {
      await fileSystem.unlink(temporary).catch(toFileFailure);
      throw error;
    } finally {
      await lock.value.release();
    }
  } catch (error) {
    return fail(toFileFailure(error));
  }
}

async function setAside({ fileSystem, names }: SavePlace, nowMs: number): Promise<string | null> {
  const facts = await fileSystem.facts(names.vault);
  if (facts === null) return null;
  const aside = names.setAside(nowMs);
  // A second name for a file, so that the vault's own is never missing. Anything else is moved.
  if (facts.kind === 'file' && facts.size <= MAX_FILE_BYTES) {
    await linkOrCopy(fileSystem, names.vault, aside);
  } else await fileSystem.rename(names.vault, aside);
  return path.basename(aside);
}

/** The present file's bytes as far as they can be read; empty otherwise. */
export async function presentFile({ fileSystem, names }: SavePlace): Promise<Buffer> {
  const nothing = Buffer.alloc(0);
  try {
    const facts = await fileSystem.facts(names.vault);
    if (facts?.kind !== 'file' || facts.size > MAX_FILE_BYTES) return nothing;
    return (await readExactly(fileSystem, names.vault, facts.size)) ?? nothing;
  } catch (error) {
    // A bad medium under the damaged file must not stand in the way of the backup.
    toFileFailure(error);
    return nothing;
  }
}

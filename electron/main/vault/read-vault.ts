// Reads the vault file from disk, whole, after looking at what has its name (V17). Never writes to
// it; re-asserts that nobody else may read it or its directory; clears away what a kill left.
import type { SavePlace } from './save.ts';
import { type Result, ok, fail } from '../domain/result.ts';
import type { VaultFailure } from './vault.ts';
import { MAX_FILE_BYTES } from './file.ts';
import { readExactly, toFileFailure, type FileSystem, type FileFacts } from './file-system.ts';
import type { VaultNames } from './names.ts';
import { errnoOf } from '../domain/errno.ts';

/** How often the file may be replaced by another process's save while it is being looked at. */
const MOST_ATTEMPTS = 5;

/** Failures: `vault_missing`, `not_a_vault`, `tampered`, `corrupt`, `io_error`. */
export async function readVault(place: SavePlace): Promise<Result<Buffer, VaultFailure>> {
  for (let attempt = 1; ; attempt += 1) {
    const file = await readOnce(place);
    const replaced = !file.ok && file.failure.code === 'changed_on_disk';
    if (!replaced || attempt === MOST_ATTEMPTS) return file;
  }
}

async function readOnce(place: SavePlace): Promise<Result<Buffer, VaultFailure>> {
  const { fileSystem, names } = place;
  try {
    const facts = await fileSystem.facts(names.vault);
    if (facts === null) return fail({ code: 'vault_missing' });
    // SECURITY(V17): a link, pipe or directory in the vault's place is not followed or read.
    if (facts.kind !== 'file') return fail({ code: 'not_a_vault' });
    if (!(await areLinksOurs(fileSystem, names, facts))) {
      // Another process's save links and removes backups of its own between the two looks.
      const now = await fileSystem.facts(names.vault);
      const isStill = now?.identity === facts.identity && now.links === facts.links;
      return fail({ code: isStill ? 'tampered' : 'changed_on_disk' });
    }
    if (facts.size > MAX_FILE_BYTES) return fail({ code: 'corrupt' });
    await closeToOthers(fileSystem, names, facts);
    const bytes = await readExactly(fileSystem, names.vault, facts.size);
    const after = await fileSystem.facts(names.vault);
    if (after?.identity !== facts.identity) return fail({ code: 'changed_on_disk' });
    return bytes === null ? fail({ code: 'corrupt' }) : ok(bytes);
  } catch (error) {
    return fail(toFileFailure(error));
  }
}

/** Removes temporary files of saves that were killed. Under the lock, so none is under way. */
export async function clearLeftovers(place: SavePlace): Promise<void> {
  const { fileSystem, names, lockFile } = place;
  try {
    if (!(await fileSystem.list(names.directory)).some(names.isTemporary)) return;
    const lock = await lockFile.acquire(0);
    if (!lock.ok) return;
    try {
      for (const name of (await fileSystem.list(names.directory)).filter(names.isTemporary)) {
        await fileSystem.unlink(names.beside(name));
      }
    } finally {
      await lock.value.release();
    }
  } catch (error) {
    // A medium that cannot be cleaned can still be read.
    toFileFailure(error);
  }
}

/** A second name is legal only where a kill left our own copy linked to the current file. */
async function areLinksOurs(
  fileSystem: FileSystem,
  names: VaultNames,
  facts: FileFacts,
): Promise<boolean> {
  if (facts.links <= 1) return true;
  let explained = 1;
  for (const name of await fileSystem.list(names.directory)) {
    if (!names.isBackup(name) && !names.isSetAside(name)) continue;
    const backup = await fileSystem.facts(names.beside(name));
    if (backup?.identity === facts.identity) explained += 1;
  }
  return explained === facts.links;
}

async function closeToOthers(
  fileSystem: FileSystem,
  names: VaultNames,
  facts: FileFacts,
): Promise<void> {
  const directory = await fileSystem.facts(names.directory);
  try {
    if ((facts.permissions & 0o077) !== 0) await fileSystem.setPermissions(names.vault, 0o600);
    if (directory !== null && (directory.permissions & 0o077) !== 0) {
      await fileSystem.setPermissions(names.directory, 0o700);
    }
  } catch (error) {
    // Somebody else's or a read-only medium: what is inside is sealed, and reading must go on.
    if (!['EPERM', 'EROFS', 'EACCES'].includes(errnoOf(error))) throw error;
  }
}

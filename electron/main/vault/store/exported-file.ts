// Saves a file that leaves the app: whole or not at all, on the medium, readable by its owner alone.
// For reports and exports; the vault itself is saved by durable-save.ts.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { fail, ok, type Result } from '../../domain/result.ts';
import type { FileSystem } from './file-system.ts';
import { toFileFailure } from './file-failure.ts';
import { nodeFileSystem } from './node-file-system.ts';
import { linkOrCopy, writeWhole } from './whole-file.ts';

type Saved = Result<void, { readonly code: 'export_failed' }>;

/**
 * Replaces what has the name, in one step: the person was asked about that by the system's dialog. Failure:
 * `export_failed`.
 */
export function saveExport(
  file: string,
  bytes: Uint8Array,
  fileSystem: FileSystem = nodeFileSystem,
): Promise<Saved> {
  return save(file, bytes, fileSystem, (temporary) => fileSystem.rename(temporary, file));
}

/** SECURITY(S43): replaces nothing: nobody was asked about this name. `export_failed`, also where it is taken by now. */
export function saveNewExport(
  file: string,
  bytes: Uint8Array,
  fileSystem: FileSystem = nodeFileSystem,
): Promise<Saved> {
  return save(file, bytes, fileSystem, async (temporary) => {
    // A link or an exclusive copy: unlike a rename it fails where the name is taken.
    await linkOrCopy(fileSystem, temporary, file);
    await fileSystem.unlink(temporary);
  });
}

async function save(
  file: string,
  bytes: Uint8Array,
  fileSystem: FileSystem,
  name: (temporary: string) => Promise<void>,
): Promise<Saved> {
  const temporary = `${file}.tmp-${randomBytes(8).toString('hex')}`;
  try {
    await writeWhole(fileSystem, temporary, bytes);
    await name(temporary);
    await fileSystem.syncDirectory(path.dirname(file));
    return ok();
  } catch (error) {
    await fileSystem.unlink(temporary).catch(() => undefined);
    // Throws where it is a bug and no bad disk.
    toFileFailure(error);
    return fail({ code: 'export_failed' });
  }
}

/**
 * The name of the facts beside a page: `report.json` for `report.html`, or the next that nothing has. The
 * system's dialog asks about replacing the page, and about no file beside it.
 */
export async function factsBeside(
  page: string,
  fileSystem: Pick<FileSystem, 'facts'> = nodeFileSystem,
): Promise<string> {
  const isThere = async (name: string): Promise<boolean> =>
    (await fileSystem.facts(name).catch(() => null)) !== null;
  const base = page.replace(/\.html?$/i, '');
  let name = `${base}.json`;
  for (let number = 2; await isThere(name); number += 1) name = `${base}-${number}.json`;
  return name;
}

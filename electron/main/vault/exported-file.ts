// Saves a file that leaves the app: whole or not at all, on the medium, readable by its owner alone.
// For reports and exports; the vault itself is saved by durable-save.ts.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { fail, ok, type Result } from '../domain/result.ts';
import type { FileSystem } from './file-system.ts';
import { toFileFailure } from './file-failure.ts';
import { nodeFileSystem } from './node-file-system.ts';
import { writeWhole } from './whole-file.ts';

/** Replaces what has the name, in one step. Failure: `export_failed`. */
export async function saveExport(
  file: string,
  bytes: Uint8Array,
  fileSystem: FileSystem = nodeFileSystem,
): Promise<Result<void, { readonly code: 'export_failed' }>> {
  const temporary = `${file}.tmp-${randomBytes(8).toString('hex')}`;
  try {
    await writeWhole(fileSystem, temporary, bytes);
    await fileSystem.rename(temporary, file);
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
 * The name of the facts beside a page: `report.json` for `report.html`. They replace what has it only where
 * the person was asked about replacing the page; else it is a name that nothing has.
 */
export async function factsBeside(
  page: string,
  fileSystem: Pick<FileSystem, 'facts'> = nodeFileSystem,
): Promise<string> {
  const isThere = async (name: string): Promise<boolean> =>
    (await fileSystem.facts(name).catch(() => null)) !== null;
  const base = page.replace(/\.html?$/i, '');
  let name = `${base}.json`;
  if (await isThere(page)) return name;
  for (let number = 2; await isThere(name); number += 1) name = `${base}-${number}.json`;
  return name;
}

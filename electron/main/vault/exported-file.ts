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

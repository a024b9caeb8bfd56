// Saves a file that leaves the app: whole or not at all, on the medium, readable by its owner alone.
// For reports, exports and copies of the vault; the vault itself is saved by save.ts.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { type Result, ok, fail, type Outcome } from '../domain/result.ts';
import {
  type FileSystem,
  nodeFileSystem,
  linkOrCopy,
  writeWhole,
  toFileFailure,
  verifyWhole,
} from './file-system.ts';
import { errnoOf } from '../domain/errno.ts';

/**
 * Replaces what has the name, in one step: the person was asked about that by the system's dialog. Failure:
 * `not_saved`.
 */
export async function saveExport(
  file: string,
  bytes: Uint8Array,
  fileSystem: FileSystem = nodeFileSystem,
): Promise<Result<void, { readonly code: 'not_saved' }>> {
  const temporary = temporaryOf(file);
  try {
    await writeWhole(fileSystem, temporary, bytes);
    await fileSystem.rename(temporary, file);
    await fileSystem.syncDirectory(path.dirname(file));
    return ok();
  } catch (error) {
    await fileSystem.unlink(temporary).catch(() => undefined);
    // Throws where it is a bug and no bad disk.
    toFileFailure(error);
    return fail({ code: 'not_saved' });
  }
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
  const temporary = temporaryOf(file);
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

const temporaryOf = (file: string): string => `${file}.tmp-${randomBytes(8).toString('hex')}`;

/** `diagnosis-2026-11-21-0307.html`, in UTC: no name of a credential, which may be anything. */
export function pageName(kind: 'diagnosis' | 'incident', atMs: number): string {
  const at = new Date(atMs).toISOString();
  return `${kind}-${at.slice(0, 10)}-${at.slice(11, 16).replace(':', '')}.html`;
}

/**
 * Saves a page for people and, beside it, its facts as JSON. Nothing of either is written where `check`, which is given
 * both whole, refuses.
 */
export async function savePageAndFacts(
  file: string,
  facts: object,
  pageOf: (factsName: string) => string,
  check: (texts: readonly string[]) => Outcome,
): Outcome {
  const beside = await factsBeside(file);
  const json = `${JSON.stringify(facts)}\n`;
  const page = pageOf(path.basename(beside));
  const clean = await check([json, page]);
  if (!clean.ok) return clean;
  // SECURITY(S43): replaces nothing: nobody was asked about this name, and it may be taken by now.
  const saved = await saveSealedCopy(beside, Buffer.from(json, 'utf8'));
  if (!saved.ok) return fail({ code: 'not_saved' });
  return await saveExport(file, Buffer.from(page, 'utf8'));
}

/**
 * The name of the facts beside a page: `report.json` for `report.html`, or the next that nothing has. The
 * system's dialog asks about replacing the page, and about no file beside it.
 */
async function factsBeside(page: string): Promise<string> {
  const isThere = async (name: string): Promise<boolean> =>
    (await nodeFileSystem.facts(name).catch(() => null)) !== null;
  const base = page.replace(/\.html?$/i, '');
  let name = `${base}.json`;
  for (let number = 2; await isThere(name); number += 1) name = `${base}-${number}.json`;
  return name;
}

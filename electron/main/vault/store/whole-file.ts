// Writes a new file to its last byte and onto the medium, reads one back to compare, and gives one a second name.
import type { FileSystem, OpenFile } from './file-system.ts';
import { errnoOf } from '../../domain/errno.ts';
import { toFileFailure } from './file-failure.ts';

const NO_HARD_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EISDIR']);

/** A short write is no error to the system, only a lost tail: this goes on to the last byte. */
export async function writeAll(file: OpenFile, bytes: Uint8Array): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const count = await file.write(bytes, written);
    if (count <= 0) throw ioError('nothing was written');
    written += count;
  }
}

/** A new file of these parts, one behind the other: every byte, its size asked for, down to the medium. */
export async function writeWhole(
  fileSystem: FileSystem,
  path: string,
  ...parts: readonly Uint8Array[]
): Promise<void> {
  const file = await fileSystem.create(path);
  try {
    for (const part of parts) await writeAll(file, part);
    const { size } = await file.facts();
    if (size !== parts.reduce((sum, { length }) => sum + length, 0)) {
      throw ioError('the size is not what was written');
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Null when it does not hold exactly `size` bytes, or fewer came than it says. */
export async function readExactly(
  fileSystem: FileSystem,
  path: string,
  size: number,
): Promise<Buffer | null> {
  const file = await fileSystem.open(path);
  try {
    if ((await file.facts()).size !== size) return null;
    const bytes = Buffer.allocUnsafeSlow(size);
    return (await file.read(bytes, 0)) === size ? bytes : null;
  } finally {
    await file.close();
  }
}

/** What is under the name now must be what was written. Rejects with EIO where it is not. */
export async function verifyWhole(
  fileSystem: FileSystem,
  path: string,
  bytes: Buffer,
): Promise<void> {
  const found = await readExactly(fileSystem, path, bytes.length);
  if (found?.equals(bytes) !== true) throw ioError('the file reads back differently');
}

/** An error as the system's own for a disk that did not do what it said. */
export function ioError(message: string): Error {
  return Object.assign(new Error(message), { code: 'EIO' });
}

/** FAT and some network drives know no hard links: there the backup is written out. */
export async function linkOrCopy(fileSystem: FileSystem, from: string, to: string): Promise<void> {
  try {
    await fileSystem.link(from, to);
  } catch (error) {
    if (!NO_HARD_LINKS.has(errnoOf(error))) throw error;
    const size = (await fileSystem.facts(from))?.size ?? 0;
    const bytes = await readExactly(fileSystem, from, size);
    if (bytes === null) throw error;
    try {
      await writeWhole(fileSystem, to, bytes);
      await verifyWhole(fileSystem, to, bytes);
    } catch (failure) {
      // Half a copy under a backup's name would pass for one. A name that was taken is not ours.
      if (errnoOf(failure) !== 'EEXIST') await fileSystem.unlink(to).catch(toFileFailure);
      throw failure;
    }
  }
}

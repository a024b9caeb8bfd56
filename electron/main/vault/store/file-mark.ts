// What a vault file looked like when this process last read or wrote it, and whether it still does.
// The compare of compare-and-swap: header, generation, header MAC and checksum (V15).
import { FIXED_BYTES } from '../format/file.ts';
import type { FileSystem } from './file-system.ts';
import { errnoOf } from '../../domain/errno.ts';
import { HASH_BYTES, sha256 } from '../keys/primitives.ts';
import { readExactly } from './whole-file.ts';

/** What tells one file of a vault from another. */
export interface FileMark {
  readonly size: number;
  /** Magic to header MAC. */
  readonly start: Buffer;
  /** The checksum at the end: two files of one generation differ here. */
  readonly end: Buffer;
}

/** Of a whole file that `splitFrame` accepts. Copies what it keeps. */
export function markOf(file: Buffer): FileMark {
  const startLength = FIXED_BYTES + file.readUInt32BE(12) + HASH_BYTES;
  return {
    size: file.length,
    start: Buffer.from(file.subarray(0, startLength)),
    end: Buffer.from(file.subarray(file.length - HASH_BYTES)),
  };
}

/** True when the file carries one of the marks; false also when it is gone or became a link. */
export async function isSameOnDisk(
  fileSystem: FileSystem,
  path: string,
  marks: readonly FileMark[],
): Promise<boolean> {
  try {
    const file = await fileSystem.open(path);
    try {
      const facts = await file.facts();
      for (const mark of marks) {
        if (facts.kind !== 'file' || facts.size !== mark.size) continue;
        const start = Buffer.alloc(mark.start.length);
        const end = Buffer.alloc(mark.end.length);
        await Promise.all([file.read(start, 0), file.read(end, mark.size - end.length)]);
        if (start.equals(mark.start) && end.equals(mark.end)) return true;
      }
      return false;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (['ENOENT', 'ELOOP'].includes(errnoOf(error))) return false;
    throw error;
  }
}

/**
 * Reads the file to its last byte: true when it is one of those marked. A mark is taken only of bytes
 * that authenticated, and its checksum covers all of them, so no key is needed to know them again.
 */
export async function isWholeOnDisk(
  fileSystem: FileSystem,
  path: string,
  marks: readonly FileMark[],
): Promise<boolean> {
  const size = (await fileSystem.facts(path))?.size ?? 0;
  const wanted = marks.filter((mark) => mark.size === size);
  const file = wanted.length === 0 ? null : await readExactly(fileSystem, path, size);
  if (file === null) return false;
  const sum = sha256(file.subarray(0, -HASH_BYTES));
  return sum.equals(file.subarray(-HASH_BYTES)) && wanted.some(({ end }) => sum.equals(end));
}

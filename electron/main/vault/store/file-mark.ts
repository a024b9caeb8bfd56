// What a vault file looked like when this process last read or wrote it, and whether it still does.
// The compare of compare-and-swap: header, generation, header MAC and checksum (V15).
import { createHash } from 'node:crypto';
import { giveBack } from '../../domain/wipeable-buffer.ts';
import { FIXED_BYTES } from '../format/frame.ts';
import type { FileSystem, OpenFile } from './file-system.ts';
import { errnoOf } from '../../domain/errno.ts';
import { HASH_BYTES } from '../keys/primitives.ts';

/** Read at once. A file of ten megabytes is never in memory as a whole for this. */
const CHUNK_BYTES = 1024 * 1024;

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
  const file = await fileSystem.open(path);
  try {
    const { size } = await file.facts();
    const wanted = marks.filter((mark) => mark.size === size);
    if (wanted.length === 0) return false;
    const found = await checksumOf(file, size);
    return wanted.some(({ end }) => found?.equals(end) === true);
  } finally {
    await file.close();
  }
}

/** Null where fewer bytes came, or the last of them are not the checksum of those before. */
async function checksumOf(file: OpenFile, size: number): Promise<Buffer | null> {
  const hash = createHash('sha256');
  const sumAt = size - HASH_BYTES;
  const chunk = Buffer.allocUnsafeSlow(Math.min(size, CHUNK_BYTES));
  const end = Buffer.alloc(HASH_BYTES);
  for (let at = 0; at < size; at += chunk.length) {
    const wanted = chunk.subarray(0, Math.min(chunk.length, size - at));
    if ((await file.read(wanted, at)) !== wanted.length) return null;
    const summed = Math.max(0, Math.min(wanted.length, sumAt - at));
    hash.update(wanted.subarray(0, summed));
    end.set(wanted.subarray(summed), Math.max(0, at - sumAt));
  }
  giveBack(chunk);
  return hash.digest().equals(end) ? end : null;
}

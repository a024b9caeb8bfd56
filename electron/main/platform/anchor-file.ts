// Where the rollback anchor lies: one small file outside the vault's folder, replaced whole. What is in
// it comes sealed by the system's keystore. Never the vault's own file or folder (V9).
import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { readSmallFile } from '../secret-input/small-file.ts';

/** More than any keystore makes of 56 bytes; a longer file is not ours. */
const MAX_BYTES = 16_384;

export function createAnchorFile(file: string) {
  return {
    /** Null when there is none, or one that cannot be ours or be read: a link, a pipe, a large one. */
    async load(): Promise<Buffer | null> {
      const read = await readSmallFile(file, MAX_BYTES);
      return read.ok ? read.value : null;
    },
    /** Rejects with the file system's error. */
    async store(sealed: Buffer): Promise<void> {
      // A name that nobody knows beforehand, and nothing in its place: no link is written through.
      const next = `${file}.${randomBytes(6).toString('hex')}.next`;
      try {
        await writeFile(next, sealed, { flag: 'wx', mode: 0o600, flush: true });
        await rename(next, file);
      } catch (error) {
        await rm(next, { force: true });
        throw error;
      }
    },
  };
}

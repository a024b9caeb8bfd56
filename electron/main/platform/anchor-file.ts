// Where the rollback anchor lies: one small file outside the vault's folder, replaced whole. What is in
// it comes sealed by the system's keystore. Never the vault's own file or folder (V9).
import { readSmallFile, replaceSmallFile } from '../secret-input/small-file.ts';

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
    store: (sealed: Buffer): Promise<void> => replaceSmallFile(file, sealed),
  };
}

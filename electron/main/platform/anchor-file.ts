// Where the rollback anchor lies: one small file outside the vault's folder, replaced whole. What is in
// it comes sealed by the system's keystore. Never the vault's own file or folder (V9).
import { open, rename, writeFile } from 'node:fs/promises';

/** More than any keystore makes of 56 bytes; a longer file is not ours. */
const MAX_BYTES = 16_384;

export interface AnchorFile {
  /** Null when there is none, or one that cannot be ours. Rejects with the file system's error. */
  readonly load: () => Promise<Buffer | null>;
  readonly store: (sealed: Buffer) => Promise<void>;
}

export function createAnchorFile(file: string): AnchorFile {
  return {
    async load() {
      try {
        const handle = await open(file, 'r');
        try {
          const { size } = await handle.stat();
          return size > MAX_BYTES ? null : await handle.readFile();
        } finally {
          await handle.close();
        }
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
    async store(sealed) {
      const next = `${file}.next`;
      await writeFile(next, sealed, { mode: 0o600, flush: true });
      await rename(next, file);
    },
  };
}

// Reads the plain files of an uncompressed tar archive held in memory (POSIX ustar, regular files
// only). Never writes outside the folder it is given.
import fs from 'node:fs/promises';
import path from 'node:path';

const BLOCK_BYTES = 512;

const field = (block: Buffer, from: number, length: number): string =>
  block.toString('latin1', from, from + length).replace(/\0.*$/s, '');

/** Writes every regular file of `archive` below `folder`. Throws on a name that leaves the folder. */
export async function unpackTar(archive: Buffer, folder: string): Promise<void> {
  for (let at = 0; at + BLOCK_BYTES <= archive.length;) {
    const header = archive.subarray(at, at + BLOCK_BYTES);
    const name = field(header, 0, 100);
    if (name === '') return;
    const sizeBytes = Number.parseInt(field(header, 124, 12), 8);
    const mode = Number.parseInt(field(header, 100, 8), 8);
    const type = field(header, 156, 1);
    at += BLOCK_BYTES;
    if (type === '0' || type === '') {
      const target = path.resolve(folder, name);
      if (!target.startsWith(path.resolve(folder) + path.sep)) {
        throw new Error(`the archive names a file outside its folder: ${name}`);
      }
      await fs.mkdir(path.dirname(target), { recursive: true });
      await fs.writeFile(target, archive.subarray(at, at + sizeBytes), { mode });
    }
    at += Math.ceil(sizeBytes / BLOCK_BYTES) * BLOCK_BYTES;
  }
}

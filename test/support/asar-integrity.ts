// What Electron's integrity fuse checks when it reads an archive, written from its documentation and
// independent of the packer: the SHA-256 of the header against the one in the package, and each block
// of each file against the header. Files beside the archive are covered by code signing, not by this.
import { createHash } from 'node:crypto';

interface Integrity {
  readonly algorithm: string;
  readonly hash: string;
  readonly blockSize: number;
  readonly blocks: readonly string[];
}

interface Entry {
  readonly files?: Readonly<Record<string, Entry>>;
  readonly offset?: string;
  readonly size?: number;
  readonly unpacked?: boolean;
  readonly integrity?: Integrity;
}

export interface PackedFile {
  readonly name: string;
  /** Where its bytes lie in the archive. */
  readonly from: number;
  readonly to: number;
  readonly integrity: Integrity | undefined;
}

export interface Archive {
  /** The bytes whose hash the package names. */
  readonly header: { readonly from: number; readonly to: number };
  readonly files: readonly PackedFile[];
}

export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Throws where the header is no header. */
export function readArchive(bytes: Buffer): Archive {
  const headerSize = bytes.readUInt32LE(4);
  const from = 16;
  const to = from + bytes.readUInt32LE(12);
  const dataAt = 8 + headerSize;
  const root = JSON.parse(bytes.toString('utf8', from, to)) as Entry;
  return { header: { from, to }, files: filesUnder(root, '', dataAt) };
}

function filesUnder(entry: Entry, name: string, dataAt: number): readonly PackedFile[] {
  if (entry.files !== undefined) {
    return Object.entries(entry.files).flatMap(([part, child]) =>
      filesUnder(child, name === '' ? part : `${name}/${part}`, dataAt),
    );
  }
  if (entry.unpacked === true) return [];
  const from = dataAt + Number(entry.offset);
  return [{ name, from, to: from + (entry.size ?? 0), integrity: entry.integrity }];
}

/** Null where the fuse lets everything be read, else what it refuses. */
export function integrityFault(bytes: Buffer, namedHash: string): string | null {
  const headerEnd = 16 + bytes.readUInt32LE(12);
  if (headerEnd > bytes.length) return 'header';
  if (sha256(bytes.subarray(16, headerEnd)) !== namedHash) return 'header';
  const bad = readArchive(bytes).files.find((file) => !isWhole(bytes, file));
  return bad?.name ?? null;
}

function isWhole(bytes: Buffer, { from, to, integrity }: PackedFile): boolean {
  if (integrity?.algorithm !== 'SHA256') return false;
  const content = bytes.subarray(from, to);
  const { blockSize, blocks } = integrity;
  const count = Math.max(1, Math.ceil(content.length / blockSize));
  return (
    blocks.length === count &&
    blocks.every(
      (hash, at) => hash === sha256(content.subarray(at * blockSize, (at + 1) * blockSize)),
    )
  );
}

// The bytes of one file, piece by piece; of a gzip file what is packed in it. Only regular files are
// opened, never through a link, and no more is read or unpacked than the limits say: a few bytes may
// unpack to as much as somebody likes.
import { constants, promises as fs } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { LeftOutReason } from '../../shared/secret-scan/secret-scan-view.ts';
import { PIECE_BYTES } from './text-scan.ts';

const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);
/** Archives of other kinds, by how they begin. */
const PACKED = [
  '504b0304',
  '425a68',
  'fd377a585a00',
  '28b52ffd',
  '377abcaf271c',
  '526172211a07',
].map((hex) => Buffer.from(hex, 'hex'));

interface PieceLimits {
  readonly fileBytes: number;
  readonly unpackedBytes: number;
}

/**
 * What was not looked at as a whole, and why; null where nothing is left.
 * @param take false ends it. The next piece is read when this one was looked at.
 */
export async function readPieces(
  path: Buffer,
  limits: PieceLimits,
  take: (piece: Buffer) => Promise<boolean>,
): Promise<LeftOutReason | null> {
  // SECURITY(S27): O_NONBLOCK so that opening a pipe returns; O_NOFOLLOW so that a link is refused.
  // Windows has neither: an undefined flag counts as 0 there.
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  let file: fs.FileHandle | undefined;
  let isGzip = false;
  try {
    file = await fs.open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
    if (!(await file.stat()).isFile()) return 'special';
    const beginning = Buffer.alloc(8);
    await file.read(beginning, 0, beginning.length, 0);
    const begins = (mark: Buffer): boolean => mark.equals(beginning.subarray(0, mark.length));
    isGzip = begins(GZIP);
    const over = await readUpTo(file, isGzip, limits, take);
    return over ?? (PACKED.some(begins) ? 'packed' : null);
  } catch {
    return isGzip ? 'packed_damaged' : 'unreadable';
  } finally {
    await file?.close();
  }
}

async function readUpTo(
  file: fs.FileHandle,
  isGzip: boolean,
  { fileBytes, unpackedBytes }: PieceLimits,
  take: (piece: Buffer) => Promise<boolean>,
): Promise<LeftOutReason | null> {
  const bytes = file.createReadStream({ autoClose: false, start: 0, highWaterMark: PIECE_BYTES });
  const unpacked = (): AsyncIterable<Buffer> =>
    pipeline(bytes, createGunzip({ chunkSize: PIECE_BYTES }), () => undefined);
  let left = isGzip ? unpackedBytes : fileBytes;
  for await (const piece of isGzip ? unpacked() : (bytes as AsyncIterable<Buffer>)) {
    if (!(await take(piece.subarray(0, left)))) return null;
    if (piece.length > left) return isGzip ? 'packed_too_large' : 'too_large';
    left -= piece.length;
  }
  return null;
}

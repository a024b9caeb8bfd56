// The bytes of one file, piece by piece; of a gzip file what is packed in it. Only regular files are
// opened, never through a link, and no more is read or unpacked than the limits say: a few bytes may
// unpack to as much as somebody likes.
import { constants, promises as fs } from 'node:fs';
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

interface Pieces {
  /** At most `PIECE_BYTES`. The next piece is read when this one was looked at. */
  readonly take: (piece: Buffer) => Promise<void>;
  /** Between two pieces; false ends it. */
  readonly goOn: () => boolean;
}

/** What was not looked at as a whole, and why; null where nothing is left. */
export async function readPieces(
  path: Buffer,
  limits: PieceLimits,
  pieces: Pieces,
): Promise<LeftOutReason | null> {
  // SECURITY(S27): O_NONBLOCK so that opening a pipe returns; O_NOFOLLOW so that a link is refused.
  // Windows has neither: an undefined flag counts as 0 there.
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  let file: fs.FileHandle;
  try {
    file = await fs.open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  } catch {
    return 'unreadable';
  }
  try {
    if (!(await file.stat()).isFile()) return 'special';
    const beginning = Buffer.alloc(8);
    await file.read(beginning, 0, beginning.length, 0);
    if (GZIP.equals(beginning.subarray(0, GZIP.length))) {
      return await unpacked(file, limits.unpackedBytes, pieces);
    }
    const isPacked = PACKED.some((mark) => mark.equals(beginning.subarray(0, mark.length)));
    const left = await plain(file, limits.fileBytes, pieces);
    return left ?? (isPacked ? 'packed' : null);
  } catch {
    return 'unreadable';
  } finally {
    await file.close();
  }
}

async function plain(
  file: fs.FileHandle,
  atMost: number,
  { take, goOn }: Pieces,
): Promise<LeftOutReason | null> {
  for (let read = 0; goOn();) {
    if (read >= atMost) return (await hasMore(file, read)) ? 'too_large' : null;
    const buffer = Buffer.alloc(Math.min(PIECE_BYTES, atMost - read));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, read);
    if (bytesRead === 0) return null;
    await take(buffer.subarray(0, bytesRead));
    read += bytesRead;
  }
  return null;
}

async function hasMore(file: fs.FileHandle, at: number): Promise<boolean> {
  return (await file.read(Buffer.alloc(1), 0, 1, at)).bytesRead > 0;
}

async function unpacked(
  file: fs.FileHandle,
  atMost: number,
  { take, goOn }: Pieces,
): Promise<LeftOutReason | null> {
  const packed = file.createReadStream({ autoClose: false, start: 0 });
  const gunzip = createGunzip({ chunkSize: PIECE_BYTES });
  packed.on('error', (problem) => gunzip.destroy(problem));
  packed.pipe(gunzip);
  let made = 0;
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      if (!goOn()) return null;
      const left = atMost - made;
      await take(piece.subarray(0, left));
      made += Math.min(left, piece.length);
      if (piece.length > left) return 'packed_too_large';
    }
    return null;
  } catch {
    return 'packed_damaged';
  } finally {
    packed.destroy();
    gunzip.destroy();
  }
}

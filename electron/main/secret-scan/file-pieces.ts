// The bytes of one file, piece by piece; of a gzip file what is packed in it. Only regular files are
// opened, never through a link, and no more is read or unpacked than the limits say: a few bytes may
// unpack to as much as somebody likes.
import { constants, promises as fs } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { LeftOutReason } from '../../shared/secret-scan/secret-scan-view.ts';
import { wipeableBuffer } from '../domain/wipeable-buffer.ts';
import { STEP_BYTES } from './text-scan.ts';

/** Read at once: larger reads are no faster. */
const READ_BYTES = 8 * STEP_BYTES;

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

/** Never at once: each piece is looked at before the next one is made. */
interface Pieces {
  /** Zeroed afterwards. At most `STEP_BYTES`. */
  readonly take: (piece: Buffer) => void;
  /** Between two pieces; false ends it. */
  readonly goOn: () => Promise<boolean>;
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
  const buffer = wipeableBuffer(READ_BYTES);
  try {
    if (!(await file.stat()).isFile()) return 'special';
    const { bytesRead } = await file.read(buffer, 0, READ_BYTES, 0);
    const beginning = buffer.subarray(0, bytesRead);
    if (GZIP.equals(beginning.subarray(0, GZIP.length))) {
      return await unpacked(file, limits.unpackedBytes, pieces);
    }
    const isPacked = PACKED.some((mark) => mark.equals(beginning.subarray(0, mark.length)));
    const left = await plain(file, buffer, bytesRead, limits.fileBytes, pieces);
    return left ?? (isPacked ? 'packed' : null);
  } catch {
    return 'unreadable';
  } finally {
    buffer.fill(0);
    await file.close();
  }
}

/** @param first bytes that were read into the buffer already. */
async function plain(
  file: fs.FileHandle,
  buffer: Buffer,
  first: number,
  atMost: number,
  { take, goOn }: Pieces,
): Promise<LeftOutReason | null> {
  let read = 0;
  for (let inBuffer = first; inBuffer > 0;) {
    for (let at = 0; at < inBuffer; at += STEP_BYTES) {
      if (!(await goOn())) return null;
      take(buffer.subarray(at, Math.min(at + STEP_BYTES, inBuffer, at + atMost - read)));
      read = Math.min(atMost, read + Math.min(STEP_BYTES, inBuffer - at));
      if (read >= atMost) return (await hasMore(file, read)) ? 'too_large' : null;
    }
    ({ bytesRead: inBuffer } = await file.read(buffer, 0, READ_BYTES, read));
  }
  return null;
}

async function hasMore(file: fs.FileHandle, at: number): Promise<boolean> {
  return (await file.read(Buffer.alloc(1), 0, 1, at)).bytesRead > 0;
}

/** Its window inside zlib is freed by zlib, unwiped; every piece that comes out is zeroed. */
async function unpacked(
  file: fs.FileHandle,
  atMost: number,
  { take, goOn }: Pieces,
): Promise<LeftOutReason | null> {
  const packed = file.createReadStream({ autoClose: false, start: 0 });
  const gunzip = createGunzip({ chunkSize: STEP_BYTES });
  packed.on('error', (problem) => gunzip.destroy(problem));
  packed.pipe(gunzip);
  let made = 0;
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      if (!(await goOn())) return null;
      const left = atMost - made;
      take(piece.subarray(0, left));
      made += Math.min(left, piece.length);
      piece.fill(0);
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

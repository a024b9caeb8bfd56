// The outer frame of a vault file: magic, versions, header, header MAC, body, checksum (FORMAT.md,
// "Frame"). Splits and joins bytes; knows no key and looks into neither header nor body.
import { fail, ok, type Result } from '../../domain/result.ts';
import type { Pace } from '../keys/yield-to-loop.ts';
import { sha256Paced } from '../keys/paced-crypto.ts';
import { HASH_BYTES, equalBytes } from '../keys/primitives.ts';
import type { VaultFailure } from '../store/vault.ts';

/** A byte above 127, letters, CR LF, Ctrl-Z, LF: transfers that mangle text show at once. */
const MAGIC = Buffer.from([0x89, 0x53, 0x52, 0x56, 0x0d, 0x0a, 0x1a, 0x0a]);
const MAJOR = 1;

/** Minor version that is written; a larger one is not read. */
export const MINOR = 0;
/** Bytes before the header. */
export const FIXED_BYTES = 16;
/** Longest header that is read, in bytes. */
export const MAX_HEADER_BYTES = 64 * 1024;
/** Longest body that is read, in bytes. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;
const MIN_HEADER_BYTES = 2;
const BODY_LENGTH_BYTES = 4;
const TAIL_BYTES = HASH_BYTES + BODY_LENGTH_BYTES + HASH_BYTES;

/** Longest file that is read, in bytes. */
export const MAX_FILE_BYTES = FIXED_BYTES + MAX_HEADER_BYTES + MAX_BODY_BYTES + TAIL_BYTES;

/** The parts of a vault file, views of its bytes. */
export interface Frame {
  /** Magic to the header's last byte: what the header MAC covers. */
  readonly authenticated: Buffer;
  readonly header: Buffer;
  readonly headerMac: Buffer;
  readonly body: Buffer;
}

/** Magic, versions, header length and header: what the header MAC is computed over. */
export function authenticatedPart(header: Uint8Array): Buffer {
  const fixed = Buffer.alloc(FIXED_BYTES);
  fixed.set(MAGIC);
  fixed.writeUInt16BE(MAJOR, 8);
  fixed.writeUInt16BE(MINOR, 10);
  fixed.writeUInt32BE(header.length, 12);
  return Buffer.concat([fixed, header]);
}

/** What stands between the header MAC and the body. */
export function bodyHead(bodyLength: number): Buffer {
  const head = Buffer.alloc(BODY_LENGTH_BYTES);
  head.writeUInt32BE(bodyLength);
  return head;
}

/** Length of a whole file. */
export const fileLength = (authenticated: Buffer, bodyLength: number): number =>
  authenticated.length + bodyLength + TAIL_BYTES;

/** The header's bytes where they can be made out, of a file that may be damaged behind them; else null. */
export function headerOf(file: Buffer): Buffer | null {
  if (file.length < FIXED_BYTES || !file.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  const length = file.readUInt32BE(12);
  if (length > MAX_HEADER_BYTES || file.length < FIXED_BYTES + length) return null;
  return file.subarray(FIXED_BYTES, FIXED_BYTES + length);
}

/**
 * Splits a file. Failures: `not_a_vault`, `newer_version`, `truncated`, `corrupt`, in that order of
 * looking; the checksum tells damage from a wrong passphrase before any key is derived.
 */
export async function splitFrame(file: Buffer, pace: Pace): Promise<Result<Frame, VaultFailure>> {
  const start = file.subarray(0, MAGIC.length);
  if (!start.equals(MAGIC.subarray(0, start.length))) return fail({ code: 'not_a_vault' });
  if (file.length < FIXED_BYTES) return fail({ code: 'truncated' });
  const major = file.readUInt16BE(8);
  if (major > MAJOR) return fail({ code: 'newer_version' });
  const headerLength = file.readUInt32BE(12);
  if (major < MAJOR || headerLength < MIN_HEADER_BYTES || headerLength > MAX_HEADER_BYTES) {
    return fail({ code: 'corrupt' });
  }
  const headerEnd = FIXED_BYTES + headerLength;
  if (file.length < headerEnd + TAIL_BYTES) return fail({ code: 'truncated' });
  const bodyLength = file.readUInt32BE(headerEnd + HASH_BYTES);
  if (bodyLength > MAX_BODY_BYTES) return fail({ code: 'corrupt' });
  const bodyStart = headerEnd + HASH_BYTES + BODY_LENGTH_BYTES;
  const bodyEnd = bodyStart + bodyLength;
  if (file.length < bodyEnd + HASH_BYTES) return fail({ code: 'truncated' });
  if (file.length > bodyEnd + HASH_BYTES) return fail({ code: 'corrupt' });
  const checksum = await sha256Paced(file.subarray(0, bodyEnd), pace);
  if (!equalBytes(checksum, file.subarray(bodyEnd))) return fail({ code: 'corrupt' });
  // Major 1 promises this frame for every minor, so the checksum could be trusted first.
  if (file.readUInt16BE(10) > MINOR) return fail({ code: 'newer_version' });
  return ok({
    authenticated: file.subarray(0, headerEnd),
    header: file.subarray(FIXED_BYTES, headerEnd),
    headerMac: file.subarray(headerEnd, headerEnd + HASH_BYTES),
    body: file.subarray(bodyStart, bodyEnd),
  });
}

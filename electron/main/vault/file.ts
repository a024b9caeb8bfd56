// The whole vault file: state and keys to bytes, and back (FORMAT.md). What is written is opened again from
// its own bytes before anybody gets it. Touches no disk and derives no passphrase.
import * as v from 'valibot';
import {
  HASH_BYTES,
  equalBytes,
  sha256,
  SEAL_OVERHEAD_BYTES,
  sealBytes,
  openBytes,
} from './primitives.ts';
import { type Header, encodeHeader, decodeHeader } from './header.ts';
import { type VaultContents, type VaultFailure, recordKey } from './vault.ts';
import { sealedRecordSchema, type SealedRecord } from './records.ts';
import { createVaultKeys, type Unwrap, type VaultKeys } from './keys.ts';
import { type Result, fail, ok } from '../domain/result.ts';
import { contentsSchema } from './schema.ts';

/** A byte above 127, letters, CR LF, Ctrl-Z, LF: transfers that mangle text show at once. */
const MAGIC = Buffer.from([0x89, 0x53, 0x52, 0x56, 0x0d, 0x0a, 0x1a, 0x0a]);

const MAJOR = 1;

/** Minor version that is written; a larger one is not read. */
export const MINOR = 0;

/** Bytes before the header. */
const FIXED_BYTES = 16;

/** Longest header that is read, in bytes. */
export const MAX_HEADER_BYTES = 64 * 1024;

/** Longest body that is read, in bytes. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

const MIN_HEADER_BYTES = 2;

const BODY_LENGTH_BYTES = 4;

const TAIL_BYTES = HASH_BYTES + BODY_LENGTH_BYTES + HASH_BYTES;

/** Longest file that is read, in bytes. */
export const MAX_FILE_BYTES = FIXED_BYTES + MAX_HEADER_BYTES + MAX_BODY_BYTES + TAIL_BYTES;

/** The parts of a vault file whose every byte is there. No key was needed, and nothing is authenticated. */
export interface Frame {
  readonly header: Header;
  /** Magic to the header's last byte: what the header MAC covers. */
  readonly authenticated: Buffer;
  readonly headerMac: Buffer;
  readonly body: Buffer;
}

/** Everything a vault file says: plain contents, sealed records, slots. Holds no key and no opened secret. */
export interface VaultState {
  readonly header: Header;
  readonly contents: VaultContents;
  /** By `recordKey`. */
  readonly records: ReadonlyMap<string, SealedRecord>;
}

/** A file that has authenticated. */
export interface OpenedFile {
  /** The caller's to wipe. */
  readonly keys: VaultKeys;
  readonly state: VaultState;
}

/** Magic, versions, header length and header: what the header MAC is computed over. */
function authenticatedPart(header: Uint8Array): Buffer {
  const fixed = Buffer.alloc(FIXED_BYTES);
  fixed.set(MAGIC);
  fixed.writeUInt16BE(MAJOR, 8);
  fixed.writeUInt16BE(MINOR, 10);
  fixed.writeUInt32BE(header.length, 12);
  return Buffer.concat([fixed, header]);
}

/** The header's bytes where they can be made out, of a file that may be damaged behind them; else null. */
export function headerOf(file: Buffer): Buffer | null {
  if (file.length < FIXED_BYTES || !file.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  const length = file.readUInt32BE(12);
  if (length > MAX_HEADER_BYTES || file.length < FIXED_BYTES + length) return null;
  return file.subarray(FIXED_BYTES, FIXED_BYTES + length);
}

/**
 * Splits a file. Failures: `not_a_vault`, `newer_version`, `corrupt`, in that order of looking, then those of
 * `decodeHeader`; the checksum tells damage from a wrong passphrase before any key is derived.
 */
export function readFrame(file: Buffer): Result<Frame, VaultFailure> {
  const start = file.subarray(0, MAGIC.length);
  if (!start.equals(MAGIC.subarray(0, start.length))) return fail({ code: 'not_a_vault' });
  if (file.length < FIXED_BYTES) return fail({ code: 'corrupt' });
  const major = file.readUInt16BE(8);
  if (major > MAJOR) return fail({ code: 'newer_version' });
  const headerLength = file.readUInt32BE(12);
  if (major < MAJOR || headerLength < MIN_HEADER_BYTES || headerLength > MAX_HEADER_BYTES) {
    return fail({ code: 'corrupt' });
  }
  const headerEnd = FIXED_BYTES + headerLength;
  if (file.length < headerEnd + TAIL_BYTES) return fail({ code: 'corrupt' });
  const bodyLength = file.readUInt32BE(headerEnd + HASH_BYTES);
  if (bodyLength > MAX_BODY_BYTES) return fail({ code: 'corrupt' });
  const bodyStart = headerEnd + HASH_BYTES + BODY_LENGTH_BYTES;
  const bodyEnd = bodyStart + bodyLength;
  if (file.length !== bodyEnd + HASH_BYTES) return fail({ code: 'corrupt' });
  if (!equalBytes(sha256(file.subarray(0, bodyEnd)), file.subarray(bodyEnd)))
    return fail({ code: 'corrupt' });
  // Major 1 promises this frame for every minor, so the checksum could be trusted first.
  if (file.readUInt16BE(10) > MINOR) return fail({ code: 'newer_version' });
  const header = decodeHeader(file.subarray(FIXED_BYTES, headerEnd));
  if (!header.ok) return header;
  return ok({
    header: header.value,
    authenticated: file.subarray(0, headerEnd),
    headerMac: file.subarray(headerEnd, headerEnd + HASH_BYTES),
    body: file.subarray(bodyStart, bodyEnd),
  });
}

const PADDING_BYTES = 4096;

/** JSON in UTF-8, and spaces up to a multiple of 4 KiB: its length says little (V13). */
function encodeBody({ contents, records }: Omit<VaultState, 'header'>): Buffer {
  const json = JSON.stringify({ contents, records: [...records.values()] });
  const length = Buffer.byteLength(json, 'utf8');
  const plain = Buffer.alloc(Math.ceil(length / PADDING_BYTES) * PADDING_BYTES, ' ');
  plain.write(json, 'utf8');
  return plain;
}

/** What the box of a vault file holds, as JSON. */
const bodySchema = v.strictObject({
  contents: contentsSchema,
  records: v.pipe(
    v.array(sealedRecordSchema),
    v.check((records) => new Set(records.map(recordKey)).size === records.length),
  ),
});

/**
 * Failure: `corrupt`. The bytes have authenticated, and still nothing of their shape is trusted: what a buggy
 * writer sealed must not become untyped objects in the app (V14).
 */
export function decodeBody(plain: Buffer): Result<Omit<VaultState, 'header'>, VaultFailure> {
  let body: unknown;
  try {
    body = JSON.parse(utf8.decode(plain));
  } catch {
    return fail({ code: 'corrupt' });
  }
  const checked = v.safeParse(bodySchema, body, { abortEarly: true });
  if (!checked.success) return fail({ code: 'corrupt' });
  const { contents, records } = checked.output;
  return ok({ contents, records: new Map(records.map((each) => [recordKey(each), each])) });
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Failures: `vault_too_large`; `corrupt` when the bytes do not open again as what was sealed. */
export function sealVaultFile(state: VaultState, keys: VaultKeys): Result<Buffer, VaultFailure> {
  return sealBody(state.header, encodeBody(state), keys);
}

/** The same around any plaintext. */
export function sealBody(
  header: Header,
  plain: Buffer,
  keys: VaultKeys,
): Result<Buffer, VaultFailure> {
  const encoded = encodeHeader(header);
  const length = SEAL_OVERHEAD_BYTES + plain.length;
  if (encoded.length > MAX_HEADER_BYTES || length > MAX_BODY_BYTES) {
    return fail({ code: 'vault_too_large' });
  }
  const authenticated = authenticatedPart(encoded);
  const mac = keys.headerMac(authenticated);
  const sealed = sealBytes(keys.indexKey, mac, plain);
  const bodyLength = Buffer.alloc(BODY_LENGTH_BYTES);
  bodyLength.writeUInt32BE(length);
  const parts = [authenticated, mac, bodyLength, sealed];
  const file = Buffer.concat([...parts, sha256(...parts)]);
  const frame = readFrame(file);
  const again = frame.ok && isHeaderAuthentic(frame.value, keys) && openBody(frame.value, keys);
  const isSame = again instanceof Buffer && again.equals(plain);
  return isSame ? ok(file) : fail({ code: 'corrupt' });
}

/** Failures: `tampered` when MAC or seal do not hold, `corrupt` when what is inside is malformed. */
export function openWithKeys(frame: Frame, keys: VaultKeys): Result<VaultState, VaultFailure> {
  if (!isHeaderAuthentic(frame, keys)) return fail({ code: 'tampered' });
  const plain = openBody(frame, keys);
  if (plain === null) return fail({ code: 'tampered' });
  const body = decodeBody(plain);
  plain.fill(0);
  return body.ok ? ok({ header: frame.header, ...body.value }) : body;
}

/** The plaintext of the body; null when it does not authenticate. */
export function openBody({ body, headerMac }: Frame, keys: VaultKeys): Buffer | null {
  return openBytes(keys.indexKey, headerMac, body);
}

/** The MAC commits to the data key (V11) and covers versions, generation and every slot (V7). */
function isHeaderAuthentic({ authenticated, headerMac }: Frame, keys: VaultKeys): boolean {
  return equalBytes(keys.headerMac(authenticated), headerMac);
}

/** The header where it authenticates under these keys; else null. */
export function authenticHeader(file: Buffer, keys: VaultKeys): Header | null {
  const frame = readFrame(file);
  return frame.ok && isHeaderAuthentic(frame.value, keys) ? frame.value.header : null;
}

/** What the bytes of a file say under these keys. Failures as of `openFile`. */
export function readState(file: Buffer, keys: VaultKeys): Result<VaultState, VaultFailure> {
  const frame = readFrame(file);
  return frame.ok ? openWithKeys(frame.value, keys) : frame;
}

/**
 * Opens the bytes of a file. Failures: those of `readFrame` and of `unwrap`, then those of `openWithKeys`.
 */
export async function openFile(
  file: Buffer,
  unwrap: Unwrap,
): Promise<Result<OpenedFile, VaultFailure>> {
  const frame = readFrame(file);
  if (!frame.ok) return frame;
  const { vaultId, slots } = frame.value.header;
  const dataKey = await unwrap(vaultId, slots);
  if (!dataKey.ok) return dataKey;
  const keys = createVaultKeys(dataKey.value, Buffer.from(vaultId, 'base64'));
  const state = openWithKeys(frame.value, keys);
  if (state.ok) return ok({ keys, state: state.value });
  keys.wipe();
  return state;
}

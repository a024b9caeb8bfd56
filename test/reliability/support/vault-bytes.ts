// A vault file in memory with its unwrapped data key: tests of the format go through everything but
// the passphrase hash, which would cost ten milliseconds for each of tens of thousands of files.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Result } from '../../../electron/main/domain/result.ts';
import {
  openBody,
  openWithKeys,
  sealBody,
  readFrame,
  type Frame,
  type VaultState,
} from '../../../electron/main/vault/file.ts';
import {
  openPassphraseSlot,
  createPassphraseKdf,
} from '../../../electron/main/vault/passphrase.ts';
import type { Argon2id } from '../../../electron/main/vault/primitives.ts';
import { createVaultKeys, type VaultKeys } from '../../../electron/main/vault/keys.ts';
import type { VaultFailure } from '../../../electron/main/vault/vault.ts';
import {
  PASSPHRASE,
  contents,
  secret,
  temporaryStore,
  valueOf,
} from '../../unit/vault/vault-samples.ts';

export interface VaultBytes {
  readonly file: Buffer;
  readonly dataKey: Buffer;
}

/** A vault of a few credentials, each with a sealed secret. */
export async function makeVaultBytes(credentials: number): Promise<VaultBytes> {
  using store = temporaryStore();
  const vault = valueOf(await store.create(secret(PASSPHRASE), contents(credentials)));
  const seal = contents(credentials).credentials.map(({ id }) => ({
    name: { id, field: 'client_secret' } as const,
    secret: secret(`client secret of ${id}`),
  }));
  valueOf(await vault.change({ contents: (before) => before, seal }));
  await vault.lock();
  const file = readFileSync(store.file);
  return { file, dataKey: await dataKeyOf(file, PASSPHRASE) };
}

export async function dataKeyOf(
  file: Buffer,
  passphrase: string,
  argon2id?: Argon2id,
): Promise<Buffer> {
  const { vaultId, slots } = valueOf(readFrame(file)).header;
  const kdf = createPassphraseKdf(argon2id);
  return valueOf(await openPassphraseSlot(kdf, vaultId, slots, secret(passphrase)));
}

/** As the store opens a file, with the data key at hand. */
export function openBytesWith(file: Buffer, dataKey: Buffer): Result<VaultState, VaultFailure> {
  const frame = readFrame(file);
  return frame.ok ? openWithKeys(frame.value, keysOf(frame.value, dataKey)) : frame;
}

const keysOf = ({ header }: Frame, dataKey: Buffer): VaultKeys =>
  createVaultKeys(Buffer.from(dataKey), Buffer.from(header.vaultId, 'base64'));

function opened({ file, dataKey }: VaultBytes) {
  const frame = valueOf(readFrame(file));
  return { frame, keys: keysOf(frame, dataKey) };
}

/** The JSON in the box of a file. */
export function bodyTextOf(vault: VaultBytes): string {
  const { frame, keys } = opened(vault);
  const plain = openBody(frame, keys);
  if (plain === null) throw new Error('the box does not open');
  return plain.toString('utf8').trimEnd();
}

/** The same vault around another plaintext: sealed, authentic, and whatever it is. */
export function withBody(vault: VaultBytes, body: string | Buffer): Buffer {
  const { frame, keys } = opened(vault);
  return valueOf(sealBody(frame.header, Buffer.from(body as string), keys));
}

/** The sealed records as they lie in the file. */
export function boxesOf(file: Buffer, dataKey: Buffer): string[] {
  const { records } = valueOf(openBytesWith(file, dataKey));
  return [...records.values()].map(({ box }) => box);
}

/** The same bytes with the checksum made right, as an attacker would. */
export function withChecksum(file: Buffer): Buffer {
  const end = Math.max(0, file.length - 32);
  const body = file.subarray(0, end);
  return Buffer.concat([body, createHash('sha256').update(body).digest()]);
}

/** The same file around another header: lengths and checksum right, MAC as it was. */
export function withHeader(file: Buffer, header: string | Buffer): Buffer {
  const bytes = Buffer.from(header);
  const oldLength = file.readUInt32BE(12);
  const fixed = Buffer.from(file.subarray(0, 16));
  fixed.writeUInt32BE(bytes.length, 12);
  return withChecksum(Buffer.concat([fixed, bytes, file.subarray(16 + oldLength)]));
}

export function headerTextOf(file: Buffer): string {
  return file.toString('utf8', 16, 16 + file.readUInt32BE(12));
}

/** Counts verdicts, to print them in one line. */
export function countInto(counts: Map<string, number>, verdict: string): void {
  counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
}

/** Flips one bit in the middle of a file, in place. Answers what it holds then. */
export function damage(file: string): Buffer {
  const bytes = readFileSync(file);
  const middle = Math.floor(bytes.length / 2);
  bytes.writeUInt8((bytes[middle] ?? 0) ^ 1, middle);
  writeFileSync(file, bytes);
  return bytes;
}

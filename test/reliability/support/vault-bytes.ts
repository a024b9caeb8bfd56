// A vault file in memory with its unwrapped data key: tests of the format go through everything but
// the passphrase hash, which would cost ten milliseconds for each of tens of thousands of files.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Result } from '../../../electron/main/domain/result.ts';
import { splitFrame } from '../../../electron/main/vault/format/frame.ts';
import { decodeHeader } from '../../../electron/main/vault/format/header.ts';
import { layOut, splitParts, type Part } from '../../../electron/main/vault/format/index-layout.ts';
import { createIndexWriter } from '../../../electron/main/vault/format/index-writer.ts';
import { openPassphraseSlot } from '../../../electron/main/vault/keys/key-slot.ts';
import { createPace } from '../../../electron/main/vault/keys/yield-to-loop.ts';
import { openPaced } from '../../../electron/main/vault/keys/paced-crypto.ts';
import {
  createPassphraseKdf,
  type Argon2id,
} from '../../../electron/main/vault/keys/passphrase-kdf.ts';
import { SALT_BYTES, hkdf } from '../../../electron/main/vault/keys/primitives.ts';
import { recordsOf } from '../../../electron/main/vault/format/sealed-records.ts';
import { openWithKeys, sealVaultFile } from '../../../electron/main/vault/store/vault-file.ts';
import { createVaultKeys } from '../../../electron/main/vault/keys/vault-keys.ts';
import type { VaultState } from '../../../electron/main/vault/store/vault-state.ts';
import { NO_CONTENTS, type VaultFailure } from '../../../electron/main/vault/store/vault.ts';
import {
  PASSPHRASE,
  contents,
  secret,
  temporaryStore,
  valueOf,
} from '../../unit/vault/store/vault-samples.ts';

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
  const frame = valueOf(await splitFrame(file, createPace()));
  const { vaultId, slots } = valueOf(decodeHeader(frame.header));
  const kdf = createPassphraseKdf(argon2id);
  return valueOf(await openPassphraseSlot(kdf, vaultId, slots, secret(passphrase)));
}

/** As the store opens a file, with the data key at hand. */
export async function openBytesWith(
  file: Buffer,
  dataKey: Buffer,
): Promise<Result<VaultState, VaultFailure>> {
  const pace = createPace();
  const frame = await splitFrame(file, pace);
  if (!frame.ok) return frame;
  const header = decodeHeader(frame.value.header);
  if (!header.ok) return header;
  const keys = createVaultKeys(Buffer.from(dataKey), Buffer.from(header.value.vaultId, 'base64'));
  return openWithKeys(frame.value, header.value, keys, pace);
}

async function openedFrame({ file, dataKey }: VaultBytes) {
  const frame = valueOf(await splitFrame(file, createPace()));
  const header = valueOf(decodeHeader(frame.header));
  const keys = createVaultKeys(Buffer.from(dataKey), Buffer.from(header.vaultId, 'base64'));
  return { frame, header, keys };
}

/** The parts of the index, each a copy of its own. */
export async function partsOf(vault: VaultBytes): Promise<readonly Part[]> {
  const { body, headerMac } = (await openedFrame(vault)).frame;
  const key = hkdf(vault.dataKey, body.subarray(0, SALT_BYTES), 'index');
  const plain = await openPaced(key, headerMac, body.subarray(SALT_BYTES), createPace());
  const parts = plain === null ? null : splitParts(plain);
  if (parts === null) throw new Error('no index');
  return parts;
}

/** The same vault around other parts: sealed, authentic, and whatever they are. */
export async function withParts(vault: VaultBytes, parts: readonly Part[]): Promise<Buffer> {
  const { header, keys } = await openedFrame(vault);
  const layout = layOut(parts.map(({ kind, bytes }) => ({ kind, pieces: [bytes] })));
  const writer = { ...createIndexWriter(), encode: () => Promise.resolve(layout) };
  const state = { header, contents: NO_CONTENTS, records: recordsOf([]) };
  return valueOf(await sealVaultFile(state, keys, writer, createPace()));
}

/** The sealed records as they lie in the file. */
export async function blobsOf(file: Buffer, dataKey: Buffer): Promise<string[]> {
  const { records } = valueOf(await openBytesWith(file, dataKey));
  return [...records.values()].map(({ blob }) => blob.toString('base64'));
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

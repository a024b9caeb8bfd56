// Sealing a file on its way to the disk, and what a save spares itself.
import { readFileSync, readdirSync } from 'node:fs';
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { saveDurably, type SavePlace } from '../../../../electron/main/vault/store/durable-save.ts';
import { createBackups } from '../../../../electron/main/vault/backups/backup-retention.ts';
import { markOf } from '../../../../electron/main/vault/store/file-mark.ts';
import { splitFrame } from '../../../../electron/main/vault/format/frame.ts';
import { decodeIndex } from '../../../../electron/main/vault/format/index-reader.ts';
import { createIndexWriter } from '../../../../electron/main/vault/format/index-writer.ts';
import { createLockFile } from '../../../../electron/main/vault/store/lock-file.ts';
import { nodeFileSystem } from '../../../../electron/main/vault/store/node-file-system.ts';
import { createPace } from '../../../../electron/main/vault/keys/yield-to-loop.ts';
import { sealPaced } from '../../../../electron/main/vault/keys/paced-crypto.ts';
import { randomBytesOwn } from '../../../../electron/main/vault/keys/primitives.ts';
import { systemProcesses } from '../../../../electron/main/vault/store/process-identity.ts';
import { newRecoveryKey } from '../../../../electron/main/vault/keys/recovery-key.ts';
import { createRecoverySlot } from '../../../../electron/main/vault/keys/recovery-slot.ts';
import { sealRecord } from '../../../../electron/main/vault/format/record-seal.ts';
import { recordsOf } from '../../../../electron/main/vault/format/sealed-records.ts';
import {
  openWithKeys,
  sealVaultFile,
  createBlocks,
} from '../../../../electron/main/vault/store/vault-file.ts';
import { createVaultKeys } from '../../../../electron/main/vault/keys/vault-keys.ts';
import { vaultNames } from '../../../../electron/main/vault/store/vault-names.ts';
import type { VaultState } from '../../../../electron/main/vault/store/vault-state.ts';
import { stamped } from '../../../reliability/support/stamp.ts';
import { PASSPHRASE, contents, secret, temporaryStore, valueOf, verdict } from './vault-samples.ts';

const vaultId = randomBytesOwn(16);
const keys = createVaultKeys(randomBytesOwn(32), vaultId);

function stateOf(credentials: number): VaultState {
  const whole = contents(credentials);
  const id = vaultId.toString('base64');
  const slots = [createRecoverySlot(newRecoveryKey(), id, keys.dataKey)];
  const records = whole.credentials.map((each, at) =>
    sealRecord(keys, { id: each.id, field: 'client_secret' }, at + 1, secret(each.id)),
  );
  return {
    header: { vaultId: id, generation: 1, slots },
    contents: whole,
    records: recordsOf(records),
  };
}

describe('a sealed vault file', () => {
  it('of many chunks and blocks opens as what was sealed', async () => {
    const small = stateOf(2_500);
    const tokens = small.contents.tokens.map((token, at) => ({
      ...token,
      expiresInRaw: `${at} `.repeat(150),
    }));
    const state = { ...small, contents: { ...small.contents, tokens } };
    const file = valueOf(await sealVaultFile(state, keys, createIndexWriter(), createPace()));
    const frame = valueOf(await splitFrame(file, createPace()));
    const opened = valueOf(await openWithKeys(frame, state.header, keys, createPace()));
    expect(file.length).toBeGreaterThan(2 * 1024 * 1024);
    expect(opened.contents).toEqual(state.contents);
    expect([...opened.records.values()].map(({ blob }) => blob.toString('hex'))).toEqual(
      [...state.records.values()].map(({ blob }) => blob.toString('hex')),
    );
  });

  it('is not sound where its own bytes do not open again', async () => {
    const plain = { pieces: [Buffer.from('the index')], length: 9 };
    const [key, other] = [randomBytesOwn(32), randomBytesOwn(32)];
    const aad = Buffer.from('header');
    const asIs = (bytes: Uint8Array) => Promise.resolve(Buffer.from(bytes));
    const seal = (keyAgain: Buffer, append: typeof asIs) =>
      sealPaced({ key, keyAgain, aad }, plain, append, createPace());
    const flipped = async (bytes: Uint8Array) => {
      const written = await asIs(bytes);
      if (bytes.length === plain.length) written[3] = (written[3] ?? 0) ^ 1;
      return written;
    };
    expect(await seal(key, asIs)).toBe(true);
    expect(await seal(other, asIs)).toBe(false);
    expect(await seal(key, flipped)).toBe(false);
  });

  it('that is not sound never takes the name of the vault', async () => {
    using store = temporaryStore();
    const vault = valueOf(await store.create(secret(PASSPHRASE), contents(2)));
    await vault.lock();
    const before = readFileSync(store.file);
    const names = vaultNames(store.directory, 'strongroom.vault');
    const port = { fileSystem: nodeFileSystem, names, nowMs: Date.now };
    const place: SavePlace = {
      fileSystem: nodeFileSystem,
      names,
      lockFile: createLockFile({ ...port, processes: systemProcesses }),
      backups: createBackups(nodeFileSystem, names, Date.now),
    };
    const unsound = {
      length: 4,
      async writeTo(write: (bytes: Uint8Array) => Promise<void>) {
        await write(Buffer.from('oops'));
        return null;
      },
    };
    const replaced = {
      vaultId: vaultId.toString('base64'),
      generation: 1,
      marks: [markOf(before)],
    };
    expect(verdict(await saveDurably(place, unsound, replaced))).toBe('corrupt');
    expect(readFileSync(store.file).equals(before)).toBe(true);
    expect(readdirSync(store.directory).filter((name) => /tmp-|lock/.test(name))).toEqual([]);
  });
});

describe('the index writer', () => {
  const encoded = async (writer: ReturnType<typeof createIndexWriter>, state: VaultState) => {
    const { pieces, length } = await writer.encode(state, createPace());
    const whole = Buffer.concat(pieces);
    expect(whole.length).toBe(length);
    return { pieces, whole };
  };

  it('writes the same bytes whether it read the vault, wrote it before, or is new', async () => {
    const state = stateOf(100);
    const changed = { ...state, contents: stamped(state.contents, 7) };
    const wanted = (await encoded(createIndexWriter(), changed)).whole;

    const wrote = createIndexWriter();
    const first = (await encoded(wrote, state)).whole;
    expect((await encoded(wrote, changed)).whole.equals(wanted)).toBe(true);

    const read = valueOf(await decodeIndex(first, createPace()));
    const adopting = createIndexWriter();
    adopting.adopt(first, read);
    const again = { ...state, contents: stamped(read.contents, 7), records: read.records };
    expect((await encoded(adopting, again)).whole.equals(wanted)).toBe(true);
  });

  it('writes what was read with one record sealed anew as a new writer does', async () => {
    const state = stateOf(300);
    const first = (await encoded(createIndexWriter(), state)).whole;
    const read = valueOf(await decodeIndex(first, createPace()));
    const name = { id: 'credential-150', field: 'client_secret' } as const;
    const anew = sealRecord(keys, name, 301, secret('another'));
    const records = read.records.changed([anew], []);
    const adopting = createIndexWriter();
    adopting.adopt(first, read);
    const { whole, pieces } = await encoded(adopting, { ...state, ...read, records });
    const wanted = (await encoded(createIndexWriter(), { ...state, ...read, records })).whole;
    expect(whole.equals(wanted)).toBe(true);
    // The other parts of the table are those that were read.
    const taken = read.tableParts.map(({ bytes }) => pieces.includes(bytes));
    expect(taken).toEqual([true, false, true]);
  });

  it('takes parts that it read as they were spelt, and gives them back at the end', async () => {
    const state = stateOf(300);
    const { whole: plain } = await encoded(createIndexWriter(), state);
    const read = valueOf(await decodeIndex(plain, createPace()));
    const writer = createIndexWriter();
    writer.adopt(plain, read);
    const { pieces } = await encoded(writer, { ...state, ...read });
    const taken = [...read.parts, ...read.tableParts].map(({ bytes }) => bytes);
    expect(taken.length).toBeGreaterThan(9);
    expect(taken.every((bytes) => pieces.includes(bytes))).toBe(true);
    const held = [...read.records.values()].map(({ blob }) => blob);
    writer.wipe();
    // Zeroed and freed, and the records that lay in it with it.
    expect(plain.length).toBe(0);
    expect(held.map(({ length }) => length)).toEqual(held.map(() => 0));
  });
});

const KIB = 1024;

/** Pieces of odd sizes, none of them of a block's length. */
const sizes = [1, 16, 255 * KIB, 256 * KIB, 3, 256 * KIB, 256 * KIB, 200 * KIB, 256 * KIB, 77];
const pieces = [...sizes, ...sizes, ...sizes].map((length) => randomBytes(length));
const whole = Buffer.concat(pieces);

describe('blocks of a file', () => {
  it('carry every byte in order, and the checksum of all of them at the end', async () => {
    const written: Buffer[] = [];
    const blocks = createBlocks(async (bytes) => {
      // A disk takes its time: what is being written must not be overwritten meanwhile.
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
      written.push(Buffer.from(bytes));
    }, whole.length + 32);
    for (const piece of pieces) expect((await blocks.append(piece)).equals(piece)).toBe(true);
    const checksum = await blocks.end();
    await blocks.close();
    expect(checksum).toEqual(createHash('sha256').update(whole).digest());
    expect(Buffer.concat(written).equals(Buffer.concat([whole, checksum]))).toBe(true);
    expect(written.length).toBeGreaterThan(1);
  });

  it('go to a disk as one write where one block holds the file', async () => {
    let writes = 0;
    const blocks = createBlocks(() => {
      writes += 1;
      return Promise.resolve();
    }, 100);
    await blocks.append(randomBytes(40));
    await blocks.append(randomBytes(28));
    await blocks.end();
    await blocks.close();
    expect(writes).toBe(1);
  });

  it('pass on that a write failed, and close all the same', async () => {
    const failing = createBlocks(() => Promise.reject(new Error('no space')), whole.length);
    const all = (async () => {
      for (const piece of pieces) await failing.append(piece);
      await failing.end();
    })();
    await expect(all).rejects.toThrow('no space');
    await expect(failing.close()).resolves.toBeUndefined();
  });
});

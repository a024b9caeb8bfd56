// R9: the vault of frozen vault files of the format open, by this program and by a second
// reader written from FORMAT.md; slots this version cannot use survive a save byte for byte.
import { copyFileSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  NO_CONTENTS,
  type RecordName,
  type VaultContents,
} from '../../electron/main/vault/store/vault.ts';
import { nativeArgon2id, type Argon2id } from '../../electron/main/vault/keys/passphrase-kdf.ts';
import { stubKeystore } from '../unit/vault/keys/keystore-stub.ts';
import { secret, temporaryStore, textOf, valueOf } from '../unit/vault/store/vault-samples.ts';
import { recordFigure } from './support/figures.ts';
import { readVaultFile } from './support/second-reader.ts';
import { headerTextOf } from './support/vault-bytes.ts';

interface Golden {
  readonly passphrase: string;
  readonly header: { readonly generation: number; readonly slots: readonly object[] };
  readonly contents: VaultContents;
  readonly records: readonly { readonly name: RecordName; readonly text: string }[];
}

interface GoldenUnlockMethods extends Golden {
  /** As it was shown. */
  readonly recoveryKey: string;
  /** Hex of the key of the keystore that sealed the `os` slot. */
  readonly keystoreKey: string;
}

const folder = path.join(import.meta.dirname, 'golden');
const versions = readdirSync(folder)
  .filter((name) => name.endsWith('.vault'))
  .map((name) => name.slice(0, -'.vault'.length));

const expected = ['version-1', 'version-1-ways-in'];

/** What a vault was given. */
function goldenOf(file: string): GoldenUnlockMethods {
  const golden = JSON.parse(
    readFileSync(`${file.slice(0, -6)}.json`, 'utf8'),
  ) as GoldenUnlockMethods;
  return { ...golden, contents: { ...NO_CONTENTS, ...golden.contents } };
}

const hashes = new Map<string, Promise<Buffer>>();
/** The app's hash at full cost, made once of the same inputs: it is nearly all of a test's time. */
const hashedOnce: Argon2id = async (message, salt, cost) => {
  const key = JSON.stringify([
    ...[message, salt].map((each) => Buffer.from(each).toString('hex')),
    cost,
  ]);
  const hash = hashes.get(key) ?? nativeArgon2id(message, salt, cost);
  hashes.set(key, hash);
  return Buffer.from(await hash);
};
const goldenStore = () => temporaryStore({ argon2id: hashedOnce });

describe.each(versions)('golden vault %s', (version) => {
  const file = path.join(folder, `${version}.vault`);
  const golden = goldenOf(file);

  it('opens with what it was given', async () => {
    using store = goldenStore();
    copyFileSync(file, store.file);
    const vault = valueOf(await store.open(secret(golden.passphrase)));
    expect(vault.contents()).toEqual(golden.contents);
    const records = golden.records.map(({ name }) => ({
      name,
      text: textOf(valueOf(vault.openRecord(name))),
    }));
    expect(records).toEqual(golden.records);
    await vault.lock();
  });

  it('opens for a reader written from the format document', () => {
    const { header, contents, records } = readVaultFile(readFileSync(file), golden);
    expect({ header, contents, records }).toEqual({
      header: golden.header,
      contents: golden.contents,
      records: golden.records,
    });
  });

  it('keeps every slot byte for byte through a save', async () => {
    using store = goldenStore();
    copyFileSync(file, store.file);
    const vault = valueOf(await store.open(secret(golden.passphrase)));
    const [first] = golden.records;
    const seal = [
      { name: first?.name ?? { id: '', field: 'client_secret' }, secret: secret('new') },
    ];
    valueOf(await vault.change({ contents: (before) => before, seal }));
    await vault.lock();
    const saved = readFileSync(store.file);
    const { generation } = golden.header;
    expect(headerTextOf(saved)).toBe(
      headerTextOf(readFileSync(file)).replace(
        `"generation":${generation}`,
        `"generation":${generation + 1}`,
      ),
    );
    const reading = readVaultFile(saved, golden);
    expect(reading.records[0]?.text).toBe('new');
    expect(reading.contents).toEqual(golden.contents);
  });
});

describe('golden vault with every way in', () => {
  const file = path.join(folder, 'version-1-ways-in.vault');
  const golden = goldenOf(file);

  it('opens by recovery key, for the app and for the second reader', async () => {
    const { recoveryKey, contents, records } = golden;
    using store = goldenStore();
    copyFileSync(file, store.file);
    const vault = valueOf(await store.openWithRecoveryKey(secret(recoveryKey)));
    expect(vault.contents()).toEqual(contents);
    await vault.lock();
    expect(readVaultFile(readFileSync(file), { recoveryKey })).toMatchObject({ contents, records });
  });

  it('opens by the keystore that sealed it', async () => {
    const keystore = stubKeystore();
    keystore.now.key = Buffer.from(golden.keystoreKey, 'hex');
    using store = goldenStore();
    copyFileSync(file, store.file);
    const vault = valueOf(await store.openWithKeystore(keystore));
    expect(vault.contents()).toEqual(golden.contents);
    await vault.lock();
  });
});

describe('golden vaults', () => {
  it('are there', () => {
    recordFigure({
      id: 'R9',
      what: 'golden vaults, opened by the app and by a second reader',
      tried: versions.length,
      bad: 0,
      goal: 'frozen vault files of the format open',
      holds: expected.every((each) => versions.includes(each)),
      seed: null,
    });
    expect(versions).toEqual(expect.arrayContaining(expected));
  });
});

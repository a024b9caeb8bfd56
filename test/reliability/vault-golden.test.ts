// R9: the golden vault opens by every way in, by this program and by a second reader written from FORMAT.md; slots
// this version cannot use survive a save byte for byte.
import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { nativeArgon2id, type Argon2id } from '../../electron/main/vault/primitives.ts';
import { stubKeystore } from '../unit/vault/keystore-stub.ts';
import { secret, temporaryStore, textOf, valueOf } from '../unit/vault/vault-samples.ts';
import { goldenContents, goldenRecords } from './golden/golden-samples.ts';
import { figureHolds } from './support/figures.ts';
import { readVaultFile } from './support/second-reader.ts';
import { headerTextOf } from './support/vault-bytes.ts';

interface Golden {
  readonly passphrase: string;
  readonly header: { readonly generation: number; readonly slots: readonly object[] };
  /** As it was shown. */
  readonly recoveryKey: string;
  /** Hex of the key of the keystore that sealed the `os` slot. */
  readonly keystoreKey: string;
}

const file = path.join(import.meta.dirname, 'golden', 'version-1.vault');
const golden = JSON.parse(readFileSync(`${file.slice(0, -6)}.json`, 'utf8')) as Golden;
const inside = { contents: goldenContents, records: goldenRecords };

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
/** The golden vault in a folder of its own. */
function goldenStore() {
  const store = temporaryStore({ argon2id: hashedOnce });
  copyFileSync(file, store.file);
  return store;
}

describe('the golden vault', () => {
  it('opens with what it was given', async () => {
    using store = goldenStore();
    const vault = valueOf(await store.open(secret(golden.passphrase)));
    expect(vault.contents()).toEqual(goldenContents);
    const records = goldenRecords.map(({ name }) => ({
      name,
      text: textOf(valueOf(vault.openRecord(name))),
    }));
    expect(records).toEqual(goldenRecords);
    await vault.lock();
    figureHolds('R9', 'golden vaults, opened by the app and by a second reader', 1);
  });

  it('opens for a reader written from the format document', () => {
    const { header, contents, records } = readVaultFile(readFileSync(file), golden);
    expect({ header, contents, records }).toEqual({ header: golden.header, ...inside });
  });

  it('keeps every slot byte for byte through a save', async () => {
    using store = goldenStore();
    const vault = valueOf(await store.open(secret(golden.passphrase)));
    const [first] = goldenRecords;
    const seal = [
      { name: first?.name ?? { id: '', field: 'client_secret' as const }, secret: secret('new') },
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
    expect(reading.contents).toEqual(goldenContents);
  });

  it('opens by recovery key, for the app and for the second reader', async () => {
    const { recoveryKey } = golden;
    using store = goldenStore();
    const vault = valueOf(await store.openWithRecoveryKey(secret(recoveryKey)));
    expect(vault.contents()).toEqual(goldenContents);
    await vault.lock();
    expect(readVaultFile(readFileSync(file), { recoveryKey })).toMatchObject(inside);
  });

  it('opens by the keystore that sealed it', async () => {
    const keystore = stubKeystore();
    keystore.now.key = Buffer.from(golden.keystoreKey, 'hex');
    using store = goldenStore();
    const vault = valueOf(await store.openWithKeystore(keystore));
    expect(vault.contents()).toEqual(goldenContents);
    await vault.lock();
  });
});

// A vault in memory: everything that an open vault does, no file operation, and nothing left after its lock.
import { readFileSync, readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UnlockedVault } from '../../../electron/main/vault/unlocked-vault.ts';
import type { VaultContents } from '../../../electron/main/vault/vault.ts';
import { faultyFileSystem } from '../../reliability/support/faulty-file-system.ts';
import { storeOfTest } from './store-of-test.ts';
import {
  PASSPHRASE,
  addToken,
  contents,
  secret,
  textOf,
  token,
  valueOf,
  verdict,
  type TemporaryStore,
} from './vault-samples.ts';

const TEXT = { id: 'token-9', field: 'access_token' } as const;
const withToken = addToken(9);
const withoutToken = (before: VaultContents): VaultContents => ({
  ...before,
  tokens: before.tokens.filter(({ id }) => id !== TEXT.id),
});

describe('a vault in memory', () => {
  let store: TemporaryStore;
  let vault: UnlockedVault;
  let operations: string[] = [];

  beforeEach(async () => {
    operations = [];
    const fileSystem = faultyFileSystem({ before: ({ name }) => void operations.push(name) });
    store = storeOfTest({ fileSystem });
    vault = valueOf(await store.openInMemory(contents(2)));
  });
  afterEach(() => vault.lock());

  it('touches no file, from its opening to its lock', async () => {
    const seal = [{ name: TEXT, secret: secret('token text') }];
    valueOf(await vault.change({ contents: withToken, seal }));
    expect(vault.contents().tokens.at(-1)?.id).toBe(TEXT.id);
    await vault.lock();
    expect([operations, readdirSync(store.directory)]).toEqual([[], []]);
  });

  it('leaves the saved vault beside it as it is', async () => {
    const saved = valueOf(await store.create(secret(PASSPHRASE), contents(1)));
    await saved.lock();
    const before = readFileSync(store.file);
    valueOf(await vault.change({ contents: withToken }));
    await vault.lock();
    expect(readFileSync(store.file).equals(before)).toBe(true);
    expect(readdirSync(store.directory)).toEqual(['strongroom.vault']);
  });

  it('opens its records, and drops those that the contents after the change name', async () => {
    const seal = [{ name: TEXT, secret: secret('token text') }];
    const drop = ({ tokens }: VaultContents) =>
      tokens.some(({ id }) => id === TEXT.id) ? [] : [TEXT];
    valueOf(await vault.change({ contents: withToken, seal, drop }));
    expect(textOf(valueOf(vault.openRecord(TEXT)))).toBe('token text');
    valueOf(await vault.change({ contents: withoutToken, drop }));
    expect(vault.hasRecord(TEXT)).toBe(false);
  });

  it('refuses a row that a file would refuse', async () => {
    const marked = { ...token(9), extra: true };
    await expect(
      vault.change({ contents: (before) => ({ ...before, tokens: [marked] }) }),
    ).rejects.toThrow(/extra/);
    expect(vault.contents()).toEqual(contents(2));
  });

  it('is gone with its keys at once', async () => {
    const seal = [{ name: TEXT, secret: secret('token text') }];
    valueOf(await vault.change({ contents: withToken, seal }));
    vault.lockNow();
    expect(vault.contents().credentials).toEqual([]);
    expect(vault.hasRecord(TEXT)).toBe(false);
    expect(verdict(await vault.change({ contents: withToken }))).toBe('vault_locked');
    expect(verdict(vault.deriveKey('any'))).toBe('vault_locked');
  });
});

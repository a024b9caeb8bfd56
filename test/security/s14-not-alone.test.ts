// S14: what the operating system hands to every program of the person is never the only key. A vault
// opens by keystore only where that was added, and its passphrase slot cannot be taken away.
import { describe, expect, it } from 'vitest';
import { stubKeystore } from '../unit/vault/keystore-stub.ts';
import {
  PASSPHRASE,
  contents,
  secret,
  temporaryStore,
  valueOf,
  verdict,
} from '../unit/vault/vault-samples.ts';

describe('the OS keystore', () => {
  it('opens no vault by default', async () => {
    using store = temporaryStore();
    const vault = valueOf(await store.create(secret(PASSPHRASE), contents(1)));
    await vault.lock();
    expect(verdict(await store.openWithKeystore(stubKeystore()))).toBe('slot_missing');
    expect(valueOf(await store.slots()).map(({ type }) => type)).toEqual(['pw']);
  });

  it('is never the only way in', async () => {
    using store = temporaryStore();
    const vault = valueOf(await store.create(secret(PASSPHRASE), contents(1)));
    valueOf(await vault.addKeystoreSlot(stubKeystore()));
    const own = vault.slots().find(({ type }) => type === 'pw');
    expect(verdict(await vault.removeSlot(own?.id ?? ''))).toBe('slot_missing');
    expect(vault.slots().map(({ type }) => type)).toContain('pw');
    await vault.lock();
  });

  it('of another machine or person opens nothing', async () => {
    using store = temporaryStore();
    const vault = valueOf(await store.create(secret(PASSPHRASE), contents(1)));
    valueOf(await vault.addKeystoreSlot(stubKeystore()));
    await vault.lock();
    expect(verdict(await store.openWithKeystore(stubKeystore()))).not.toBe('ok');
  });
});

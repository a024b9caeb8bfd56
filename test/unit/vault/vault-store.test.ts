// The vault as the rest of the app sees it: create, open, change, records, lock.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  PASSPHRASE,
  contents,
  secret,
  temporaryStore,
  textOf,
  valueOf,
  verdict,
} from './vault-samples.ts';

const name = { id: 'credential-0', field: 'client_secret' } as const;
const unchanged = <T>(before: T): T => before;

describe('vault store', () => {
  it('opens what it created, with contents and records', async () => {
    using store = temporaryStore();
    expect(await store.exists()).toBe(false);
    const created = valueOf(await store.create(secret(PASSPHRASE), contents(3)));
    expect(await store.exists()).toBe(true);
    const saved = await created.change({
      contents: unchanged,
      seal: [{ name, secret: secret('the client secret') }],
    });
    expect(verdict(saved)).toBe('ok');
    await created.lock();

    const opened = valueOf(await store.open(secret(PASSPHRASE)));
    expect(opened.contents()).toEqual(contents(3));
    expect(opened.hasRecord(name)).toBe(true);
    expect(textOf(valueOf(opened.openRecord(name)))).toBe('the client secret');
    expect(opened.hasRecord({ id: 'credential-1', field: 'client_secret' })).toBe(false);
    await opened.lock();
  });

  it('takes the same words in another Unicode spelling', async () => {
    using store = temporaryStore();
    const composed = 'caf\u00e9 \ufb01nance';
    const decomposed = 'cafe\u0301 finance';
    await valueOf(await store.create(secret(composed), contents(1))).lock();
    expect(verdict(await store.open(secret(decomposed)))).toBe('ok');
  });

  it('does not create over an existing vault and does not open a missing one', async () => {
    using store = temporaryStore();
    expect(verdict(await store.open(secret(PASSPHRASE)))).toBe('vault_missing');
    await valueOf(await store.create(secret(PASSPHRASE), contents(1))).lock();
    const before = readFileSync(store.file);
    expect(verdict(await store.create(secret('other'), contents(2)))).toBe('vault_exists');
    expect(readFileSync(store.file).equals(before)).toBe(true);
  });
});

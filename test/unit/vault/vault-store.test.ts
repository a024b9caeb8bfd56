// The vault as the rest of the app sees it: create, open, change, records, lock.
import { readFileSync, statSync, writeFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  LOW_COST,
  PASSPHRASE,
  contents,
  credential,
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

  it('refuses a wrong passphrase and says only that', async () => {
    using store = temporaryStore();
    await valueOf(await store.create(secret(PASSPHRASE), contents(1))).lock();
    expect(verdict(await store.open(secret('another passphrase')))).toBe('wrong_passphrase');
    expect(verdict(await store.open(secret('')))).toBe('wrong_passphrase');
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

  it('leaves a damaged file untouched and says what is wrong', async () => {
    using store = temporaryStore();
    await valueOf(await store.create(secret(PASSPHRASE), contents(1))).lock();
    const good = readFileSync(store.file);
    const damaged = Buffer.from(good);
    damaged.writeUInt8(damaged.readUInt8(300) ^ 4, 300);
    const cases: [Buffer, string][] = [
      [damaged, 'corrupt'],
      [good.subarray(0, 1000), 'corrupt'],
      [Buffer.alloc(0), 'corrupt'],
      [Buffer.alloc(5000), 'not_a_vault'],
      [Buffer.concat([good, Buffer.from('x')]), 'corrupt'],
    ];
    for (const [bytes, expected] of cases) {
      writeFileSync(store.file, bytes);
      expect(verdict(await store.open(secret(PASSPHRASE)))).toBe(expected);
      expect(readFileSync(store.file).equals(bytes)).toBe(true);
    }
  });

  it('keeps file and directory to their owner', async () => {
    using store = temporaryStore();
    await valueOf(await store.create(secret(PASSPHRASE), contents(1))).lock();
    expect(statSync(store.file).mode & 0o777).toBe(0o600);
    expect(readdirSync(store.directory)).toEqual(['strongroom.vault']);
  });

  it('rejects contents that are not of the domain, as a bug', async () => {
    using store = temporaryStore();
    const opened = valueOf(await store.create(secret(PASSPHRASE), contents(1)));
    const foreign = { ...credential(9), clientSecret: 'in the clear' };
    const change = opened.change({
      contents: (before) => ({ ...before, credentials: [...before.credentials, foreign] }),
    });
    await expect(change).rejects.toThrow('clientSecret');
    expect(opened.contents().credentials).toHaveLength(1);
    await opened.lock();
  });

  it('stores the cost it was told in the file', async () => {
    using store = temporaryStore();
    await valueOf(await store.create(secret(PASSPHRASE), contents(0))).lock();
    const text = readFileSync(store.file).toString('latin1');
    expect(text).toContain(`"name":"argon2id","m":${LOW_COST.memoryKib},"t":2,"p":1`);
  });
});

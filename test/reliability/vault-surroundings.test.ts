// V20, V21, V22: what lies around the vault. Core dumps and crash reports, errors that carry secrets,
// and an environment that would weaken it. Swap and hibernation are not defended, since Electron has no
// secure heap: the README and "What protects you here" say so.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import {
  contents,
  secret,
  temporaryStore,
  valueOf,
  recoveryKeyOf,
  inspectedFrom,
} from '../unit/vault/vault-samples.ts';

const electron = path.join(import.meta.dirname, '../../electron');
const CANARY = 'canary-5f1c9e27d4b80a63';

describe('around the vault', () => {
  const before = { ...process.env };
  afterEach(() => {
    process.env = { ...before };
  });

  it('V20 no crash reporter is ever started: its dumps would hold memory', () => {
    // The launcher holds no secret, and asks for a report to learn which C library the system has.
    const sources = readdirSync(electron, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !name.startsWith('launch'),
    );
    const reporting = sources.filter((name) =>
      /crashReporter\s*\.\s*start|process\.report\b/.test(
        readFileSync(path.join(electron, name), 'utf8'),
      ),
    );
    expect(sources.length).toBeGreaterThan(50);
    expect(reporting).toEqual([]);
  });

  it('V21 no failure, error or printed vault says anything of a secret', async () => {
    using store = temporaryStore();
    const passphrase = secret(`${CANARY} passphrase`);
    const vault = valueOf(await store.create(passphrase, contents(1)));
    const name = { id: 'credential-0', field: 'client_secret' } as const;
    const mine = secret(`${CANARY} secret`);
    valueOf(await vault.change({ contents: (each) => each, seal: [{ name, secret: mine }] }));
    const key = await recoveryKeyOf(vault);
    const said: unknown[] = [vault, key, mine, passphrase, vault.slots(), vault.kdf()];
    said.push(
      await store.openWithRecoveryKey(secret(CANARY)),
      await store.open(secret(`${CANARY} wrong`)),
      await vault.checkPassphrase(secret(`${CANARY} wrong`)),
      await inspectedFrom(store, CANARY, passphrase),
    );
    const thrown = await vault
      .change({
        contents() {
          throw new Error('a bug of the caller');
        },
        seal: [{ name, secret: mine }],
      })
      .catch((error: unknown) => error);
    said.push(thrown);
    writeFileSync(store.file, readFileSync(store.file).subarray(0, 900));
    said.push(await store.open(passphrase), await vault.changePassphrase(passphrase));
    await vault.lock();
    said.push(vault.openRecord(name));
    const printed = said.map((each) => inspect(each, { depth: 10 }) + JSON.stringify(each)).join();
    expect(printed).toContain('wrong_passphrase');
    expect(printed).not.toContain(CANARY);
    expect(printed).not.toContain(Buffer.from(CANARY).toString('base64').slice(0, 16));
    expect(printed).not.toContain(key.use((bytes) => bytes.toString('latin1', 0, 9)));
  });

  it('V22 saves as durably where SNAP is set, which makes others write in place', async () => {
    process.env['SNAP'] = '/snap/strongroom';
    using store = temporaryStore();
    const vault = valueOf(await store.create(secret(CANARY), contents(1)));
    valueOf(await vault.change({ contents: (each) => ({ ...each, tokens: [] }) }));
    const backups = readdirSync(store.directory).filter((name) => name.includes('.bak-'));
    expect(backups).toHaveLength(1);
    await vault.lock();
  });
});

// An encrypted copy: the file as it is, refused where it does not authenticate, never in the place of
// another file, whole or not there.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { saveSealedCopy } from '../../../electron/main/vault/exported-file.ts';
import { faultyFileSystem, systemError } from '../../reliability/support/faulty-file-system.ts';
import { storeOfTest } from './store-of-test.ts';
import {
  PASSPHRASE,
  contents,
  secret,
  valueOf,
  verdict,
  type TemporaryStore,
} from './vault-samples.ts';
import { ownFolder } from '../../support/own-folder.ts';

let store: TemporaryStore;
const at = ownFolder();
beforeEach(() => {
  store = storeOfTest();
});

describe('a sealed copy', () => {
  it('opens with the passphrase of that moment, and keeps it', async () => {
    const vault = valueOf(await store.create(secret(PASSPHRASE), contents(3)));
    const copy = valueOf(await vault.sealedCopy());
    await vault.changePassphrase(secret('another passphrase of the vault'));
    const elsewhere = storeOfTest();
    writeFileSync(elsewhere.file, copy, { mode: 0o600 });
    const opened = valueOf(await elsewhere.open(secret(PASSPHRASE)));
    expect(opened.contents().credentials).toHaveLength(3);
    expect(verdict(await store.open(secret(PASSPHRASE)))).toBe('wrong_passphrase');
  });

  it('is refused where the file is no longer what it was', async () => {
    const vault = valueOf(await store.create(secret(PASSPHRASE), contents(3)));
    const bytes = readFileSync(store.file);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(store.file, bytes);
    expect(['tampered', 'corrupt']).toContain(verdict(await vault.sealedCopy()));
    await vault.lock();
    expect(verdict(await vault.sealedCopy())).toBe('vault_locked');
  });

  it('never replaces a file', async () => {
    const file = at('copy.vault');
    writeFileSync(file, 'what was there');
    expect(verdict(await saveSealedCopy(file, Buffer.from('copy')))).toBe('name_taken');
    expect(readFileSync(file, 'utf8')).toBe('what was there');
    expect(readdirSync(at())).toEqual(['copy.vault']);
  });

  it('is whole or not there, whichever operation fails', async () => {
    const bytes = Buffer.from('a sealed copy');
    const counted = faultyFileSystem({});
    await saveSealedCopy(at('first'), bytes, counted);
    for (let failed = 1; failed <= counted.made.length; failed += 1) {
      const file = at(`copy-${failed}`);
      const failing = faultyFileSystem({
        before({ number }) {
          if (number === failed) throw systemError('EIO');
        },
      });
      const saved = await saveSealedCopy(file, bytes, failing);
      const whole = existsSync(file) ? readFileSync(file, 'utf8') : '';
      expect(['', 'a sealed copy']).toContain(whole);
      expect(saved.ok ? whole : 'a sealed copy', `operation ${failed}`).toBe('a sealed copy');
    }
  });
});

// S23: a damaged store is recognised, and its bytes stay. Every bit and every length is tried by
// test/reliability/vault-damage.test.ts; here a sample through the same door as the app's.
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { headerTextOf, withHeader } from '../reliability/support/vault-bytes.ts';
import {
  PASSPHRASE,
  contents,
  secret,
  temporaryStore,
  valueOf,
  verdict,
} from '../unit/vault/vault-samples.ts';

describe('a damaged vault', () => {
  it('does not open, says why, and is left as it is', async () => {
    using store = temporaryStore();
    await valueOf(await store.create(secret(PASSPHRASE), contents(1))).lock();
    const whole = readFileSync(store.file);
    const places = Array.from({ length: 24 }, (_, index) =>
      Math.floor((index * whole.length) / 24),
    );
    const verdicts: string[] = [];
    for (const at of places) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      for (const bytes of [flipped, whole.subarray(0, at)]) {
        writeFileSync(store.file, bytes);
        verdicts.push(verdict(await store.open(secret(PASSPHRASE))));
        expect(readFileSync(store.file).equals(bytes)).toBe(true);
      }
    }
    expect(verdicts).toHaveLength(48);
    expect(verdicts).not.toContain('ok');
    // Damage is never taken for a wrong passphrase: that would send a person looking for another one.
    expect(verdicts).not.toContain('wrong_passphrase');
    writeFileSync(store.file, whole);
    await valueOf(await store.open(secret(PASSPHRASE))).lock();
  });

  it('is not opened by the header of another, the checksum made right', async () => {
    using one = temporaryStore();
    using other = temporaryStore();
    await valueOf(await one.create(secret(PASSPHRASE), contents(1))).lock();
    await valueOf(await other.create(secret(PASSPHRASE), contents(1))).lock();
    const own = readFileSync(one.file);
    const foreign = headerTextOf(readFileSync(other.file));
    expect(await verdictOn(one, withHeader(own, headerTextOf(own)))).toBe('ok');
    expect(await verdictOn(one, withHeader(own, foreign))).toBe('tampered');
  });

  it('is not opened by a header of its own from before, which has the same keys', async () => {
    using store = temporaryStore();
    const vault = valueOf(await store.create(secret(PASSPHRASE), contents(1)));
    const before = readFileSync(store.file);
    valueOf(await vault.change({ contents: () => contents(2) }));
    await vault.lock();
    const now = readFileSync(store.file);
    expect(headerTextOf(now)).not.toBe(headerTextOf(before));
    expect(await verdictOn(store, withHeader(now, headerTextOf(before)))).toBe('tampered');
  });
});

async function verdictOn(store: ReturnType<typeof temporaryStore>, bytes: Buffer): Promise<string> {
  writeFileSync(store.file, bytes);
  const opened = await store.open(secret(PASSPHRASE));
  if (opened.ok) await opened.value.lock();
  return verdict(opened);
}

// S23: a damaged store is recognised, and its bytes stay. Every bit and every length is tried by
// test/reliability/vault-damage.test.ts; here a sample through the same door as the app's.
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
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

  it('is not opened by the header of another', async () => {
    using one = temporaryStore();
    using other = temporaryStore();
    await valueOf(await one.create(secret(PASSPHRASE), contents(1))).lock();
    await valueOf(await other.create(secret(PASSPHRASE), contents(1))).lock();
    const bytes = [readFileSync(one.file), readFileSync(other.file)] as const;
    const half = Math.floor(bytes[0].length / 4);
    writeFileSync(one.file, Buffer.concat([bytes[1].subarray(0, half), bytes[0].subarray(half)]));
    expect(verdict(await one.open(secret(PASSPHRASE)))).not.toBe('ok');
  });
});

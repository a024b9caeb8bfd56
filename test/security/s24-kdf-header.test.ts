// S24: a hostile header costs neither memory nor time. 4 TiB, endless passes and things that are no
// numbers are refused before anything is allocated.
import { describe, expect, it } from 'vitest';
import { isKdfCostAllowed } from '../../electron/main/vault/header.ts';
import { openPassphraseSlot, createPassphraseKdf } from '../../electron/main/vault/passphrase.ts';
import { secret, verdict } from '../unit/vault/vault-samples.ts';

const GOOD = { m: 19_456, t: 2, p: 1, salt: Buffer.alloc(16, 1).toString('base64') };
const hostile: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['4 TiB of memory', { m: 4_294_967_295 }],
  ['negative passes', { t: -1 }],
  ['broken passes', { t: 2.7 }],
  ['passes as text', { t: '3' }],
  ['memory without end', { m: 1e99 }],
  ['infinite memory', { m: Number.POSITIVE_INFINITY }],
  ['no number', { m: Number.NaN }],
  ['no lanes', { p: 0 }],
  ['too little work', { m: 8, t: 1 }],
  ['much memory many times', { m: 1_048_576, t: 64 }],
  ['a salt of one byte', { salt: 'AQ==' }],
];

describe('a hostile header', () => {
  it.each(hostile)('with %s is refused in less than 10 ms', async (_name, changes) => {
    let derived = 0;
    const kdf = createPassphraseKdf(() => {
      derived += 1;
      return Promise.resolve(Buffer.alloc(32));
    });
    const slot = {
      id: Buffer.alloc(16).toString('base64'),
      type: 'pw',
      kdf: { name: 'argon2id', ...GOOD, ...changes },
      wrap: Buffer.alloc(60).toString('base64'),
    };
    const before = process.memoryUsage().arrayBuffers;
    const workedMs: number[] = [];
    for (let time = 0; time < 5; time += 1) {
      // Of this thread alone, and the quickest of five: what else the machine does is no reason to fail.
      const started = process.threadCpuUsage();
      const opened = await openPassphraseSlot(kdf, 'AAAA', [slot as never], secret('passphrase'));
      const { user, system } = process.threadCpuUsage(started);
      workedMs.push((user + system) / 1_000);
      expect(verdict(opened)).toMatch(/^(kdf_out_of_bounds|corrupt)$/);
    }
    expect(derived).toBe(0);
    expect(Math.min(...workedMs)).toBeLessThan(10);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5 * 1024 * 1024);
  });

  it('is told from a good one', () => {
    expect(isKdfCostAllowed(GOOD.m, GOOD.t, GOOD.p)).toBe(true);
  });
});

// S15: how secrets and keys are opened. What is sealed is in record-seal.test.ts.
import { createDecipheriv } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  openSealedRecord,
  sealRecord,
} from '../../../../electron/main/vault/format/record-seal.ts';
import { unwrapDataKey, wrapDataKey } from '../../../../electron/main/vault/keys/key-slot.ts';
import {
  openReady,
  randomBytesOwn,
  readyToOpen,
  sealBytes,
} from '../../../../electron/main/vault/keys/primitives.ts';
import { createVaultKeys } from '../../../../electron/main/vault/keys/vault-keys.ts';
import { secret, textOf } from '../store/vault-samples.ts';

/** Sees how many bytes each step of a decipher is given, without changing it. */
function watchSteps() {
  const any = createDecipheriv('aes-256-gcm', randomBytesOwn(32), randomBytesOwn(12));
  const prototype = Object.getPrototypeOf(any) as typeof any;
  return vi.spyOn(prototype, 'update');
}

const longest = (steps: ReturnType<typeof watchSteps>): number =>
  Math.max(...steps.mock.calls.map(([bytes]) => (bytes as unknown as Buffer).length));

describe('what Node decrypts and frees without zeroing', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('is a block of a secret at the most', () => {
    const keys = createVaultKeys(randomBytesOwn(32), randomBytesOwn(16));
    const text = 'a token of more than one block, '.repeat(4);
    const record = sealRecord(keys, { id: 'a', field: 'access_token' }, 1, secret(text));
    const steps = watchSteps();
    const opened = openSealedRecord(keys, record);
    expect(longest(steps)).toBe(16);
    expect(opened === null ? null : textOf(opened)).toBe(text);
  });

  it('is a block of the data key at the most', () => {
    const slot = { id: '', type: 'rk', kdf: { name: 'hkdf-sha256', salt: '' } } as const;
    const dataKey = randomBytesOwn(32);
    const kek = randomBytesOwn(32);
    const wrap = Buffer.from(wrapDataKey(Buffer.from(kek), 'id', slot, dataKey), 'base64');
    const steps = watchSteps();
    const opened = unwrapDataKey(kek, 'id', slot, wrap);
    expect(longest(steps)).toBe(16);
    expect(opened).toEqual(dataKey);
  });
});

describe('a box opened in blocks', () => {
  it.each([0, 1, 15, 16, 17, 64])('gives %i bytes back as they were', (length) => {
    const [key, aad, plain] = [randomBytesOwn(32), Buffer.from('aad'), randomBytesOwn(length)];
    const sealed = sealBytes(key, aad, plain);
    const box = readyToOpen(key, aad, sealed);
    expect(box && openReady(box, sealed)).toEqual(plain);
  });

  it('gives nothing where a byte was changed', () => {
    const [key, aad] = [randomBytesOwn(32), Buffer.from('aad')];
    const sealed = sealBytes(key, aad, randomBytesOwn(64));
    for (const at of [0, 12, 40, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const box = readyToOpen(key, aad, changed);
      expect(box && openReady(box, changed)).toBeNull();
    }
  });
});

// V12: every save seals the index, and one record, under a fresh nonce: none is ever seen twice.
import { describe, expect, it } from 'vitest';
import { sealVaultFile, readFrame } from '../../electron/main/vault/file.ts';
import { NONCE_BYTES, randomBytesOwn } from '../../electron/main/vault/primitives.ts';
import { sealRecord } from '../../electron/main/vault/records.ts';
import { newRecoveryKey, createRecoverySlot } from '../../electron/main/vault/recovery-key.ts';
import { createVaultKeys } from '../../electron/main/vault/keys.ts';
import { recordKey } from '../../electron/main/vault/vault.ts';
import { contents, secret, valueOf } from '../unit/vault/vault-samples.ts';
import { figureHolds, sized } from './support/figures.ts';

const SAVES = sized(2_000, 100_000);
const vaultId = randomBytesOwn(16);
const name = { id: 'credential-0', field: 'client_secret' } as const;

describe('the nonces of a vault', () => {
  it(
    'V12 never repeat',
    () => {
      const keys = createVaultKeys(randomBytesOwn(32), vaultId);
      const id = vaultId.toString('base64');
      const slots = [createRecoverySlot(newRecoveryKey(), id, keys.dataKey)];
      const small = contents(1);
      const plain = secret('the same secret');
      const nonces = new Set<string>();
      const look = (sealed: Buffer): void => {
        nonces.add(sealed.toString('latin1', 0, NONCE_BYTES));
      };
      for (let generation = 1; generation <= SAVES; generation += 1) {
        const record = sealRecord(keys, name, generation, plain);
        const header = { vaultId: id, generation, slots };
        const records = new Map([[recordKey(record), record]]);
        const state = { header, contents: small, records };
        const file = valueOf(sealVaultFile(state, keys));
        look(Buffer.from(record.box, 'base64'));
        look(valueOf(readFrame(file)).body);
      }
      expect(nonces.size).toBe(2 * SAVES);
      figureHolds('V12', 'saves, each with one record sealed: repeated nonces', SAVES);
    },
    sized(60_000, 1_800_000),
  );
});

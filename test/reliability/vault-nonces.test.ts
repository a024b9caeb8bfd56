// V12: every save seals the index, and one record, under a fresh salt and nonce: none is ever seen twice.
import { describe, expect, it } from 'vitest';
import { splitFrame } from '../../electron/main/vault/format/frame.ts';
import { createIndexWriter } from '../../electron/main/vault/format/index-writer.ts';
import { createPace } from '../../electron/main/vault/keys/yield-to-loop.ts';
import {
  NONCE_BYTES,
  SALT_BYTES,
  randomBytesOwn,
} from '../../electron/main/vault/keys/primitives.ts';
import { sealRecord } from '../../electron/main/vault/format/record-seal.ts';
import { newRecoveryKey } from '../../electron/main/vault/keys/recovery-key.ts';
import { createRecoverySlot } from '../../electron/main/vault/keys/recovery-slot.ts';
import { sealVaultFile } from '../../electron/main/vault/store/vault-file.ts';
import { createVaultKeys } from '../../electron/main/vault/keys/vault-keys.ts';
import { recordsOf } from '../../electron/main/vault/format/sealed-records.ts';
import { contents, secret, valueOf } from '../unit/vault/store/vault-samples.ts';
import { recordFigure, sized } from './support/figures.ts';

const SAVES = sized(2_000, 100_000);
const vaultId = randomBytesOwn(16);
const name = { id: 'credential-0', field: 'client_secret' } as const;

describe('the salts and nonces of a vault', () => {
  it(
    'V12 never repeat',
    async () => {
      const keys = createVaultKeys(randomBytesOwn(32), vaultId);
      const id = vaultId.toString('base64');
      const slots = [createRecoverySlot(newRecoveryKey(), id, keys.dataKey)];
      const small = contents(1);
      const writer = createIndexWriter();
      const pace = createPace();
      const plain = secret('the same secret');
      const salts = new Set<string>();
      const nonces = new Set<string>();
      const recordEvent = (sealed: Buffer): void => {
        salts.add(sealed.toString('latin1', 0, SALT_BYTES));
        nonces.add(sealed.toString('latin1', SALT_BYTES, SALT_BYTES + NONCE_BYTES));
      };
      for (let generation = 1; generation <= SAVES; generation += 1) {
        const record = sealRecord(keys, name, generation, plain);
        const header = { vaultId: id, generation, slots };
        const records = recordsOf([record]);
        const state = { header, contents: small, records };
        const file = valueOf(await sealVaultFile(state, keys, writer, pace));
        recordEvent(record.blob);
        recordEvent(valueOf(await splitFrame(file, pace)).body);
      }
      const bad = 4 * SAVES - salts.size - nonces.size;
      recordFigure({
        id: 'V12',
        what: 'saves, each with one record sealed: repeated salts and nonces',
        tried: SAVES,
        bad,
        goal: '100,000 in the long size: 0 repeated',
        holds: bad === 0,
        seed: null,
      });
      expect(bad).toBe(0);
    },
    sized(60_000, 1_800_000),
  );
});

// The bytes of a vault file: what was sealed opens again, and says little by its length.
import { describe, expect, it } from 'vitest';
import { sealVaultFile, type VaultState } from '../../../electron/main/vault/file.ts';
import { sealRecord } from '../../../electron/main/vault/records.ts';
import { randomBytesOwn } from '../../../electron/main/vault/primitives.ts';
import { newRecoveryKey, createRecoverySlot } from '../../../electron/main/vault/recovery-key.ts';
import { createVaultKeys } from '../../../electron/main/vault/keys.ts';
import { recordKey } from '../../../electron/main/vault/vault.ts';
import { contents, secret, valueOf } from './vault-samples.ts';

const vaultId = randomBytesOwn(16);
const keys = createVaultKeys(randomBytesOwn(32), vaultId);

function stateOf(credentials: number): VaultState {
  const whole = contents(credentials);
  const id = vaultId.toString('base64');
  const slots = [createRecoverySlot(newRecoveryKey(), id, keys.dataKey)];
  const records = whole.credentials.map((each, at) =>
    sealRecord(keys, { id: each.id, field: 'client_secret' }, at + 1, secret(each.id)),
  );
  return {
    header: { vaultId: id, generation: 1, slots },
    contents: whole,
    records: new Map(records.map((each) => [recordKey(each), each])),
  };
}

describe('a sealed vault file', () => {
  it('V13 shows the length of what is inside in steps of 4 KiB only', () => {
    const lengths = [1, 2, 3, 4, 5, 6].map((credentials) => {
      const state = stateOf(credentials);
      return valueOf(sealVaultFile(state, keys)).length;
    });
    const first = lengths[0] ?? 0;
    expect(lengths.map((length) => (length - first) % 4096)).toEqual(lengths.map(() => 0));
  });
});

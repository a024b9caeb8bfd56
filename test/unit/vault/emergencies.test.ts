// What the vault remembers of rotations, leaked keys and drills: read back exactly, refused when it is of
// another shape, and true after every key was replaced.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DrillResult } from '../../../electron/main/domain/drill.ts';
import type {
  CredentialId,
  DrillId,
  RotationId,
  TokenId,
} from '../../../electron/main/domain/ids.ts';
import type { LeakPlan } from '../../../electron/main/domain/leak-plan.ts';
import type { Rotation } from '../../../electron/main/domain/rotation.ts';
import type { VaultContents } from '../../../electron/main/vault/vault.ts';
import { readVaultFile } from '../../reliability/support/second-reader.ts';
import { storeOfTest } from './store-of-test.ts';
import { PASSPHRASE, contents, secret, textOf, valueOf } from './vault-samples.ts';

const credentialId = 'credential-0' as CredentialId;
const tokenId = 'token-0' as TokenId;
const name = { id: credentialId, field: 'new_client_secret' } as const;

const rotation: Rotation = {
  id: 'rotation-1' as RotationId,
  credentialId,
  startedAtMs: 1,
  newSecretAtMs: 2,
  newSecretFingerprint: 'before',
  newTokenId: tokenId,
  checkedAtMs: 3,
  oldTokenIds: [tokenId],
  oldSecretSaid: 'stopped',
  revokeAskedAtMs: 4,
  oldSecret: { atMs: 5, verdict: 'refused' },
  finishedAtMs: null,
};
const leakPlan: LeakPlan = {
  credentialId,
  startedAtMs: 1,
  tokenIds: [tokenId],
  way: 'delete',
  runId: null,
  said: [{ step: 'delete_client', tokenIds: [tokenId] }],
  oldSecret: null,
  closedAtMs: null,
};
const drill: DrillResult = {
  id: 'drill-1' as DrillId,
  scenario: 'lost_answers',
  startedAtMs: 1,
  endedAtMs: null,
  how: null,
  credentialIds: [credentialId],
  leakedIds: [credentialId],
  leakedSecrets: ['aaaa·bbbb'],
  tokens: 2,
  acceptedAfterMs: null,
  verifiedAfterMs: 7,
  mistakes: ['quit'],
};
const withAll = (before: VaultContents): VaultContents => ({
  ...before,
  rotations: [rotation],
  leakPlans: [leakPlan],
  drills: [drill],
});

async function saved() {
  const store = storeOfTest();
  const vault = valueOf(await store.create(secret(PASSPHRASE), contents(2)));
  const seal = [{ name, secret: secret('the new secret') }];
  valueOf(await vault.change({ contents: withAll, seal }));
  return { store, vault };
}

describe('rotations, plans and drills in the vault', () => {
  it('are read back as they were saved', async () => {
    const { store, vault } = await saved();
    await vault.lock();
    const again = valueOf(await store.open(secret(PASSPHRASE)));
    const { rotations, leakPlans, drills } = again.contents();
    expect([rotations, leakPlans, drills]).toEqual([[rotation], [leakPlan], [drill]]);
    expect(textOf(valueOf(again.openRecord(name)))).toBe('the new secret');
  });

  it('are read by a reader written from the format document', async () => {
    const { store } = await saved();
    const read = readVaultFile(readFileSync(store.file), { passphrase: PASSPHRASE });
    const { rotations, leakPlans, drills } = read.contents as unknown as VaultContents;
    expect([rotations, leakPlans, drills]).toEqual([[rotation], [leakPlan], [drill]]);
  });

  it.each([
    [
      'a rotation',
      (before: VaultContents) => ({ rotations: [{ ...before.rotations[0]!, extra: 1 }] }),
    ],
    [
      'a plan',
      () => ({
        leakPlans: [{ ...leakPlan, said: [{ step: 'everything' as never, tokenIds: [] }] }],
      }),
    ],
    ['a drill', () => ({ drills: [{ ...drill, mistakes: ['unheard of' as never] }] })],
  ] as const)('are refused in another shape: %s', async (_what, change) => {
    const { vault } = await saved();
    const before = vault.contents();
    await expect(vault.change({ contents: (now) => ({ ...now, ...change(now) }) })).rejects.toThrow(
      /Invalid/,
    );
    expect(vault.contents()).toBe(before);
  });

  it('show the new secret by a fingerprint that holds after the data key was replaced', async () => {
    const { vault } = await saved();
    valueOf(await vault.replaceDataKey(secret(PASSPHRASE)));
    const shown = vault.contents().rotations[0]?.newSecretFingerprint;
    expect(shown).toBe(vault.fingerprint(secret('the new secret')));
  });
});

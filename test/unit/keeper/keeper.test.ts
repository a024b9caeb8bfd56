// Creating, unlocking and locking.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { createKeeper, type Keeper } from '../../../electron/main/keeper/keeper.ts';
import type { VaultFailure } from '../../../electron/main/vault/vault.ts';
import { fakeVaultStore, unlockedOver } from '../../support/fake-vault-store.ts';
import { createTestRoom } from '../../support/test-room.ts';

const STRONG = 'correct horse battery staple lagoon 93';

interface Around {
  readonly keeper: Keeper;
  readonly problems: (string | null)[];
  readonly passphrases: SecretBytes[];
  readonly closed: () => readonly string[];
}

/** @param answers what the person types, in turn; null closes the window. */
async function keeperWith(
  answers: readonly (string | null)[],
  opening: { readonly exists: boolean; readonly failure?: VaultFailure },
): Promise<Around> {
  const room = await createTestRoom();
  const rest = [...answers];
  const problems: (string | null)[] = [];
  const passphrases: SecretBytes[] = [];
  const order: string[] = [];
  const keeper = createKeeper({
    store: fakeVaultStore({
      exists: () => Promise.resolve(opening.exists),
      create: () => Promise.resolve(ok(unlockedOver(room.vault))),
      open: (typed) =>
        Promise.resolve(
          typed.use((bytes) => bytes.toString()) === STRONG
            ? ok(unlockedOver(room.vault))
            : fail(opening.failure ?? { code: 'wrong_passphrase' }),
        ),
    }),
    prompt: {
      ask({ problem }) {
        problems.push(problem);
        const next = rest.shift() ?? null;
        const secret = next === null ? null : SecretBytes.take(Buffer.from(next));
        if (secret !== null) passphrases.push(secret);
        return Promise.resolve(secret);
      },
    },
    firstContents: { environments: [], credentials: [], tokens: [] },
    openRoom: () =>
      Promise.resolve({
        ...room,
        close() {
          order.push('keys');
          return Promise.resolve();
        },
      }),
    beforeLock() {
      order.push('before');
      return Promise.resolve();
    },
    afterLock() {
      order.push('after');
      return Promise.resolve();
    },
    changed: () => undefined,
  });
  await keeper.start();
  return { keeper, problems, passphrases, closed: () => order };
}

describe('the keeper', () => {
  it('creates a vault from a strong passphrase', async () => {
    const { keeper } = await keeperWith([STRONG], { exists: false });
    expect(keeper.state().state).toBe('absent');
    expect(await keeper.create()).toEqual(ok('done'));
    expect(keeper.state().state).toBe('unlocked');
  });

  it('asks again, with the reason, for one that is too weak', async () => {
    const { keeper, problems } = await keeperWith(['password1', STRONG], { exists: false });
    await keeper.create();
    expect(problems).toEqual([null, expect.stringMatching(/\w/)]);
  });

  it('asks again, with the reason, for a wrong one', async () => {
    const { keeper, problems } = await keeperWith(['wrong', STRONG], { exists: true });
    expect(await keeper.unlock()).toEqual(ok('done'));
    expect(problems).toEqual([null, expect.stringMatching(/\w/)]);
  });

  it('stays locked when the window is closed', async () => {
    const { keeper } = await keeperWith([null], { exists: true });
    expect(await keeper.unlock()).toEqual(ok('cancelled'));
    expect(keeper.services()).toEqual(fail({ code: 'vault_locked' }));
  });

  it('stops asking when the file is damaged, and says so', async () => {
    const damaged = { exists: true, failure: { code: 'corrupt' } } as const;
    const { keeper, problems } = await keeperWith(['x', STRONG], damaged);
    expect(await keeper.unlock()).toEqual(fail({ code: 'corrupt' }));
    expect(problems).toHaveLength(1);
    expect(keeper.state()).toEqual({ state: 'locked', failure: { code: 'corrupt' } });
  });

  it('wipes every passphrase it was given', async () => {
    const { keeper, passphrases } = await keeperWith(['wrong', STRONG], { exists: true });
    await keeper.unlock();
    expect(passphrases.map(({ wiped }) => wiped)).toEqual([true, true]);
  });

  it('drops views and clipboard before the keys, and the gateway after them', async () => {
    const { keeper, closed } = await keeperWith([STRONG], { exists: true });
    await keeper.unlock();
    await keeper.lock();
    expect(closed()).toEqual(['before', 'keys', 'after']);
    expect(keeper.services()).toEqual(fail({ code: 'vault_locked' }));
  });

  it('refuses to create over a vault that is there', async () => {
    const { keeper } = await keeperWith([STRONG], { exists: true });
    expect(await keeper.create()).toEqual(fail({ code: 'vault_exists' }));
  });
});

// Group commit: what came together is saved together, in order, and a failed save fails only itself.
import { describe, expect, it } from 'vitest';
import type { TokenId } from '../../../../electron/main/domain/ids.ts';
import { fail, ok } from '../../../../electron/main/domain/result.ts';
import { createTokenEdits } from '../../../../electron/main/tokens/ledger/token-edits.ts';
import { addTokens } from '../../../support/many-tokens.ts';
import { createTestSession, type TestSession } from '../../../support/test-session.ts';

async function sessionWith(count: number): Promise<TestSession> {
  const session = await createTestSession();
  await addTokens(
    session,
    Array.from({ length: count }, (_, index) => ({ id: `t${index}` })),
  );
  return session;
}

const idOf = (index: number): TokenId => `t${index}` as TokenId;

describe('edits of tokens', () => {
  it('that come together are one save', async () => {
    const { vault } = await sessionWith(2_000);
    const { edit } = createTokenEdits(vault);
    const before = vault.saves();
    const all = Array.from({ length: 2_000 }, (_, index) =>
      edit(idOf(index), (token) => ({ ...token, fingerprint: `f${index}` })),
    );
    await Promise.all(all);
    expect(vault.saves() - before).toBe(1);
    expect(
      vault.contents().tokens.every(({ id, fingerprint }) => fingerprint === `f${id.slice(1)}`),
    ).toBe(true);
  });

  it('that come while one save runs share the next', async () => {
    const { vault } = await sessionWith(3);
    const { edit } = createTokenEdits(vault);
    const before = vault.saves();
    const first = edit(idOf(0), (token) => token);
    await Promise.resolve();
    await Promise.resolve();
    await Promise.all([first, edit(idOf(1), (token) => token), edit(idOf(2), (token) => token)]);
    expect(vault.saves() - before).toBe(2);
  });

  it('of one token apply in the order they came', async () => {
    const { vault } = await sessionWith(1);
    const { edit } = createTokenEdits(vault);
    const add = (word: string) =>
      edit(idOf(0), (token) => ({ ...token, fingerprint: token.fingerprint + word }));
    await Promise.all([add('-a'), add('-b')]);
    expect(vault.contents().tokens[0]?.fingerprint).toBe('t0-a-b');
  });

  it('carry a step beside them in the same save', async () => {
    const { vault } = await sessionWith(1);
    const { edit } = createTokenEdits(vault);
    const before = vault.saves();
    await edit(
      idOf(0),
      (token) => token,
      (contents) => ({ ...contents, credentials: [] }),
    );
    expect(vault.contents().credentials).toEqual([]);
    expect(vault.saves() - before).toBe(1);
  });

  it('say when they could not be saved, and the next ones can', async () => {
    const { vault } = await sessionWith(1);
    const { edit } = createTokenEdits(vault);
    vault.failWith({ code: 'disk_full' });
    expect(await edit(idOf(0), (token) => token)).toEqual(fail({ code: 'disk_full' }));
    vault.failWith(null);
    expect(await edit(idOf(0), (token) => token)).toEqual(ok());
  });
});

// Quitting an unfinished revocation run asks; everything else quits without a word.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import type { Question } from '../../../electron/main/secret-input/ports.ts';
import { createExitGuard } from '../../../electron/main/session/exit-guard.ts';
import { addTokens } from '../../support/many-tokens.ts';
import { createTestSession } from '../../support/test-session.ts';

async function guarded(choice: number | null, tokens = 3) {
  const session = await createTestSession();
  await addTokens(
    session,
    Array.from({ length: tokens }, (_, index) => ({ id: `t${index}` })),
  );
  const asked: Question[] = [];
  const { mayQuit } = createExitGuard(
    { working: () => ok(session), mayWorkOn: () => false, lock: () => Promise.resolve() },
    {
      ask(question) {
        asked.push(question);
        return Promise.resolve(choice);
      },
    },
  );
  return { session, asked, mayQuit };
}

describe('quitting', () => {
  it('asks while tokens of a run are not proven dead, in numbers', async () => {
    const { session, asked, mayQuit } = await guarded(null);
    await session.stops.start({ kind: 'all' });
    expect(await mayQuit()).toBe(false);
    expect(asked[0]?.message).toBe('3 tokens are not confirmed dead yet. Quit anyway?');
  });

  it('goes on when the person says so', async () => {
    const { session, mayQuit } = await guarded(0);
    await session.stops.start({ kind: 'all' });
    expect(await mayQuit()).toBe(true);
  });

  it('asks nothing once every token has its end', async () => {
    const { session, asked, mayQuit } = await guarded(null);
    session.gateway.onProbe(() => ok(session.gateway.probed(401)));
    await session.stops.start({ kind: 'all' });
    await session.clock.advance(6 * 60_000);
    expect(await mayQuit()).toBe(true);
    expect(asked).toEqual([]);
  });

  it('asks nothing while the vault is locked', async () => {
    const working = () => fail({ code: 'vault_locked' as const });
    const lock = () => Promise.resolve();
    const { mayQuit } = createExitGuard(
      { working, mayWorkOn: () => false, lock },
      { ask: () => Promise.resolve(null) },
    );
    expect(await mayQuit()).toBe(true);
  });

  it('asks once at a time', async () => {
    const { session, asked, mayQuit } = await guarded(0);
    await session.stops.start({ kind: 'all' });
    expect(await Promise.all([mayQuit(), mayQuit()])).toEqual([true, false]);
    expect(asked).toHaveLength(1);
  });
});

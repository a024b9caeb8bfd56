// Quitting while tokens live: one question, in numbers, and what the person wants revoked
// goes before the app does.
import { describe, expect, it } from 'vitest';
import { PRACTICE_ENVIRONMENT_ID, type TokenId } from '../../../electron/main/domain/ids.ts';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import type { Question } from '../../../electron/main/secret-input/ports.ts';
import { createExitGuard } from '../../../electron/main/session/exit-guard.ts';
import { NO_CONTENTS } from '../../../electron/main/vault/vault.ts';
import { settle } from '../../support/fake-clock.ts';
import { addEnvironment, addTokens, type TokenAction } from '../../support/many-tokens.ts';
import { createTestSession, PARTNER, type TestSession } from '../../support/test-session.ts';

const READ = ['TRADER_READ'] as const;
/** Two that may trade, one that reads. */
const THREE: readonly TokenAction[] = [
  { id: 'desk' },
  { id: 'night', leftSeconds: 82_800 },
  { id: 'report', scopes: READ },
];
const never = (): Promise<never> => new Promise(() => undefined);

async function quitting(
  choices: readonly (number | null)[],
  tokens: readonly TokenAction[] = THREE,
  systemEnds = () => false,
  whileAsked: () => Promise<unknown> = () => Promise.resolve(),
  inMemory = false,
) {
  const session = await createTestSession(undefined, inMemory);
  await addTokens(session, tokens);
  const asked: Question[] = [];
  const { mayQuit } = createExitGuard(
    { working: () => ok(session), mayWorkOn: () => false, lock: () => Promise.resolve() },
    {
      async ask(question) {
        const choice = choices[asked.push(question) - 1] ?? null;
        await whileAsked();
        return choice;
      },
    },
    systemEnds,
  );
  return { session, asked, mayQuit };
}

/** Lets the wait for answers pass. */
async function after<T>(session: TestSession, work: Promise<T>): Promise<T> {
  for (let step = 0; step < 30; step += 1) {
    await settle();
    await session.clock.advance(500);
  }
  return await work;
}

const revoked = (session: TestSession): string[] =>
  session.gateway.calls
    .filter((call) => call.startsWith('revoke'))
    .map((call) => call.replace('revoke text-', ''))
    .toSorted();

describe('the question about live tokens', () => {
  it('says what stays, how long, and what can be done, in numbers', async () => {
    const { asked, mayQuit } = await quitting([null]);
    expect(await mayQuit()).toBe(false);
    expect(asked).toEqual([
      {
        message: '3 tokens of 1 key stay live. Quit Strongroom?',
        detail:
          'Kept, they stay live until they expire, the last in 23h 00m; nothing is renewed while ' +
          'Strongroom is closed. 2 of them can trade. Revoking stops everything that uses them and ' +
          'cannot be undone.',
        choices: [
          'Keep 3 tokens and quit',
          'Revoke 2 that can trade and quit',
          'Revoke all 3 tokens and quit',
        ],
        serious: true,
      },
    ]);
  });

  it('speaks of one as of one, and offers no choice twice', async () => {
    const { asked, mayQuit } = await quitting([null], [{ id: 'desk', leftSeconds: 130 }]);
    await mayQuit();
    expect(asked[0]?.message).toBe('1 token of 1 key stays live. Quit Strongroom?');
    expect(asked[0]?.detail).toMatch(
      /^Kept, it stays live until it expires, in 2m; .* It can trade\. Revoking stops everything that uses it /,
    );
    expect(asked[0]?.choices).toEqual(['Keep 1 token and quit', 'Revoke 1 token and quit']);
  });

  it('names Partner tokens, and those without a text, that nothing here can revoke', async () => {
    const { asked, mayQuit } = await quitting(
      [null],
      [
        { id: 'desk', scopes: READ },
        { id: 'partner', credentialId: PARTNER, scopes: [] },
        { id: 'unseen', text: false, part: { issue: 'possibly_issued' } },
      ],
    );
    await mayQuit();
    expect(asked[0]?.choices).toEqual(['Keep 1 token and quit', 'Revoke 1 token and quit']);
    expect(asked[0]?.detail).toContain(
      '1 Partner token stays live too, and can only be ended in the web app.',
    );
    expect(asked[0]?.detail).toContain('1 more may live that cannot be revoked from here');
    expect(asked[0]?.detail).not.toContain('can trade');
  });

  it('says where the server named no end', async () => {
    const part = { lifetimeSeconds: null, expiresInRaw: null };
    const { asked, mayQuit } = await quitting([null], [...THREE, { id: 'endless', part }]);
    await mayQuit();
    expect(asked[0]?.detail).toContain('they expire, at a time the server did not say;');
  });

  it('is not asked about what nothing here can revoke, and what ends with the app', async () => {
    const { session, asked, mayQuit } = await quitting(
      [],
      [
        { id: 'partner', credentialId: PARTNER, scopes: [] },
        { id: 'over', leftSeconds: -61 },
        { id: 'at-quit' },
        { id: 'at-lock' },
      ],
    );
    await session.leases.set('at-quit' as TokenId, { end: 'quit' });
    await session.leases.set('at-lock' as TokenId, { end: 'lock' });
    const practice = await addEnvironment(session, PRACTICE_ENVIRONMENT_ID);
    await addTokens(session, [{ id: 'practised', credentialId: practice }]);
    expect(await mayQuit()).toBe(true);
    expect(asked).toEqual([]);
  });

  it('counts a token whose lease ends later: nobody ends it while the app is closed', async () => {
    const { session, asked, mayQuit } = await quitting([null], [{ id: 'leased' }]);
    await session.leases.set('leased' as TokenId, { end: 'after', seconds: 600 });
    await mayQuit();
    expect(asked).toHaveLength(1);
  });

  it('is one for everything: a run, and what stays', async () => {
    const { session, asked, mayQuit } = await quitting([null]);
    session.gateway.onRevoke(never);
    await session.stops.start({ kind: 'selection', tokenIds: ['report' as TokenId] });
    expect(await mayQuit()).toBe(false);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.message).toBe(
      '1 token is not confirmed dead yet, 2 more of 1 key stay live. Quit Strongroom?',
    );
    expect(asked[0]?.choices).toEqual(['Keep 2 tokens and quit', 'Revoke 2 tokens and quit']);
    expect(asked[0]?.detail).toContain('What has begun is saved and goes on at the next unlock.');
  });

  it('is asked about a single revocation that nobody has accepted: it rests while the app is closed', async () => {
    const { session, asked, mayQuit } = await quitting([null], [{ id: 'desk' }]);
    session.gateway.onRevoke(never);
    await session.revocations.revoke('desk' as TokenId);
    expect(await mayQuit()).toBe(false);
    expect(asked[0]?.message).toBe('1 token is not confirmed dead yet. Quit anyway?');
  });

  it('is not asked about a single revocation that was accepted', async () => {
    const { session, asked, mayQuit } = await quitting([null], [{ id: 'desk' }]);
    await session.revocations.revoke('desk' as TokenId);
    await settle();
    expect(await mayQuit()).toBe(true);
    expect(asked).toEqual([]);
  });

  it('is not asked once every token of a run has its end', async () => {
    const { session, asked, mayQuit } = await quitting([null]);
    session.gateway.onProbe(() => ok(session.gateway.probed(401)));
    await session.stops.start({ kind: 'all' });
    await session.clock.advance(6 * 60_000);
    expect(await mayQuit()).toBe(true);
    expect(asked).toEqual([]);
  });

  it('is not asked while the vault is locked, and otherwise once at a time', async () => {
    const { asked, mayQuit } = await quitting([0]);
    expect(await Promise.all([mayQuit(), mayQuit()])).toEqual([true, false]);
    expect(asked).toHaveLength(1);
    const locked = createExitGuard(
      {
        working: () => fail({ code: 'vault_locked' }),
        mayWorkOn: () => false,
        lock: () => Promise.resolve(),
      },
      { ask: () => Promise.resolve(null) },
    );
    expect(await locked.mayQuit()).toBe(true);
  });

  it('is not asked where the system ends, an open one holding nothing up', async () => {
    let ends = false;
    const { asked, mayQuit } = await quitting([null], THREE, () => ends);
    const open = mayQuit();
    ends = true;
    expect(await mayQuit()).toBe(true);
    await open;
    expect(asked).toHaveLength(1);
  });

  it('offers only to keep them while a drill fences them off', async () => {
    const { session, asked, mayQuit } = await quitting([0]);
    await session.vault.change({
      contents: (before) => ({
        ...before,
        drills: [
          {
            id: 'drill',
            scenario: 'leak',
            startedAtMs: 0,
            endedAtMs: null,
            credentialIds: [],
          } as never,
        ],
      }),
    });
    expect(await mayQuit()).toBe(true);
    expect(asked[0]?.choices).toEqual(['Keep 3 tokens and quit']);
    expect(asked[0]?.detail).toContain('A drill is running');
  });
});

describe('quitting with live tokens', () => {
  it('keeps them where the person says so', async () => {
    const { session, mayQuit } = await quitting([0]);
    expect(await mayQuit()).toBe(true);
    expect(revoked(session)).toEqual([]);
    expect(session.vault.contents().revocationRuns).toEqual([]);
  });

  it('revokes those that may trade in a run of their own, and leaves the others', async () => {
    const { session, asked, mayQuit } = await quitting([1]);
    expect(await after(session, mayQuit())).toBe(true);
    expect(revoked(session)).toEqual(['desk', 'night']);
    expect(session.vault.contents().revocationRuns).toHaveLength(1);
    expect(asked).toHaveLength(1);
  });

  it('revokes all of them, every intent saved before an answer came', async () => {
    const { session, mayQuit } = await quitting([2]);
    session.gateway.onRevoke(never);
    const left = mayQuit();
    await settle();
    const intents = session.vault.contents().tokens.map(({ revocation }) => revocation !== null);
    expect(intents).toEqual([true, true, true]);
    await after(session, left);
    expect(revoked(session)).toEqual(['desk', 'night', 'report']);
  });

  it('revokes what took the place of a token while the person read', async () => {
    const { session, mayQuit } = await quitting([2], THREE, undefined, () => replaced());
    const replaced = () => addTokens(session, [{ id: 'new' }]);
    await after(session, mayQuit());
    expect(revoked(session)).toEqual(['desk', 'new', 'night', 'report']);
  });

  it('spares nothing where the person stays after all', async () => {
    const { session, mayQuit } = await quitting([1, null], THREE, undefined, undefined, true);
    session.gateway.onRevoke(never);
    expect(await after(session, mayQuit())).toBe(false);
    await after(session, session.close());
    expect(revoked(session)).toEqual(['desk', 'night', 'report']);
  });

  it('says what was not accepted within ten seconds, and that it goes on', async () => {
    const { session, asked, mayQuit } = await quitting([2, null]);
    session.gateway.onRevoke(never);
    expect(await after(session, mayQuit())).toBe(false);
    expect(asked[1]).toEqual({
      message: '3 tokens may live on. Quit anyway?',
      detail:
        'The server has not accepted 3 revocations yet: the run is saved and goes on at the next unlock.',
      choices: ['Quit anyway'],
      serious: true,
    });
  });

  it('says so where nothing could be revoked', async () => {
    const { session, asked, mayQuit } = await quitting([2, 0]);
    session.vault.failWith({ code: 'disk_full' });
    expect(await after(session, mayQuit())).toBe(true);
    expect(asked[1]?.message).toBe('3 tokens may live on. Quit anyway?');
    expect(asked[1]?.detail).toMatch(/^Nothing was revoked\. /);
    expect(revoked(session)).toEqual([]);
  });

  it('says so where the vault was locked while the person read', async () => {
    const { session, asked, mayQuit } = await quitting([2, null], THREE, undefined, () => closed());
    const closed = async () => {
      await after(session, session.close());
      // As the real vault: it holds nothing then.
      Object.assign(session.vault, { contents: () => NO_CONTENTS });
    };
    expect(await after(session, mayQuit())).toBe(false);
    expect(asked[1]?.detail).toMatch(/^Nothing was revoked\. .*locked/);
  });
});

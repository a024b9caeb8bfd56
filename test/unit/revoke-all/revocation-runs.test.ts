// "Revoke everything": durable first, the most dangerous first, every token a job of its own.
import { describe, expect, it } from 'vitest';
import type {
  CredentialId,
  EnvironmentId,
  RevocationRunId,
} from '../../../electron/main/domain/ids.ts';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import type {
  RevocationRun,
  RevocationScope,
} from '../../../electron/main/domain/revocation-run.ts';
import { sweep } from '../../../electron/main/tokens/ledger/housekeeping.ts';
import { firstIntent } from '../../../electron/main/tokens/revocation/revocation-attempts.ts';
import { quietSession } from '../../support/quiet-session.ts';
import { createFakeClock, settle } from '../../support/fake-clock.ts';
import { addEnvironment, addTokens, changeRows } from '../../support/many-tokens.ts';
import { createScriptedGateway } from '../../support/scripted-gateway.ts';
import {
  createTestSession,
  createTestVault,
  PARTNER,
  TRADER,
  type TestSession,
} from '../../support/test-session.ts';

const ALL = { kind: 'all' } as const;
const AT = { baseUrl: 'https://base.test', tradeUrl: 'https://trade.test', authorityPem: null };
const DAY_MS = 86_400_000;
const never = (): Promise<never> => new Promise(() => undefined);
const many = (length: number) => Array.from({ length }, (_, index) => ({ id: `t${index}` }));

/** A reading and a trading token, and one of the Partner. */
async function sessionWithTokens(): Promise<TestSession> {
  const session = await createTestSession();
  await addTokens(session, [
    { id: 'read', scopes: ['TRADER_READ'] },
    { id: 'trade' },
    { id: 'partner', credentialId: PARTNER, scopes: [] },
  ]);
  return session;
}

async function started(
  session: TestSession,
  scope: RevocationScope = ALL,
): Promise<RevocationRunId> {
  const run = await session.stops.start(scope);
  if (!run.ok) throw new Error(run.failure.code);
  await settle();
  return run.value;
}

const runOf = (session: TestSession): RevocationRun => {
  const [run] = session.vault.contents().revocationRuns;
  if (run === undefined) throw new Error('no run');
  return run;
};
const revokes = (session: TestSession): string[] =>
  session.gateway.calls
    .filter((call) => call.startsWith('revoke'))
    .map((call) => call.replace('revoke text-', ''));

describe('a stop run', () => {
  it('asks for nothing of a token that was proven dead, though nobody accepted its revocation', async () => {
    const session = await createTestSession();
    const failed = { code: 'unauthorized_client' } as const;
    const revocation = { ...firstIntent(0), verifiedAtMs: 1, terminalFailure: failed };
    await addTokens(session, [{ id: 'dead', part: { revocation } }]);
    expect(await session.stops.start(ALL)).toEqual(fail({ code: 'nothing_to_stop' }));
  });

  it('tells before what it would do', async () => {
    const session = await sessionWithTokens();
    await addTokens(session, [
      { id: 'gone', text: false },
      { id: 'unseen', text: false, part: { issue: 'possibly_issued' } },
      { id: 'over', leftSeconds: -61 },
    ]);
    // A server named the time: no clock of this machine is believed alone.
    session.session.sawClock({ clockSkewSeconds: 0, host: 'base.test' });
    expect(session.stops.preview(ALL)).toEqual({
      revocable: 2,
      trading: 1,
      underWay: 0,
      accepted: 0,
      guided: 1,
      outOfReach: 2,
      credentials: [
        { credentialId: TRADER, tokens: 2 },
        { credentialId: PARTNER, tokens: 1 },
      ],
    });
  });

  it('holds itself, every intent and every Partner plan in one save, before the first call', async () => {
    const session = await sessionWithTokens();
    const before = session.vault.saves();
    let seen: unknown = null;
    session.gateway.onRevoke(() => {
      const { tokens } = session.vault.contents();
      const { tokenIds, guidedTokenIds } = runOf(session);
      seen ??= {
        saves: session.vault.saves() - before,
        ids: [tokenIds, guidedTokenIds],
        intents: tokens.filter(({ revocation }) => revocation !== null).length,
        plans: tokens.filter(({ partnerPlan }) => partnerPlan !== null).length,
      };
      return never();
    });
    await started(session);
    const ids = [['trade', 'read'], ['partner']];
    expect(seen).toEqual({ saves: 1, ids, intents: 2, plans: 1 });
  });

  it('sends nothing when it cannot be saved', async () => {
    const session = await sessionWithTokens();
    session.vault.failWith({ code: 'disk_full' });
    expect(await session.stops.start(ALL)).toEqual(fail({ code: 'disk_full' }));
    expect(session.gateway.calls).toEqual([]);
  });

  it('sends what may trade first, then what would live longest', async () => {
    const session = await createTestSession();
    const READ = ['TRADER_READ'] as const;
    await addTokens(session, [
      { id: 'read-long', scopes: READ, leftSeconds: 9_000 },
      { id: 'trade-short', leftSeconds: 60 },
      { id: 'read-short', scopes: READ, leftSeconds: 600 },
      { id: 'trade-long', leftSeconds: 7_000 },
    ]);
    await started(session);
    expect(revokes(session)).toEqual(['trade-long', 'trade-short', 'read-long', 'read-short']);
  });

  it('does not begin where nothing can be done', async () => {
    const session = await createTestSession();
    expect(await session.stops.start(ALL)).toEqual(fail({ code: 'nothing_to_stop' }));
  });

  it('covers what its scope says and nothing besides', async () => {
    const session = await createTestSession();
    const other = await addEnvironment(session, 'other');
    await addTokens(session, [{ id: 'a' }, { id: 'b' }, { id: 'c', credentialId: other }]);
    await changeRows(session, 'credentials', { tags: ['night'] }, other);
    const covered = (scope: RevocationScope): number => session.stops.preview(scope).revocable;
    expect(covered({ kind: 'environment', environmentId: 'other' as EnvironmentId })).toBe(1);
    expect(covered({ kind: 'credential', credentialId: TRADER })).toBe(2);
    expect(covered({ kind: 'tag', tag: 'night' })).toBe(1);
    expect(covered({ kind: 'tag', tag: 'nigh' })).toBe(0);
    expect(covered({ kind: 'selection', tokenIds: [session.token(0).id] })).toBe(1);
    expect(covered({ kind: 'credential', credentialId: 'x' as CredentialId })).toBe(0);
  });

  it('says when its first byte left', async () => {
    const session = await sessionWithTokens();
    await started(session);
    expect(runOf(session).firstSentAtMs).toBe(runOf(session).pressedAtMs);
  });

  it('takes along what is being revoked already, and asks it again at once', async () => {
    const session = await sessionWithTokens();
    session.gateway.refuseRevocations({ code: 'connection_reset' }, { status: null });
    await session.revocations.revoke(session.token(1).id);
    await settle();
    expect(session.stops.preview(ALL)).toMatchObject({ revocable: 1, underWay: 1 });
    session.gateway.calls.length = 0;
    await started(session);
    expect(revokes(session)).toEqual(['trade', 'read']);
    expect(runOf(session).tokenIds).toHaveLength(2);
  });

  it('counts nothing that was accepted before its press', async () => {
    const session = await sessionWithTokens();
    await session.revocations.revoke(session.token(1).id);
    await session.clock.advance(5_000);
    expect(session.state(1)).toBe('propagating');
    expect(session.stops.preview(ALL)).toMatchObject({ revocable: 1, underWay: 0, accepted: 1 });
    await started(session);
    expect(runOf(session).tokenIds).toEqual(['read']);
    expect(revokes(session)).toEqual(['trade', 'read']);
  });

  it('does not begin where everything was accepted before', async () => {
    const session = await createTestSession();
    await addTokens(session, [{ id: 'trade' }]);
    await session.revocations.revoke(session.token().id);
    await session.clock.advance(5_000);
    expect(await session.stops.start(ALL)).toEqual(fail({ code: 'nothing_to_stop' }));
  });

  it('goes on after a crash with everything that has no answer', async () => {
    const session = await sessionWithTokens();
    session.gateway.onRevoke((_secret, text) =>
      text === 'text-trade' ? never() : fail(session.gateway.failure({ code: 'server_error' })),
    );
    await started(session);
    const after = await session.restart();
    expect(revokes(after)).toEqual(['trade', 'read']);
    expect(runOf(after).tokenIds).toEqual(['trade', 'read']);
  });

  it('writes down its beginning, its end and that it was put away', async () => {
    const session = await sessionWithTokens();
    session.gateway.onProbe(() => ok(session.gateway.probed(401)));
    const id = await started(session, { kind: 'credential', credentialId: TRADER });
    await session.clock.advance(6 * 60_000);
    await session.stops.close(id);
    expect(session.noted.filter(({ what }) => what.startsWith('stop_run'))).toMatchObject([
      { what: 'stop_run_started', by: 'person', runId: id, count: 2 },
      { what: 'stop_run_ended', by: 'app', runId: id, count: 2 },
      { what: 'stop_run_closed', by: 'person', runId: id },
    ]);
  });

  it('counts Partner tokens at its beginning, and writes no end down where they alone wait', async () => {
    const session = await sessionWithTokens();
    const id = await started(session, { kind: 'credential', credentialId: PARTNER });
    await session.clock.advance(10_000);
    expect(session.noted.filter(({ what }) => what.startsWith('stop_run'))).toMatchObject([
      { what: 'stop_run_started', by: 'person', runId: id, count: 1 },
    ]);
  });
});

describe('a stop run that is called off', () => {
  /** More tokens than are sent at once, and none of their calls is answered. */
  async function hanging() {
    const session = await createTestSession();
    await addTokens(session, many(40));
    session.gateway.onRevoke(never);
    return { session, id: await started(session) };
  }

  it('leaves alone what was not sent, and goes on with what was', async () => {
    const { session, id } = await hanging();
    const sent = revokes(session).length;
    expect(session.stops.unsent(runOf(session))).toBe(40 - sent);
    await session.stops.cancel(id);
    await session.clock.advance(60_000);
    expect(revokes(session)).toHaveLength(sent);
    const { tokens } = session.vault.contents();
    expect(tokens.filter(({ revocation }) => revocation === null)).toHaveLength(40 - sent);
    expect(runOf(session).cancelledAtMs).not.toBeNull();
  });

  it('leaves to another run what that one wants too', async () => {
    const { session, id } = await hanging();
    await started(session);
    await session.stops.cancel(id);
    const { tokens } = session.vault.contents();
    expect(tokens.filter(({ revocation }) => revocation === null)).toEqual([]);
  });

  it('stays called off after a restart', async () => {
    const { session, id } = await hanging();
    const sent = revokes(session).length;
    await session.stops.cancel(id);
    expect(revokes(await session.restart())).toHaveLength(sent);
  });
});

describe('putting a stop run away', () => {
  it('waits until every token has its end', async () => {
    const session = await sessionWithTokens();
    const id = await started(session, { kind: 'credential', credentialId: TRADER });
    expect(session.stops.unproven()).toBe(2);
    expect(await session.stops.close(id)).toEqual(
      fail({ code: 'in_use', facts: { about: 'run', count: 2 } }),
    );
    session.gateway.onProbe(() => ok(session.gateway.probed(401)));
    await session.clock.advance(7 * 60_000);
    expect(session.stops.unproven()).toBe(0);
    expect(await session.stops.close(id)).toEqual(ok());
  });

  it('lets go of the rows that were kept for it', async () => {
    const session = await sessionWithTokens();
    const id = await started(session);
    await session.clock.advance(3 * DAY_MS);
    expect(session.vault.contents().tokens).toHaveLength(3);
    expect(session.vault.hasRecord({ id: 'trade', field: 'access_token' })).toBe(false);
    await session.stops.close(id);
    await sweep(session.session);
    expect(session.vault.contents().tokens).toEqual([]);
  });

  it('keeps a credential that waits for its deletion until then', async () => {
    const session = await sessionWithTokens();
    const id = await started(session);
    await changeRows(session, 'credentials', { removeWhenDead: true });
    await session.clock.advance(3 * DAY_MS);
    expect(session.vault.contents().credentials).toHaveLength(2);
    await session.stops.close(id);
    await settle();
    expect(session.vault.contents().credentials).toEqual([]);
  });

  it('is forgotten after thirty days', async () => {
    const session = await sessionWithTokens();
    const id = await started(session);
    await session.clock.advance(2 * DAY_MS);
    await session.stops.close(id);
    await session.clock.advance(29 * DAY_MS);
    expect(session.vault.contents().revocationRuns).toHaveLength(1);
    await session.clock.advance(2 * DAY_MS);
    expect(session.vault.contents().revocationRuns).toEqual([]);
  });
});

describe('a stop run on a machine whose wall clock is a day ahead', () => {
  const ahead = async (): Promise<TestSession> => {
    const session = await createTestSession();
    await addTokens(session, [{ id: 'a', leftSeconds: 80_000 }]);
    // What is left is known since the clock was right.
    session.stops.preview(ALL);
    session.clock.setWall(session.clock.nowMs() + 25 * 3_600_000);
    return session;
  };

  it('sends what it said it would revoke', async () => {
    const session = await ahead();
    expect(session.stops.preview(ALL).revocable).toBe(1);
    await started(session);
    expect(revokes(session)).toEqual(['a']);
  });

  it('is not over, nor can be put away, before the token is', async () => {
    const session = await ahead();
    session.gateway.onRevoke(never);
    const id = await started(session);
    expect(session.state()).toBe('revoking');
    expect(await session.stops.close(id)).toMatchObject({
      failure: { code: 'in_use', facts: { about: 'run' } },
    });
    expect(session.noted.some(({ what }) => what === 'stop_run_ended')).toBe(false);
  });

  it('goes on to prove the death of what was accepted', async () => {
    const session = await ahead();
    session.gateway.onProbe(() => ok(session.gateway.probed(401)));
    await started(session);
    await session.clock.advance(10 * 60_000);
    expect(session.state()).toBe('verified');
  });
});

describe('a stop run whose retry falls due while the wall clock is wrong for a moment', () => {
  it('sends it all the same', async () => {
    const session = await createTestSession();
    await addTokens(session, [{ id: 'a', leftSeconds: 80_000 }]);
    session.gateway.refuseRevocations({ code: 'server_error' }, { call: 'revoke', status: 503 });
    await started(session);
    const nowMs = session.clock.nowMs();
    session.clock.setWall(nowMs + 25 * 3_600_000);
    await session.clock.advance(2_000);
    expect(revokes(session)).toEqual(['a', 'a']);
  });
});

describe('a stop run that begins while another one is stopped', () => {
  it('revokes all that it covers', async () => {
    const session = await createTestSession();
    await addTokens(session, many(60));
    session.gateway.onRevoke(never);
    const first = await started(session);
    const [second, stopped] = await Promise.all([
      session.stops.start(ALL),
      session.stops.cancel(first),
    ]);
    await settle();
    expect([second.ok, stopped.ok]).toEqual([true, true]);
    await session.clock.advance(60_000);
    expect(new Set(revokes(session)).size).toBe(60);
  });
});

describe('a stop run whose practice gateway goes while tokens wait for their turn', () => {
  it('goes on once it is there again', async () => {
    const clock = createFakeClock();
    const vault = await createTestVault(AT);
    const gateway = createScriptedGateway(clock);
    let isUp = true;
    const services = await quietSession({
      vault,
      gateway,
      clock,
      targetOf: (environment) => (isUp ? environment : null),
    });
    await addTokens({ ...services, vault, gateway, clock } as unknown as TestSession, many(60));
    const answers: (() => void)[] = [];
    const reset = fail(gateway.failure({ code: 'connection_reset' }, { call: 'revoke' }));
    gateway.onRevoke(() => new Promise((answer) => answers.push(() => answer(reset))));
    await services.stops.start(ALL);
    await settle();
    isUp = false;
    for (const answer of answers) answer();
    await clock.advance(1_000);
    isUp = true;
    gateway.onRevoke(() => ok(gateway.revoked()));
    await clock.advance(60_000);
    const { tokens } = vault.contents();
    expect(tokens.filter(({ revocation }) => revocation?.acceptedAtMs == null)).toEqual([]);
  });
});

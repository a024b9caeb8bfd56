// "Revoke everything": durable first, the most dangerous first, every token a job of its own.
import { describe, expect, it } from 'vitest';
import type { CredentialId, EnvironmentId, StopRunId } from '../../../electron/main/domain/ids.ts';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import type { StopRun, StopScope } from '../../../electron/main/domain/revocation-run.ts';
import { sweep } from '../../../electron/main/tokens/ledger/housekeeping.ts';
import { openRoom } from '../../../electron/main/session/session-services.ts';
import { createFakeClock, settle } from '../../support/fake-clock.ts';
import { addEnvironment, addTokens } from '../../support/many-tokens.ts';
import { createScriptedGateway } from '../../support/scripted-gateway.ts';
import {
  createTestRoom,
  createTestVault,
  PARTNER,
  TRADER,
  type TestRoom,
} from '../../support/test-room.ts';

const ALL = { kind: 'all' } as const;
const AT = { baseUrl: 'https://base.test', tradeUrl: 'https://trade.test', authorityPem: null };
const DAY_MS = 86_400_000;
const never = (): Promise<never> => new Promise(() => undefined);

/** A reading and a trading token, and one of the Partner. */
async function roomWithTokens(): Promise<TestRoom> {
  const room = await createTestRoom();
  await addTokens(room, [
    { id: 'read', scopes: ['TRADER_READ'] },
    { id: 'trade' },
    { id: 'partner', credentialId: PARTNER, scopes: [] },
  ]);
  return room;
}

async function started(room: TestRoom, scope: StopScope = ALL): Promise<StopRunId> {
  const run = await room.stops.start(scope);
  if (!run.ok) throw new Error(run.failure.code);
  await settle();
  return run.value;
}

const runOf = (room: TestRoom): StopRun => {
  const [run] = room.vault.contents().stopRuns;
  if (run === undefined) throw new Error('no run');
  return run;
};
const revokes = (room: TestRoom): string[] =>
  room.gateway.calls
    .filter((call) => call.startsWith('revoke'))
    .map((call) => call.replace('revoke text-', ''));

describe('a stop run', () => {
  it('tells before what it would do', async () => {
    const room = await roomWithTokens();
    await addTokens(room, [
      { id: 'gone', text: false },
      { id: 'unseen', text: false, part: { issue: 'possibly_issued' } },
      { id: 'over', leftSeconds: -61 },
    ]);
    expect(room.stops.preview(ALL)).toEqual({
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
    const room = await roomWithTokens();
    const before = room.vault.saves();
    let seen: unknown = null;
    room.gateway.onRevoke(() => {
      const { tokens } = room.vault.contents();
      const { tokenIds, guidedTokenIds } = runOf(room);
      seen ??= {
        saves: room.vault.saves() - before,
        ids: [tokenIds, guidedTokenIds],
        intents: tokens.filter(({ revocation }) => revocation !== null).length,
        plans: tokens.filter(({ partnerPlan }) => partnerPlan !== null).length,
      };
      return never();
    });
    await started(room);
    const ids = [['trade', 'read'], ['partner']];
    expect(seen).toEqual({ saves: 1, ids, intents: 2, plans: 1 });
  });

  it('sends nothing when it cannot be saved', async () => {
    const room = await roomWithTokens();
    room.vault.failWith({ code: 'disk_full' });
    expect(await room.stops.start(ALL)).toEqual(fail({ code: 'disk_full' }));
    expect(room.gateway.calls).toEqual([]);
  });

  it('sends what may trade first, then what would live longest', async () => {
    const room = await createTestRoom();
    const READ = ['TRADER_READ'] as const;
    await addTokens(room, [
      { id: 'read-long', scopes: READ, leftSeconds: 9_000 },
      { id: 'trade-short', leftSeconds: 60 },
      { id: 'read-short', scopes: READ, leftSeconds: 600 },
      { id: 'trade-long', leftSeconds: 7_000 },
    ]);
    await started(room);
    expect(revokes(room)).toEqual(['trade-long', 'trade-short', 'read-long', 'read-short']);
  });

  it('does not begin where nothing can be done', async () => {
    const room = await createTestRoom();
    expect(await room.stops.start(ALL)).toEqual(fail({ code: 'nothing_to_stop' }));
  });

  it('covers what its scope says and nothing besides', async () => {
    const room = await createTestRoom();
    const other = await addEnvironment(room, 'other');
    await addTokens(room, [{ id: 'a' }, { id: 'b' }, { id: 'c', credentialId: other }]);
    await room.vault.change({
      contents: (before) => ({
        ...before,
        credentials: before.credentials.map((each) => ({
          ...each,
          tags: each.id === other ? ['night'] : [],
        })),
      }),
    });
    const covered = (scope: StopScope): number => room.stops.preview(scope).revocable;
    expect(covered({ kind: 'environment', environmentId: 'other' as EnvironmentId })).toBe(1);
    expect(covered({ kind: 'credential', credentialId: TRADER })).toBe(2);
    expect(covered({ kind: 'tag', tag: 'night' })).toBe(1);
    expect(covered({ kind: 'tag', tag: 'nigh' })).toBe(0);
    expect(covered({ kind: 'selection', tokenIds: [room.token(0).id] })).toBe(1);
    expect(covered({ kind: 'credential', credentialId: 'x' as CredentialId })).toBe(0);
  });

  it('opens connections beforehand, and before it goes on after a crash', async () => {
    const room = await createTestRoom();
    await addTokens(
      room,
      Array.from({ length: 40 }, (_, index) => ({ id: `t${index}` })),
    );
    room.stops.warm(ALL);
    expect(room.gateway.bursts).toEqual([40]);
    room.gateway.onRevoke(never);
    await started(room);
    expect(room.gateway.bursts).toEqual([40]);
    expect((await room.restart()).gateway.bursts).toEqual([40]);
  });

  it('says when its first byte left', async () => {
    const room = await roomWithTokens();
    await started(room);
    expect(runOf(room).firstSentAtMs).toBe(runOf(room).pressedAtMs);
  });

  it('takes along what is being revoked already, and asks it again at once', async () => {
    const room = await roomWithTokens();
    room.gateway.onRevoke(() =>
      fail(room.gateway.failure({ code: 'connection_reset' }, { status: null })),
    );
    await room.revocations.revoke(room.token(1).id);
    await settle();
    expect(room.stops.preview(ALL)).toMatchObject({ revocable: 1, underWay: 1 });
    room.gateway.calls.length = 0;
    await started(room);
    expect(revokes(room)).toEqual(['read', 'trade']);
    expect(runOf(room).tokenIds).toHaveLength(2);
  });

  it('counts nothing that was accepted before its press', async () => {
    const room = await roomWithTokens();
    await room.revocations.revoke(room.token(1).id);
    await room.clock.advance(5_000);
    expect(room.state(1)).toBe('propagating');
    expect(room.stops.preview(ALL)).toMatchObject({ revocable: 1, underWay: 0, accepted: 1 });
    await started(room);
    expect(runOf(room).tokenIds).toEqual(['read']);
    expect(revokes(room)).toEqual(['trade', 'read']);
  });

  it('does not begin where everything was accepted before', async () => {
    const room = await createTestRoom();
    await addTokens(room, [{ id: 'trade' }]);
    await room.revocations.revoke(room.token().id);
    await room.clock.advance(5_000);
    expect(await room.stops.start(ALL)).toEqual(fail({ code: 'nothing_to_stop' }));
  });

  it('goes on after a crash with everything that has no answer', async () => {
    const room = await roomWithTokens();
    room.gateway.onRevoke((_secret, text) =>
      text === 'text-trade' ? never() : fail(room.gateway.failure({ code: 'server_error' })),
    );
    await started(room);
    const after = await room.restart();
    expect(revokes(after)).toEqual(['trade', 'read']);
    expect(runOf(after).tokenIds).toEqual(['trade', 'read']);
  });

  it('writes down its beginning, its end and that it was put away', async () => {
    const room = await roomWithTokens();
    room.gateway.onProbe(() => ok(room.gateway.probed(401)));
    const id = await started(room, { kind: 'credential', credentialId: TRADER });
    await room.clock.advance(6 * 60_000);
    await room.stops.close(id);
    expect(room.noted.filter(({ what }) => what.startsWith('stop_run'))).toMatchObject([
      { what: 'stop_run_started', by: 'person', runId: id, count: 2 },
      { what: 'stop_run_ended', by: 'app', runId: id, count: 2 },
      { what: 'stop_run_closed', by: 'person', runId: id },
    ]);
  });

  it('counts Partner tokens at its beginning, and writes no end down where they alone wait', async () => {
    const room = await roomWithTokens();
    const id = await started(room, { kind: 'credential', credentialId: PARTNER });
    await room.clock.advance(10_000);
    expect(room.noted.filter(({ what }) => what.startsWith('stop_run'))).toMatchObject([
      { what: 'stop_run_started', by: 'person', runId: id, count: 1 },
    ]);
  });
});

describe('a stop run that is called off', () => {
  it('leaves alone what was not sent, and goes on with what was', async () => {
    const room = await createTestRoom();
    await addTokens(
      room,
      Array.from({ length: 40 }, (_, index) => ({ id: `t${index}` })),
    );
    room.gateway.onRevoke(never);
    const id = await started(room);
    const sent = revokes(room).length;
    expect(room.stops.unsent(runOf(room))).toBe(40 - sent);
    await room.stops.cancel(id);
    await room.clock.advance(60_000);
    expect(revokes(room)).toHaveLength(sent);
    const { tokens } = room.vault.contents();
    expect(tokens.filter(({ revocation }) => revocation === null)).toHaveLength(40 - sent);
    expect(runOf(room).cancelledAtMs).not.toBeNull();
  });

  it('leaves to another run what that one wants too', async () => {
    const room = await createTestRoom();
    await addTokens(
      room,
      Array.from({ length: 40 }, (_, index) => ({ id: `t${index}` })),
    );
    room.gateway.onRevoke(never);
    const id = await started(room);
    await started(room);
    await room.stops.cancel(id);
    const { tokens } = room.vault.contents();
    expect(tokens.filter(({ revocation }) => revocation === null)).toEqual([]);
  });

  it('stays called off after a restart', async () => {
    const room = await createTestRoom();
    await addTokens(
      room,
      Array.from({ length: 40 }, (_, index) => ({ id: `t${index}` })),
    );
    room.gateway.onRevoke(never);
    const id = await started(room);
    const sent = revokes(room).length;
    await room.stops.cancel(id);
    expect(revokes(await room.restart())).toHaveLength(sent);
  });
});

describe('putting a stop run away', () => {
  it('waits until every token has its end', async () => {
    const room = await roomWithTokens();
    const id = await started(room, { kind: 'credential', credentialId: TRADER });
    expect(room.stops.unproven()).toBe(2);
    expect(await room.stops.close(id)).toEqual(
      fail({ code: 'stop_run_open', facts: { count: 2 } }),
    );
    room.gateway.onProbe(() => ok(room.gateway.probed(401)));
    await room.clock.advance(7 * 60_000);
    expect(room.stops.unproven()).toBe(0);
    expect(await room.stops.close(id)).toEqual(ok());
  });

  it('lets go of the rows that were kept for it', async () => {
    const room = await roomWithTokens();
    const id = await started(room);
    await room.clock.advance(3 * DAY_MS);
    expect(room.vault.contents().tokens).toHaveLength(3);
    expect(room.vault.hasRecord({ id: 'trade', field: 'access_token' })).toBe(false);
    await room.stops.close(id);
    await sweep(room.room);
    expect(room.vault.contents().tokens).toEqual([]);
  });

  it('keeps a credential that waits for its deletion until then', async () => {
    const room = await roomWithTokens();
    const id = await started(room);
    await room.vault.change({
      contents: (before) => ({
        ...before,
        credentials: before.credentials.map((each) => ({ ...each, removeWhenDead: true })),
      }),
    });
    await room.clock.advance(3 * DAY_MS);
    expect(room.vault.contents().credentials).toHaveLength(2);
    await room.stops.close(id);
    await settle();
    expect(room.vault.contents().credentials).toEqual([]);
  });

  it('is forgotten after thirty days', async () => {
    const room = await roomWithTokens();
    const id = await started(room);
    await room.clock.advance(2 * DAY_MS);
    await room.stops.close(id);
    await room.clock.advance(29 * DAY_MS);
    expect(room.vault.contents().stopRuns).toHaveLength(1);
    await room.clock.advance(2 * DAY_MS);
    expect(room.vault.contents().stopRuns).toEqual([]);
  });
});

describe('a stop run on a machine whose wall clock is a day ahead', () => {
  const ahead = async (): Promise<TestRoom> => {
    const room = await createTestRoom();
    await addTokens(room, [{ id: 'a', leftSeconds: 80_000 }]);
    // What is left is known since the clock was right.
    room.stops.preview(ALL);
    room.clock.setWall(room.clock.nowMs() + 25 * 3_600_000);
    return room;
  };

  it('sends what it said it would revoke', async () => {
    const room = await ahead();
    expect(room.stops.preview(ALL).revocable).toBe(1);
    await started(room);
    expect(revokes(room)).toEqual(['a']);
  });

  it('is not over, nor can be put away, before the token is', async () => {
    const room = await ahead();
    room.gateway.onRevoke(never);
    const id = await started(room);
    expect(room.state()).toBe('revoking');
    expect(await room.stops.close(id)).toMatchObject({ failure: { code: 'stop_run_open' } });
    expect(room.noted.some(({ what }) => what === 'stop_run_ended')).toBe(false);
  });

  it('goes on to prove the death of what was accepted', async () => {
    const room = await ahead();
    room.gateway.onProbe(() => ok(room.gateway.probed(401)));
    await started(room);
    await room.clock.advance(10 * 60_000);
    expect(room.state()).toBe('verified');
  });
});

describe('a stop run whose retry falls due while the wall clock is wrong for a moment', () => {
  it('sends it all the same', async () => {
    const room = await createTestRoom();
    await addTokens(room, [{ id: 'a', leftSeconds: 80_000 }]);
    room.gateway.onRevoke(() =>
      fail(room.gateway.failure({ code: 'server_error' }, { call: 'revoke', status: 503 })),
    );
    await started(room);
    const nowMs = room.clock.nowMs();
    room.clock.setWall(nowMs + 25 * 3_600_000);
    await room.clock.advance(2_000);
    expect(revokes(room)).toEqual(['a', 'a']);
  });
});

describe('a stop run that begins while another one is stopped', () => {
  it('revokes all that it covers', async () => {
    const room = await createTestRoom();
    const many = Array.from({ length: 60 }, (_, index) => ({ id: `t${index}` }));
    await addTokens(room, many);
    room.gateway.onRevoke(never);
    const first = await started(room);
    const [second, stopped] = await Promise.all([room.stops.start(ALL), room.stops.cancel(first)]);
    await settle();
    expect([second.ok, stopped.ok]).toEqual([true, true]);
    await room.clock.advance(60_000);
    expect(new Set(revokes(room)).size).toBe(many.length);
  });
});

describe('a stop run whose practice gateway goes while tokens wait for their turn', () => {
  it('goes on once it is there again', async () => {
    const clock = createFakeClock();
    const vault = await createTestVault(AT);
    const gateway = createScriptedGateway(clock);
    let isUp = true;
    const services = await openRoom({
      vault,
      gateway,
      clock,
      targetOf: (environment) => (isUp ? environment : null),
      changed: () => undefined,
      note: () => undefined,
      beforeResuming: () => Promise.resolve(),
      sawClockSkew: () => undefined,
    });
    const many = Array.from({ length: 60 }, (_, index) => ({ id: `t${index}` }));
    await addTokens({ ...services, vault, gateway, clock } as unknown as TestRoom, many);
    const answers: (() => void)[] = [];
    const reset = fail(gateway.failure({ code: 'connection_reset' }, { call: 'revoke' }));
    gateway.onRevoke(() => new Promise((answer) => answers.push(() => answer(reset))));
    await services.stops.start(ALL);
    await settle();
    isUp = false;
    for (const answer of answers) answer();
    await clock.advance(1_000);
    isUp = true;
    const { facts } = gateway.probed(200);
    gateway.onRevoke(() => ok({ verdict: 'accepted', anomalies: [], facts }));
    await clock.advance(60_000);
    const { tokens } = vault.contents();
    expect(tokens.filter(({ revocation }) => revocation?.acceptedAtMs == null)).toEqual([]);
  });
});

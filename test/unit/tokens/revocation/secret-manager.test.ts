// A revocation that needs a secret manager outlives that it was locked for a while.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Failure } from '../../../../electron/shared/failures/failure.ts';
import { editCredential } from '../../../../electron/main/tokens/ledger/ledger.ts';
import { settle } from '../../../support/fake-clock.ts';
import { CONFIRMED_COMMAND } from '../../../support/scripted-program.ts';
import { createTestSession, TRADER, type TestSession } from '../../../support/test-session.ts';

const locked: Failure = { code: 'manager_failed', facts: { file: 'pass', count: 1 } };
const secretCommand = { ...CONFIRMED_COMMAND, keepsWhileLive: false };

let session: TestSession;
const revokes = (): number =>
  session.gateway.calls.filter((call) => call.startsWith('revoke ')).length;
const run = (index = 0) => session.token(index).revocation;

/** Two tokens of a credential whose secret is nowhere but in the manager. */
beforeEach(async () => {
  session = await createTestSession();
  await session.requests.request(TRADER, ['TRADER_TRADE']);
  await session.requests.request(TRADER, ['TRADER_READ']);
  await session.vault.change({
    contents: editCredential(TRADER, (now) => ({ ...now, secretCommand, secretFingerprint: '' })),
    drop: [{ id: TRADER, field: 'client_secret' }],
  });
  session.program.prints = locked;
});

describe('a revocation whose secret manager is locked', () => {
  it('waits with the reason, and is done once the manager is open', async () => {
    await session.revocations.revoke(session.token().id);
    await settle();
    expect(run()).toMatchObject({ attempts: 0, terminalFailure: null, lastFailure: locked });
    expect(session.revocations.nextAttemptAtMs(session.token().id)).not.toBeNull();
    expect([session.state(), revokes()]).toEqual(['revoking', 0]);
    await session.clock.advance(10_000);
    session.program.prints = 'printed-secret';
    await session.clock.advance(60_000);
    expect([run()?.acceptedAtMs, revokes()]).toEqual([expect.any(Number), 1]);
  });

  it.each(['not started', 'garbled'])('goes on after what was %s too', async (about) => {
    session.program.prints = { code: 'manager_failed', facts: { about } };
    await session.revocations.revoke(session.token().id);
    await settle();
    session.program.prints = 'printed-secret';
    await session.clock.advance(1_000);
    expect(revokes()).toBe(1);
  });

  it('runs the command after growing pauses, once for all tokens of its credential', async () => {
    const startedAtMs = session.clock.nowMs();
    const atMs: number[] = [];
    const { run: print } = session.program;
    Object.assign(session.program, {
      run: (...given: Parameters<typeof print>) => {
        atMs.push((session.clock.nowMs() - startedAtMs) / 1000);
        return print(...given);
      },
    });
    for (const index of [0, 1]) await session.revocations.revoke(session.token(index).id);
    await session.clock.advance(130_000);
    expect(atMs.filter((at) => at > 0).map(Math.round)).toEqual([1, 3, 7, 15, 31, 63, 123]);
  });

  it('is tried at once when the person says so', async () => {
    await session.revocations.revoke(session.token().id);
    await session.clock.advance(40_000);
    session.program.prints = 'printed-secret';
    await session.revocations.revoke(session.token().id);
    await settle();
    expect(revokes()).toBe(1);
  });

  it('goes on at the next unlock', async () => {
    await session.revocations.revoke(session.token().id);
    await settle();
    const after = await session.restart(session.vault.copy());
    expect(after.token().revocation).toMatchObject({ terminalFailure: null });
  });

  it('ends where only the person can help', async () => {
    session.program.prints = { code: 'manager_unfit' };
    await session.revocations.revoke(session.token().id);
    await session.clock.advance(120_000);
    expect(run()?.terminalFailure).toEqual({ code: 'manager_unfit' });
    expect([session.state(), session.program.runs.length]).toEqual(['revoke_failed', 1]);
  });

  it('ends where the program is not the one that was confirmed', async () => {
    session.program.sha256 = 'b'.repeat(64);
    await session.revocations.revoke(session.token().id);
    await session.clock.advance(120_000);
    expect(run()?.terminalFailure?.code).toBe('manager_unfit');
    expect(session.program.runs).toEqual([]);
  });
});

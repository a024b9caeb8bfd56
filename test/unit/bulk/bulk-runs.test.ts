// One action on many: bounded, each with its own end, one failing stops no other, a press stops the rest.
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../electron/shared/failures/failure.ts';
import type { TokenId } from '../../../electron/main/domain/ids.ts';
import { fail, ok, type Result } from '../../../electron/main/domain/result.ts';
import { BulkRuns } from '../../../electron/main/bulk/bulk-runs.ts';
import { eventually } from '../../support/eventually.ts';
import { addTokens } from '../../support/many-tokens.ts';
import { createTestSession, PARTNER, TRADER } from '../../support/test-session.ts';

async function lab() {
  const session = await createTestSession();
  const open: ((result: Result<TokenId, Failure>) => void)[] = [];
  const asked: string[] = [];
  const request = (id: string) => {
    asked.push(id);
    return new Promise<Result<TokenId, Failure>>((resolve) => {
      open.push(resolve);
    });
  };
  const givenUp: string[] = [];
  const waits = {
    giveUp: (id = '') => void givenUp.push(id),
    tryNow: () => undefined,
    reevaluate: () => undefined,
    grant: () => Promise.reject(new Error('not asked for')),
  };
  const bulk = new BulkRuns(session.session, { request, renew: request, waits }, session.checks);
  const asks = (count: number) =>
    Array.from({ length: count }, () => ({ credentialId: TRADER, scopes: [] }));
  const states = () => bulk.current()?.items.map(({ state }) => state);
  return { session, bulk, open, asked, asks, states, givenUp };
}

describe('one action for many credentials', () => {
  it('makes eight calls at once and no more', async () => {
    const { bulk, open, asks } = await lab();
    bulk.start({ kind: 'get', asks: asks(20) });
    await eventually(() => expect(open).toHaveLength(8));
    open[0]?.(ok('t-1' as TokenId));
    await eventually(() => expect(open).toHaveLength(9));
    expect(bulk.current()?.items.filter(({ state }) => state === 'running')).toHaveLength(8);
  });

  it('goes on where one fails, and keeps why', async () => {
    const { bulk, open, asks, states } = await lab();
    bulk.start({ kind: 'get', asks: asks(9) });
    await eventually(() => expect(open).toHaveLength(8));
    open[1]?.(fail({ code: 'invalid_client' }));
    await eventually(() => expect(open).toHaveLength(9));
    for (const answer of open) answer(ok('t-1' as TokenId));
    await eventually(() => expect(bulk.current()?.endedAtMs).toEqual(expect.any(Number)));
    expect(states()?.filter((state) => state === 'done')).toHaveLength(8);
    expect(states()?.[1]).toBe('failed');
    expect(bulk.current()?.items[1]?.failure).toBe('invalid_client');
  });

  it('leaves alone what was not begun when it is cancelled or the session closes', async () => {
    const { bulk, open, asks, states, givenUp } = await lab();
    const begun = bulk.start({ kind: 'get', asks: asks(10) });
    await eventually(() => expect(open).toHaveLength(8));
    if (begun.ok) bulk.cancel(begun.value);
    // At once, and not when what is under way has ended.
    expect(states()?.slice(7)).toEqual(['running', 'left_alone', 'left_alone']);
    for (const answer of open) answer(ok('t' as TokenId));
    await eventually(() => expect(bulk.current()?.endedAtMs).toEqual(expect.any(Number)));
    expect(states()?.slice(8)).toEqual(['left_alone', 'left_alone']);
    expect(givenUp).toHaveLength(8);
    expect(open).toHaveLength(8);
  });

  it('issues nothing more after a press of revoke everything', async () => {
    const { session, bulk, open, asks } = await lab();
    await addTokens(session, [{ id: 'live' }]);
    bulk.start({ kind: 'get', asks: asks(9) });
    await eventually(() => expect(open).toHaveLength(8));
    await session.stops.start({ kind: 'all' });
    open[0]?.(ok('t-1' as TokenId));
    await eventually(() => expect(bulk.current()?.items[8]?.state).toBe('failed'));
    expect(bulk.current()?.items[8]?.failure).toBe('ended_by_stop');
    expect(open).toHaveLength(8);
  });

  it('refuses a second one before the first has ended; a put-away one is gone', async () => {
    const { bulk, open, asks } = await lab();
    const first = bulk.start({ kind: 'get', asks: asks(1) });
    expect(bulk.start({ kind: 'get', asks: asks(1) })).toEqual(
      fail({ code: 'in_use', facts: { about: 'call' } }),
    );
    await eventually(() => expect(open).toHaveLength(1));
    if (first.ok) bulk.close(first.value);
    expect(bulk.current()).not.toBeNull();
    open[0]?.(ok('t' as TokenId));
    await eventually(() => expect(bulk.current()?.endedAtMs).toEqual(expect.any(Number)));
    if (first.ok) bulk.close(first.value);
    expect(bulk.current()).toBeNull();
  });

  it('tells what each check heard', async () => {
    const session = await createTestSession();
    const token = await session.requests.request(PARTNER, []);
    if (!token.ok) throw new Error(token.failure.code);
    session.bulk.start({ kind: 'check', tokenIds: [token.value] });
    await eventually(() => expect(session.bulk.current()?.endedAtMs).toEqual(expect.any(Number)));
    expect(session.bulk.current()?.items).toMatchObject([
      { credentialId: PARTNER, state: 'done', outcome: 'honoured' },
    ]);
  });
});

// What a run of "Revoke everything" was asked to stop and could not reach.
import { describe, expect, it } from 'vitest';
import { ok } from '../../../electron/main/domain/result.ts';
import { beyondRun } from '../../../electron/main/revoke-all/run-tokens.ts';
import { firstIntent } from '../../../electron/main/tokens/revocation/revocation-attempts.ts';
import { settle } from '../../support/fake-clock.ts';
import { addTokens } from '../../support/many-tokens.ts';
import { createTestSession, type TestSession } from '../../support/test-session.ts';

async function pressed(): Promise<TestSession> {
  const session = await createTestSession();
  const nowMs = session.clock.nowMs();
  const accepted = { ...firstIntent(nowMs - 1), acceptedAtMs: nowMs - 1 };
  await addTokens(session, [
    { id: 'revoked', part: {} },
    { id: 'unseen', part: { issue: 'possibly_issued' }, text: false },
    { id: 'forgotten', part: { forgottenAtMs: nowMs }, text: false },
    { id: 'textless', part: {}, text: false },
    { id: 'accepted', scopes: ['TRADER_READ'], part: { revocation: accepted } },
    { id: 'dead', part: { revocation: { ...accepted, verifiedAtMs: nowMs - 1 } } },
  ]);
  await session.clock.advance(10);
  await session.stops.start({ kind: 'all' });
  await settle();
  return session;
}

const beyond = (session: TestSession): string[] => {
  const contents = session.vault.contents();
  const [run] = contents.revocationRuns;
  return run === undefined ? [] : beyondRun(session.session, contents, run).map(({ id }) => id);
};

describe('beyond a run', () => {
  it('are the tokens that may live and that it could do nothing about', async () => {
    expect(beyond(await pressed())).toEqual(['unseen', 'forgotten', 'textless', 'accepted']);
  });

  it('is nothing that was asked for after the press', async () => {
    const session = await pressed();
    session.gateway.onToken(() => ok(session.gateway.issued()));
    await session.clock.advance(10);
    await session.requests.request(session.credential().id, ['TRADER_TRADE']);
    expect(beyond(session)).toHaveLength(4);
  });

  it('is nothing that is over since', async () => {
    const session = await pressed();
    await session.clock.advance(2 * 3_600_000);
    expect(beyond(session)).toEqual([]);
  });
});

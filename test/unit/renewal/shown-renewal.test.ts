// What the window is told of a renewal: where it stands, and what it will still do.
import { describe, expect, it } from 'vitest';
import { ok } from '../../../electron/main/domain/result.ts';
import { toRenewalView } from '../../../electron/main/renewal/renewal.ipc.ts';
import type { RenewalView } from '../../../electron/shared/renewal/renewal-view.ts';
import { createTestSession, TRADER, type TestSession } from '../../support/test-session.ts';

const MINUTE = 60_000;
const TRADE = ['TRADER_TRADE'] as const;
const GRACE_SECONDS = 3_600;

/** A session whose Trader token, of an hour, is renewed and then lives on for an hour. */
async function renewing(): Promise<TestSession> {
  const session = await createTestSession();
  session.gateway.onToken(() => ok(session.gateway.issued({ lifetimeSeconds: 3_600 })));
  session.gateway.onProbe(() => ok(session.gateway.probed(200)));
  await session.requests.request(TRADER, TRADE);
  await session.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: GRACE_SECONDS });
  return session;
}

const viewOf = (session: TestSession): Partial<RenewalView> =>
  toRenewalView(session, TRADER, session.clock.nowMs()) ?? {};

describe('a renewal as it is shown', () => {
  it('that is switched off while its new token is checked has ended, but for that one', async () => {
    const session = await renewing();
    session.gateway.onProbe(() => ok(session.gateway.probed(500)));
    await session.clock.advance(56 * MINUTE);
    expect(viewOf(session).phase).toBe('checking');
    await session.renewals.turnOff(TRADER);
    expect(viewOf(session).phase).toBe('ending');
    session.gateway.onProbe(() => ok(session.gateway.probed(200)));
    await session.clock.advance(MINUTE);
    expect(viewOf(session)).toMatchObject({ phase: 'ended', revokesAtMs: expect.any(Number) });
  });

  it('says that the token before is revoked only as long as it is not over', async () => {
    const session = await renewing();
    await session.clock.advance(57 * MINUTE);
    expect(viewOf(session).revokesAtMs).not.toBeNull();
    await session.clock.advance(4 * MINUTE);
    expect(viewOf(session).revokesAtMs).toBeNull();
  });

  it('names the lease that keeps it from the token in use', async () => {
    const session = await renewing();
    await session.leases.set(session.token().id, { end: 'after', seconds: 900 });
    expect(viewOf(session)).toMatchObject({ phase: 'leased', nextAtMs: null });
    await session.leases.remove(session.token().id);
    expect(viewOf(session).phase).toBe('waiting');
  });
});

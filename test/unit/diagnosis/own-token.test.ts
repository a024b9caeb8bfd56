// The token that a diagnosis gets for itself is revoked in the end, also where the disk refuses to save.
import { describe, expect, it } from 'vitest';
import { ok } from '../../../electron/main/domain/result.ts';
import { settle } from '../../support/fake-clock.ts';
import { createTestSession, TRADER, type TestSession } from '../../support/test-session.ts';

/** A diagnosis whose token came while the disk refused everything. */
async function diagnosed(): Promise<TestSession> {
  const session = await createTestSession();
  session.gateway.onToken(() => {
    session.vault.failWith({ code: 'io_error' });
    return ok(session.gateway.issued());
  });
  session.diagnoses.start(TRADER, ['TRADER_TRADE']);
  await settle();
  await session.clock.advance(1_000);
  expect(session.gateway.calls).toContain('token trader TRADER_TRADE');
  return session;
}

describe('the token of a diagnosis that could not be saved', () => {
  it('is revoked once the disk takes it', async () => {
    const session = await diagnosed();
    session.vault.failWith(null);
    await session.clock.advance(20_000);
    expect([session.token().issue, session.state()]).toEqual(['issued', 'propagating']);
  });

  it('ends with the next lock where it is saved just before', async () => {
    const session = await diagnosed();
    session.gateway.refuseRevocations({ code: 'server_error' }, { call: 'revoke', status: 503 });
    session.vault.failWith(null);
    await session.clock.advance(5_000);
    const { tokens } = session.vault.contents();
    expect(tokens.map(({ issue, lease }) => [issue, lease?.end])).toEqual([['issued', 'lock']]);
  });
});

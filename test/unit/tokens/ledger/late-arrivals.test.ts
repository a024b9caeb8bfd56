// Case 87: a request under way when everything is revoked. Its token is revoked as it arrives, and is
// never active; and nothing is minted by itself while the run is open.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../../electron/main/domain/result.ts';
import type { TokenAnswer } from '../../../../electron/main/gateway/gateway.ts';
import { removeCredential } from '../../../../electron/main/credentials/credentials.ts';
import { settle } from '../../../support/fake-clock.ts';
import { addEnvironment, addTokens } from '../../../support/many-tokens.ts';
import {
  createTestSession,
  PARTNER,
  TRADER,
  type TestSession,
} from '../../../support/test-session.ts';

const ALL = { kind: 'all' } as const;
const TRADE = ['TRADER_TRADE'] as const;

interface LateSession extends TestSession {
  /** The answer to the request that is under way. */
  readonly arrive: () => Promise<void>;
  /** Whoever asked for it does not want it any more. */
  readonly leave: () => void;
  readonly asked: ReturnType<TestSession['requests']['request']>;
}

/** One token is there, and another was asked for. */
async function sessionWithRequest(credentialId = TRADER): Promise<LateSession> {
  const session = await createTestSession();
  await addTokens(session, [{ id: 'there' }]);
  let answer: (value: TokenAnswer) => void = () => undefined;
  session.gateway.onToken(async () =>
    ok(await new Promise<TokenAnswer>((give) => (answer = give))),
  );
  const caller = new AbortController();
  const scopes = credentialId === TRADER ? TRADE : [];
  const asked = session.requests.request(credentialId, scopes, 'user', caller.signal);
  await settle();
  return {
    ...session,
    asked,
    leave: () => caller.abort(),
    async arrive() {
      answer(session.gateway.issued());
      await settle();
    },
  };
}

const lateRevokes = ({ gateway }: TestSession): readonly string[] =>
  gateway.calls.filter((call) => call.startsWith('revoke token-text'));

describe('a token that arrives after its credential was to be deleted (case 87)', () => {
  const deleted = async (credentialId = TRADER): Promise<LateSession> => {
    const session = await sessionWithRequest(credentialId);
    await removeCredential(session.session, credentialId);
    await session.arrive();
    return session;
  };

  it('is revoked as it arrives', async () => {
    const session = await deleted();
    expect(lateRevokes(session)).toHaveLength(1);
    expect(session.state(0)).toBe('propagating');
  });

  it('of a Partner starts its plan', async () => {
    const session = await deleted(PARTNER);
    expect(session.state(0)).toBe('needs_you');
  });
});

describe('a token that arrives after the person cancelled (case 87)', () => {
  const cancelled = async (credentialId = TRADER): Promise<LateSession> => {
    const session = await sessionWithRequest(credentialId);
    session.leave();
    await settle();
    return session;
  };

  it('is revoked as it arrives, and the person is told', async () => {
    const session = await cancelled();
    expect(session.state(0)).not.toBe('possibly_issued');
    await session.arrive();
    expect(lateRevokes(session)).toHaveLength(1);
    expect(session.state(0)).toBe('propagating');
    expect(await session.asked).toEqual(
      fail({ code: 'ended_by_stop', facts: { about: 'token came' } }),
    );
  });

  it('replaces no token', async () => {
    const session = await createTestSession();
    expect(await session.requests.request(TRADER, TRADE)).toMatchObject({ ok: true });
    const before = session.token();
    const caller = new AbortController();
    session.gateway.onToken(() => {
      caller.abort();
      return ok(session.gateway.issued());
    });
    await session.requests.request(TRADER, TRADE, 'user', caller.signal);
    expect(session.vault.contents().tokens.find(({ id }) => id === before.id)).toEqual(before);
  });

  it('of a Partner starts its plan', async () => {
    const session = await cancelled(PARTNER);
    await session.arrive();
    expect(session.state(0)).toBe('needs_you');
  });

  it.each([
    [TRADER, 'revoke_asked'],
    [PARTNER, 'plan_started'],
  ])('of %s is in the history with what became of it', async (credentialId, what) => {
    const session = await cancelled(credentialId);
    await session.arrive();
    expect(session.noted.slice(0, 2).map((event) => [event.what, event.by])).toEqual([
      ['token_received', 'person'],
      [what, 'app'],
    ]);
  });

  it('is kept like any other where it had been saved by then', async () => {
    const session = await sessionWithRequest();
    await session.arrive();
    session.leave();
    await settle();
    expect(await session.asked).toMatchObject({ ok: true });
    expect([session.state(0), lateRevokes(session)]).toEqual(['active', []]);
  });
});

describe('a token that arrives after the press (case 87)', () => {
  it('is revoked as it arrives, and joins the run', async () => {
    const session = await sessionWithRequest();
    await session.stops.start(ALL);
    await session.arrive();
    expect(lateRevokes(session)).toHaveLength(1);
    expect(session.state(0)).toBe('propagating');
    const [run] = session.vault.contents().revocationRuns;
    expect(run?.tokenIds).toEqual(['there', session.token(0).id]);
  });

  it('is never active, not even when the disk refuses it at first', async () => {
    const session = await sessionWithRequest();
    await session.stops.start(ALL);
    session.vault.failWith({ code: 'disk_full' });
    await session.arrive();
    expect(session.session.texts.list().map(({ revocation }) => revocation?.attempts)).toEqual([0]);
    expect(lateRevokes(session)).toEqual([]);
    session.vault.failWith(null);
    await session.clock.advance(5_000);
    expect(lateRevokes(session)).toHaveLength(1);
    expect(session.state(0)).toBe('propagating');
  });

  it('is revoked at the next unlock when the vault was locked meanwhile', async () => {
    const session = await sessionWithRequest();
    await session.stops.start(ALL);
    const closed = session.close();
    await session.arrive();
    expect(lateRevokes(session)).toEqual([]);
    expect(session.token(0).revocation).toMatchObject({ attempts: 0 });
    const after = await session.restart(session.vault.copy());
    expect(lateRevokes(after)).toHaveLength(1);
    await session.clock.advance(5_000);
    await closed;
  });

  it('of a Partner starts its plan, and joins the run', async () => {
    const session = await sessionWithRequest(PARTNER);
    await session.stops.start(ALL);
    await session.arrive();
    expect(session.state(0)).toBe('needs_you');
    expect(session.vault.contents().revocationRuns[0]?.guidedTokenIds).toEqual([
      session.token(0).id,
    ]);
  });

  it('of a credential outside the scope stays active', async () => {
    const session = await createTestSession();
    const other = await addEnvironment(session, 'other');
    await addTokens(session, [{ id: 'there' }]);
    let answer: (value: TokenAnswer) => void = () => undefined;
    session.gateway.onToken(async () =>
      ok(await new Promise<TokenAnswer>((give) => (answer = give))),
    );
    void session.requests.request(other, TRADE);
    await settle();
    await session.stops.start({ kind: 'credential', credentialId: TRADER });
    answer(session.gateway.issued());
    await settle();
    expect(session.state(0)).toBe('active');
  });

  it('stays when the run was called off before it came', async () => {
    const session = await sessionWithRequest();
    const run = await session.stops.start(ALL);
    if (run.ok) await session.stops.cancel(run.value);
    await session.arrive();
    expect(session.state(0)).toBe('active');
  });

  it('stays when the person asked for it after the press', async () => {
    const session = await createTestSession();
    await addTokens(session, [{ id: 'there' }]);
    await session.stops.start(ALL);
    await session.requests.request(TRADER, TRADE);
    expect(session.state(0)).toBe('active');
  });
});

describe('while a run is open', () => {
  it('nothing is minted by itself for what it covers', async () => {
    const session = await createTestSession();
    const other = await addEnvironment(session, 'other');
    await addTokens(session, [{ id: 'there' }]);
    const run = await session.stops.start({ kind: 'credential', credentialId: TRADER });
    const asked = await session.requests.request(TRADER, TRADE, 'background');
    expect(asked).toEqual(fail({ code: 'renewals_frozen' }));
    expect((await session.requests.request(other, TRADE, 'background')).ok).toBe(true);
    if (run.ok) await session.stops.cancel(run.value);
    await session.clock.advance(1_000);
    expect((await session.requests.request(TRADER, TRADE, 'background')).ok).toBe(true);
  });

  it('nothing leaves that was about to when the key was pressed', async () => {
    const session = await createTestSession();
    await addTokens(session, [{ id: 'there' }]);
    const [, asked] = await Promise.all([
      session.stops.start(ALL),
      session.requests.request(TRADER, TRADE, 'background'),
    ]);
    expect(asked).toEqual(fail({ code: 'renewals_frozen' }));
    expect(session.gateway.calls.filter((call) => call.startsWith('token'))).toEqual([]);
    expect(session.vault.contents().tokens).toHaveLength(1);
  });

  it('a selection freezes the credentials of the selected tokens', async () => {
    const session = await createTestSession();
    await addTokens(session, [{ id: 'there' }]);
    await session.stops.start({ kind: 'selection', tokenIds: [session.token().id] });
    const asked = await session.requests.request(TRADER, TRADE, 'background');
    expect(asked).toEqual(fail({ code: 'renewals_frozen' }));
  });
});

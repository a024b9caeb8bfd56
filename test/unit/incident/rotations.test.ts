// The rotation assistant: the order that keeps old tokens revocable, proof instead of belief, and
// nothing lost wherever it is interrupted.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { changeRows } from '../../support/many-tokens.ts';
import {
  createTestSession,
  PARTNER,
  TRADER,
  type TestSession,
} from '../../support/test-session.ts';

const NEW = 'new-secret';
const OLD = `secret-of-${TRADER}`;
const secret = (text = NEW) => SecretBytes.take(Buffer.from(text));
const stepOf = (session: TestSession, id = TRADER) => session.rotations.standing(id)?.step;
const textOf = (
  session: TestSession,
  field: 'client_secret' | 'new_client_secret',
  id = TRADER,
) => {
  const opened = session.vault.openRecord({ id, field });
  return opened.ok ? opened.value.use((bytes) => bytes.toString()) : null;
};

/** The server accepts these secrets alone, for minting and for revoking. */
function serverKnows(session: TestSession, ...known: string[]): void {
  const refused = () =>
    fail(session.gateway.failure({ code: 'invalid_client', possiblyDone: false }, { status: 401 }));
  session.gateway.onToken((sent) =>
    known.includes(sent) ? ok(session.gateway.issued()) : refused(),
  );
  session.gateway.onRevoke((sent) =>
    known.includes(sent) ? ok(session.gateway.revoked()) : refused(),
  );
}

async function started(tokens = 1): Promise<TestSession> {
  const session = await createTestSession();
  for (let each = 0; each < tokens; each += 1)
    await session.requests.request(TRADER, ['TRADER_TRADE']);
  await session.rotations.start(TRADER);
  return session;
}

/** With which secret each revocation is asked for from now on. */
function revokedBy(session: TestSession): readonly string[] {
  const sent: string[] = [];
  session.gateway.onRevoke((by) => {
    sent.push(by);
    return ok(session.gateway.revoked());
  });
  return sent;
}

async function checked(session: TestSession): Promise<void> {
  serverKnows(session, OLD, NEW);
  await session.rotations.takeSecret(TRADER, secret());
  await session.rotations.check(TRADER);
}

async function partnerChecked(): Promise<TestSession> {
  const session = await createTestSession();
  await session.rotations.start(PARTNER);
  await session.rotations.takeSecret(PARTNER, secret());
  await session.rotations.check(PARTNER);
  return session;
}

async function endOld(session: TestSession): Promise<void> {
  await session.rotations.endOldTokens(TRADER);
  await session.clock.advance(10);
}

describe('a rotation', () => {
  it('goes through five steps, each done by its own proof', async () => {
    const session = await started();
    const seen = [stepOf(session)];
    serverKnows(session, OLD, NEW);
    await session.rotations.takeSecret(TRADER, secret());
    seen.push(stepOf(session));
    await session.rotations.check(TRADER);
    seen.push(stepOf(session));
    await endOld(session);
    seen.push(stepOf(session));
    serverKnows(session, NEW);
    await session.rotations.tryOld(TRADER);
    seen.push(stepOf(session));
    await session.rotations.finish(TRADER);
    expect([...seen, stepOf(session)]).toEqual([1, 2, 3, 4, 5, undefined]);
    expect(textOf(session, 'client_secret')).toBe(NEW);
    expect(textOf(session, 'new_client_secret')).toBeNull();
  });

  it('keeps the new secret beside the old one, which stays in use until the check', async () => {
    const session = await started(0);
    serverKnows(session, OLD);
    await session.rotations.takeSecret(TRADER, secret());
    expect(await session.requests.request(TRADER, ['TRADER_READ'])).toMatchObject({ ok: true });
    expect(textOf(session, 'client_secret')).toBe(OLD);
  });

  it('refuses the secret that is stored already', async () => {
    const session = await started(0);
    const secretFingerprint = session.vault.fingerprint(secret(OLD));
    await changeRows(session, 'credentials', { secretFingerprint });
    expect(await session.rotations.takeSecret(TRADER, secret(OLD))).toEqual(
      fail({ code: 'invalid_input', facts: { about: 'same secret' } }),
    );
  });

  it('checks with the smallest scope', async () => {
    const session = await started(0);
    await checked(session);
    expect(session.gateway.calls).toContain('token trader TRADER_READ');
    expect(session.gateway.calls).not.toContain('token trader TRADER_TRADE');
  });

  it('does not believe a new secret that the server refuses', async () => {
    const session = await started(0);
    serverKnows(session, OLD);
    await session.rotations.takeSecret(TRADER, secret());
    expect(await session.rotations.check(TRADER)).toMatchObject({
      failure: { code: 'invalid_client' },
    });
    expect(stepOf(session)).toBe(2);
    expect(session.credential().refusalsInARow).toBe(0);
  });

  it('does not count another new secret as checked that was taken while the first was asked about', async () => {
    const session = await started(0);
    await session.rotations.takeSecret(TRADER, secret());
    const { promise: answer, resolve } = Promise.withResolvers<void>();
    session.gateway.onToken(async () => {
      await answer;
      return ok(session.gateway.issued());
    });
    const checking = session.rotations.check(TRADER);
    await session.clock.advance(10);
    await session.rotations.takeSecret(TRADER, secret('another-secret'));
    resolve();
    await checking;
    expect(stepOf(session)).toBe(2);
  });

  it('mints with the new secret once it was checked', async () => {
    const session = await started(0);
    await checked(session);
    serverKnows(session, NEW);
    expect(await session.requests.request(TRADER, ['TRADER_TRADE'])).toMatchObject({ ok: true });
    expect(session.rotations.standing(TRADER)?.old).toMatchObject({ waiting: 0 });
  });

  it('revokes what the old secret minted, with the old secret, and nothing else', async () => {
    const session = await started(2);
    await checked(session);
    const sent = revokedBy(session);
    await endOld(session);
    expect(sent).toEqual([OLD, OLD]);
    expect(session.state(0)).toBe('active');
  });

  it('shows a revocation refused after the secret was rotated away as failed, never as revoked', async () => {
    const session = await started();
    await checked(session);
    await session.rotations.say(TRADER, 'works');
    serverKnows(session);
    await endOld(session);
    expect(session.rotations.standing(TRADER)).toMatchObject({ step: 3, old: { failed: 1 } });
    expect(session.state(1)).toBe('revoke_failed');
  });

  it.each([
    [null, NEW],
    ['works', NEW],
    ['stopped', OLD],
  ] as const)(
    'tries the other secret of a rotation where the old one was said to be so: %s',
    async (said, known) => {
      const session = await started();
      await checked(session);
      if (said !== null) await session.rotations.say(TRADER, said);
      serverKnows(session, known);
      await session.stops.start({ kind: 'all' });
      await session.clock.advance(10);
      expect(session.rotations.standing(TRADER)?.old).toMatchObject({ accepted: 1, failed: 0 });
    },
  );

  it('revokes with the other secret where one cannot be opened', async () => {
    const session = await started();
    await checked(session);
    await session.vault.change({
      contents: (before) => before,
      drop: [{ id: TRADER, field: 'client_secret' }],
    });
    await session.stops.start({ kind: 'all' });
    await session.clock.advance(10);
    expect(session.rotations.standing(TRADER)?.old).toMatchObject({ accepted: 1, failed: 0 });
  });

  it('says what the server answered where the other secret cannot be opened', async () => {
    const session = await started();
    await checked(session);
    await session.vault.change({
      contents: (before) => before,
      drop: [{ id: TRADER, field: 'new_client_secret' }],
    });
    serverKnows(session);
    await session.stops.start({ kind: 'all' });
    await session.clock.advance(10);
    const failures = session.vault
      .contents()
      .tokens.map(({ revocation }) => revocation?.terminalFailure?.code);
    expect(new Set(failures)).toEqual(new Set(['invalid_client']));
  });

  it('revokes with the new secret where the old one stopped at once', async () => {
    const session = await started();
    await checked(session);
    await session.rotations.say(TRADER, 'works');
    serverKnows(session, NEW);
    await endOld(session);
    await session.rotations.say(TRADER, 'stopped');
    await endOld(session);
    expect(session.rotations.standing(TRADER)).toMatchObject({ step: 4, old: { accepted: 1 } });
  });

  it('believes its own proof more than what was said', async () => {
    const session = await started();
    await checked(session);
    await session.rotations.say(TRADER, 'stopped');
    await session.rotations.tryOld(TRADER);
    const sent = revokedBy(session);
    await endOld(session);
    expect(new Set(sent)).toEqual(new Set([OLD]));
  });

  it('revokes the token that an old secret still mints, and does not finish', async () => {
    const session = await started(0);
    await checked(session);
    expect(await session.rotations.tryOld(TRADER)).toEqual(ok('still_mints'));
    await session.clock.advance(10);
    expect(session.token(0).revocation?.acceptedAtMs).not.toBeNull();
    expect(await session.rotations.finish(TRADER)).toEqual(fail({ code: 'step_not_ready' }));
    expect(textOf(session, 'client_secret')).toBe(OLD);
  });

  it('does not take a new secret as checked by a 403 without a word', async () => {
    const session = await started();
    serverKnows(session, OLD, NEW);
    session.gateway.onProbe(() => ok(session.gateway.probed(403, '{}', null)));
    await changeRows(session, 'credentials', { registeredScopes: ['TRADER_TRADE'] });
    await session.rotations.takeSecret(TRADER, secret());
    expect(await session.rotations.check(TRADER)).toMatchObject({
      failure: { code: 'invalid_response', facts: { status: 403 } },
    });
    expect(stepOf(session)).toBe(2);
  });

  it.each([
    [true, 'refused'],
    [false, 'unclear'],
  ] as const)(
    'holds a refusal without a word against the new secret: it mints (%s), so %s',
    async (mints, verdict) => {
      const session = await started(0);
      await checked(session);
      const tokens = session.vault.contents().tokens.length;
      const { failure, issued } = session.gateway;
      session.gateway.onToken((sent) =>
        sent === NEW && mints
          ? ok(issued())
          : fail(failure({ code: 'http_error' }, { status: 401 })),
      );
      expect(await session.rotations.tryOld(TRADER)).toEqual(ok(verdict));
      await session.clock.advance(10);
      expect(session.vault.contents().tokens).toHaveLength(mints ? tokens + 1 : tokens);
      // What was got to compare with is revoked at once.
      const ended = session.vault.contents().tokens.filter(({ revocation }) => revocation !== null);
      expect(ended).toHaveLength(mints ? 1 : 0);
    },
  );

  it('gets no Partner token only to compare with', async () => {
    const session = await partnerChecked();
    const { failure, issued } = session.gateway;
    session.gateway.onToken((sent) =>
      sent === NEW ? ok(issued()) : fail(failure({ code: 'http_error' }, { status: 401 })),
    );
    expect(await session.rotations.tryOld(PARTNER)).toEqual(ok('unclear'));
    expect(session.vault.contents().tokens).toHaveLength(1);
  });

  it('calls an answer unclear that proves nothing', async () => {
    const session = await started(0);
    await checked(session);
    session.gateway.refuseTokens({ code: 'server_error', possiblyDone: false }, { status: 503 });
    expect(await session.rotations.tryOld(TRADER)).toEqual(ok('unclear'));
    expect(stepOf(session)).toBe(4);
  });

  it('forgets the new secret when it is abandoned, and nothing else', async () => {
    const session = await started();
    await checked(session);
    await session.rotations.abandon(TRADER);
    expect(textOf(session, 'new_client_secret')).toBeNull();
    expect(textOf(session, 'client_secret')).toBe(OLD);
    expect(session.vault.contents().tokens).toHaveLength(2);
  });

  it('asks a Partner token until it is refused: there is no revoke call', async () => {
    const session = await createTestSession();
    await session.requests.request(PARTNER, []);
    await session.rotations.start(PARTNER);
    await session.rotations.takeSecret(PARTNER, secret());
    await session.rotations.check(PARTNER);
    expect(session.gateway.calls).toContain('probe partner token-text-2');
    session.gateway.onProbe(() => ok(session.gateway.probed(401)));
    await session.rotations.endOldTokens(PARTNER);
    expect(stepOf(session, PARTNER)).toBe(4);
    await session.clock.advance(6 * 60_000);
    expect(session.state(1)).toBe('verified');
    expect(session.gateway.calls.filter((call) => call.startsWith('revoke'))).toEqual([]);
  });

  it('does not say for the person that the key of a Partner was revoked', async () => {
    const session = await partnerChecked();
    expect(await session.rotations.tryOld(PARTNER)).toEqual(ok('still_mints'));
    expect(session.token(0).partnerPlan?.done ?? []).toEqual([]);
  });

  it('does not count a new Partner secret as checked while positions refuse its token', async () => {
    const session = await createTestSession();
    await session.rotations.start(PARTNER);
    await session.rotations.takeSecret(PARTNER, secret());
    session.gateway.onProbe(() => ok(session.gateway.probed(401)));
    expect(await session.rotations.check(PARTNER)).toMatchObject({
      failure: { code: 'token_refused' },
    });
    expect(stepOf(session, PARTNER)).toBe(2);
  });

  it('notes each step in the history, by label', async () => {
    const session = await started();
    await checked(session);
    serverKnows(session, NEW);
    await session.rotations.tryOld(TRADER);
    await session.rotations.finish(TRADER);
    expect(
      session.noted.map(({ what }) => what).filter((what) => /rotation|old_secret/.test(what)),
    ).toEqual([
      'rotation_started',
      'rotation_new_secret',
      'rotation_checked',
      'old_secret_tried',
      'rotation_finished',
    ]);
  });
});

describe('a rotation after a kill', () => {
  const steps: readonly (readonly [
    name: string,
    reach: (session: TestSession) => Promise<unknown>,
  ])[] = [
    ['started', () => Promise.resolve()],
    ['secret taken', (session) => session.rotations.takeSecret(TRADER, secret())],
    ['checked', (session) => session.rotations.check(TRADER)],
    ['revoked', endOld],
    [
      'old one refused',
      async (session) => {
        serverKnows(session, NEW);
        await session.rotations.tryOld(TRADER);
      },
    ],
  ];

  it.each(steps.map(([name], index) => [name, index] as const))(
    'stands where it stood: %s',
    async (_name, last) => {
      const session = await started();
      serverKnows(session, OLD, NEW);
      for (const [, reach] of steps.slice(0, last + 1)) await reach(session);
      const before = session.rotations.standing(TRADER);
      const again = await session.restart();
      expect(again.rotations.standing(TRADER)).toEqual(before);
      expect(textOf(again, 'client_secret')).toBe(OLD);
      expect(textOf(again, 'new_client_secret')).toBe(last === 0 ? null : NEW);
    },
  );

  it('asks for the revocations that the kill kept from being asked', async () => {
    const session = await started();
    await checked(session);
    await session.vault.change({
      contents: (before) => ({
        ...before,
        rotations: before.rotations.map((each) => ({
          ...each,
          revokeAskedAtMs: session.clock.nowMs() + 1,
        })),
      }),
    });
    const again = await session.restart();
    await again.clock.advance(10);
    expect(again.gateway.calls).toContain('revoke token-text-1');
  });

  it('lists a token that may have been minted with the new secret meanwhile', async () => {
    const session = await started(0);
    await session.rotations.takeSecret(TRADER, secret());
    session.gateway.onToken(() => new Promise(() => {}));
    void session.rotations.check(TRADER);
    await session.clock.advance(10);
    const again = await session.restart();
    expect(again.state(0)).toBe('possibly_issued');
    expect(stepOf(again)).toBe(2);
  });
});

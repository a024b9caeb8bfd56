// The rotation assistant: the order that keeps old tokens revocable, proof instead of belief, and
// nothing lost wherever it is interrupted.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { createTestRoom, PARTNER, TRADER, type TestRoom } from '../../support/test-room.ts';

const NEW = 'new-secret';
const OLD = `secret-of-${TRADER}`;
const secret = (text = NEW) => SecretBytes.take(Buffer.from(text));
const stepOf = (room: TestRoom, id = TRADER) => room.rotations.standing(id)?.step;
const textOf = (room: TestRoom, field: 'client_secret' | 'new_client_secret', id = TRADER) => {
  const opened = room.vault.openRecord({ id, field });
  return opened.ok ? opened.value.use((bytes) => bytes.toString()) : null;
};

/** The server accepts these secrets alone, for minting and for revoking. */
function serverKnows(room: TestRoom, ...known: string[]): void {
  const refused = () =>
    fail(room.gateway.failure({ code: 'invalid_client', possiblyDone: false }, { status: 401 }));
  room.gateway.onToken((sent) => (known.includes(sent) ? ok(room.gateway.issued()) : refused()));
  const facts = room.gateway.issued().tokens[0].facts;
  room.gateway.onRevoke((sent) =>
    known.includes(sent) ? ok({ verdict: 'accepted', anomalies: [], facts }) : refused(),
  );
}

async function started(tokens = 1): Promise<TestRoom> {
  const room = await createTestRoom();
  for (let each = 0; each < tokens; each += 1)
    await room.requests.request(TRADER, ['TRADER_TRADE']);
  await room.rotations.start(TRADER);
  return room;
}

async function checked(room: TestRoom): Promise<void> {
  serverKnows(room, OLD, NEW);
  await room.rotations.takeSecret(TRADER, secret());
  await room.rotations.check(TRADER);
}

describe('a rotation', () => {
  it('goes through five steps, each done by its own proof', async () => {
    const room = await started();
    const seen = [stepOf(room)];
    serverKnows(room, OLD, NEW);
    await room.rotations.takeSecret(TRADER, secret());
    seen.push(stepOf(room));
    await room.rotations.check(TRADER);
    seen.push(stepOf(room));
    await room.rotations.endOldTokens(TRADER);
    await room.clock.advance(10);
    seen.push(stepOf(room));
    serverKnows(room, NEW);
    await room.rotations.tryOld(TRADER);
    seen.push(stepOf(room));
    await room.rotations.finish(TRADER);
    expect([...seen, stepOf(room)]).toEqual([1, 2, 3, 4, 5, undefined]);
    expect(textOf(room, 'client_secret')).toBe(NEW);
    expect(textOf(room, 'new_client_secret')).toBeNull();
  });

  it('keeps the new secret beside the old one, which stays in use until the check', async () => {
    const room = await started(0);
    serverKnows(room, OLD);
    await room.rotations.takeSecret(TRADER, secret());
    expect(await room.requests.request(TRADER, ['TRADER_READ'])).toMatchObject({ ok: true });
    expect(textOf(room, 'client_secret')).toBe(OLD);
  });

  it('refuses the secret that is stored already', async () => {
    const room = await started(0);
    await room.vault.change({
      contents: (before) => ({
        ...before,
        credentials: before.credentials.map((each) => ({
          ...each,
          secretFingerprint: room.vault.fingerprint(secret(OLD)),
        })),
      }),
    });
    expect(await room.rotations.takeSecret(TRADER, secret(OLD))).toEqual(
      fail({ code: 'secret_unchanged' }),
    );
  });

  it('checks with the smallest scope', async () => {
    const room = await started(0);
    await checked(room);
    expect(room.gateway.calls).toContain('token trader TRADER_READ');
    expect(room.gateway.calls).not.toContain('token trader TRADER_TRADE');
  });

  it('does not believe a new secret that the server refuses', async () => {
    const room = await started(0);
    serverKnows(room, OLD);
    await room.rotations.takeSecret(TRADER, secret());
    expect(await room.rotations.check(TRADER)).toMatchObject({
      failure: { code: 'invalid_client' },
    });
    expect(stepOf(room)).toBe(2);
    expect(room.credential().refusalsInARow).toBe(0);
  });

  it('does not count another new secret as checked that was taken while the first was asked about', async () => {
    const room = await started(0);
    await room.rotations.takeSecret(TRADER, secret());
    const { promise: answer, resolve } = Promise.withResolvers<void>();
    room.gateway.onToken(async () => {
      await answer;
      return ok(room.gateway.issued());
    });
    const checking = room.rotations.check(TRADER);
    await room.clock.advance(10);
    await room.rotations.takeSecret(TRADER, secret('another-secret'));
    resolve();
    await checking;
    expect(stepOf(room)).toBe(2);
  });

  it('mints with the new secret once it was checked', async () => {
    const room = await started(0);
    await checked(room);
    serverKnows(room, NEW);
    expect(await room.requests.request(TRADER, ['TRADER_TRADE'])).toMatchObject({ ok: true });
    expect(room.rotations.standing(TRADER)?.old).toMatchObject({ waiting: 0 });
  });

  it('revokes what the old secret minted, with the old secret, and nothing else', async () => {
    const room = await started(2);
    await checked(room);
    const sent: string[] = [];
    room.gateway.onRevoke((by) => {
      sent.push(by);
      const facts = room.gateway.issued().tokens[0].facts;
      return ok({ verdict: 'accepted', anomalies: [], facts });
    });
    await room.rotations.endOldTokens(TRADER);
    await room.clock.advance(10);
    expect(sent).toEqual([OLD, OLD]);
    expect(room.state(0)).toBe('active');
  });

  it('shows a revocation refused after the secret was rotated away as failed, never as revoked', async () => {
    const room = await started();
    await checked(room);
    await room.rotations.say(TRADER, 'works');
    serverKnows(room, NEW);
    await room.rotations.endOldTokens(TRADER);
    await room.clock.advance(10);
    expect(room.rotations.standing(TRADER)).toMatchObject({ step: 3, old: { failed: 1 } });
    expect(room.state(1)).toBe('revoke_failed');
  });

  it('tries the other secret of a rotation where nobody knows which one works', async () => {
    const room = await started();
    await checked(room);
    serverKnows(room, NEW);
    await room.stops.start({ kind: 'all' });
    await room.clock.advance(10);
    expect(room.rotations.standing(TRADER)?.old).toMatchObject({ accepted: 1, failed: 0 });
  });

  it('revokes with the new secret where the old one stopped at once', async () => {
    const room = await started();
    await checked(room);
    await room.rotations.say(TRADER, 'works');
    serverKnows(room, NEW);
    await room.rotations.endOldTokens(TRADER);
    await room.clock.advance(10);
    await room.rotations.say(TRADER, 'stopped');
    await room.rotations.endOldTokens(TRADER);
    await room.clock.advance(10);
    expect(room.rotations.standing(TRADER)).toMatchObject({ step: 4, old: { accepted: 1 } });
  });

  it('believes its own proof more than what was said', async () => {
    const room = await started();
    await checked(room);
    await room.rotations.say(TRADER, 'stopped');
    await room.rotations.tryOld(TRADER);
    const sent: string[] = [];
    room.gateway.onRevoke((by) => {
      sent.push(by);
      const facts = room.gateway.issued().tokens[0].facts;
      return ok({ verdict: 'accepted', anomalies: [], facts });
    });
    await room.rotations.endOldTokens(TRADER);
    await room.clock.advance(10);
    expect(new Set(sent)).toEqual(new Set([OLD]));
  });

  it('revokes the token that an old secret still mints, and does not finish', async () => {
    const room = await started(0);
    await checked(room);
    expect(await room.rotations.tryOld(TRADER)).toEqual(ok('still_mints'));
    await room.clock.advance(10);
    expect(room.token(0).revocation?.acceptedAtMs).not.toBeNull();
    expect(await room.rotations.finish(TRADER)).toEqual(fail({ code: 'step_not_ready' }));
    expect(textOf(room, 'client_secret')).toBe(OLD);
  });

  it('calls an answer unclear that proves nothing', async () => {
    const room = await started(0);
    await checked(room);
    room.gateway.onToken(() =>
      fail(room.gateway.failure({ code: 'server_error', possiblyDone: false }, { status: 503 })),
    );
    expect(await room.rotations.tryOld(TRADER)).toEqual(ok('unclear'));
    expect(stepOf(room)).toBe(4);
  });

  it('forgets the new secret when it is abandoned, and nothing else', async () => {
    const room = await started();
    await checked(room);
    await room.rotations.abandon(TRADER);
    expect(textOf(room, 'new_client_secret')).toBeNull();
    expect(textOf(room, 'client_secret')).toBe(OLD);
    expect(room.vault.contents().tokens).toHaveLength(2);
  });

  it('asks a Partner token until it is refused: there is no revoke call', async () => {
    const room = await createTestRoom();
    await room.requests.request(PARTNER, []);
    await room.rotations.start(PARTNER);
    await room.rotations.takeSecret(PARTNER, secret());
    await room.rotations.check(PARTNER);
    expect(room.gateway.calls).toContain('probe partner token-text-2');
    room.gateway.onProbe(() => ok(room.gateway.probed(401)));
    await room.rotations.endOldTokens(PARTNER);
    expect(stepOf(room, PARTNER)).toBe(4);
    await room.clock.advance(6 * 60_000);
    expect(room.state(1)).toBe('verified');
    expect(room.gateway.calls.filter((call) => call.startsWith('revoke'))).toEqual([]);
  });

  it('does not say for the person that the key of a Partner was revoked', async () => {
    const room = await createTestRoom();
    await room.rotations.start(PARTNER);
    await room.rotations.takeSecret(PARTNER, secret());
    await room.rotations.check(PARTNER);
    expect(await room.rotations.tryOld(PARTNER)).toEqual(ok('still_mints'));
    expect(room.token(0).partnerPlan?.done ?? []).toEqual([]);
  });

  it('does not count a new Partner secret as checked while positions refuse its token', async () => {
    const room = await createTestRoom();
    await room.rotations.start(PARTNER);
    await room.rotations.takeSecret(PARTNER, secret());
    room.gateway.onProbe(() => ok(room.gateway.probed(401)));
    expect(await room.rotations.check(PARTNER)).toMatchObject({
      failure: { code: 'token_refused' },
    });
    expect(stepOf(room, PARTNER)).toBe(2);
  });

  it('notes each step in the history, by label', async () => {
    const room = await started();
    await checked(room);
    serverKnows(room, NEW);
    await room.rotations.tryOld(TRADER);
    await room.rotations.finish(TRADER);
    expect(
      room.noted.map(({ what }) => what).filter((what) => /rotation|old_secret/.test(what)),
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
  const steps: readonly (readonly [name: string, reach: (room: TestRoom) => Promise<unknown>])[] = [
    ['started', () => Promise.resolve()],
    ['secret taken', (room) => room.rotations.takeSecret(TRADER, secret())],
    ['checked', (room) => room.rotations.check(TRADER)],
    [
      'revoked',
      async (room) => {
        await room.rotations.endOldTokens(TRADER);
        await room.clock.advance(10);
      },
    ],
    [
      'old one refused',
      async (room) => {
        serverKnows(room, NEW);
        await room.rotations.tryOld(TRADER);
      },
    ],
  ];

  it.each(steps.map(([name], index) => [name, index] as const))(
    'stands where it stood: %s',
    async (_name, last) => {
      const room = await started();
      serverKnows(room, OLD, NEW);
      for (const [, reach] of steps.slice(0, last + 1)) await reach(room);
      const before = room.rotations.standing(TRADER);
      const again = await room.restart();
      expect(again.rotations.standing(TRADER)).toEqual(before);
      expect(textOf(again, 'client_secret')).toBe(OLD);
      expect(textOf(again, 'new_client_secret')).toBe(last === 0 ? null : NEW);
    },
  );

  it('asks for the revocations that the kill kept from being asked', async () => {
    const room = await started();
    await checked(room);
    await room.vault.change({
      contents: (before) => ({
        ...before,
        rotations: before.rotations.map((each) => ({
          ...each,
          revokeAskedAtMs: room.clock.nowMs() + 1,
        })),
      }),
    });
    const again = await room.restart();
    await again.clock.advance(10);
    expect(again.gateway.calls).toContain('revoke token-text-1');
  });

  it('lists a token that may have been minted with the new secret meanwhile', async () => {
    const room = await started(0);
    await room.rotations.takeSecret(TRADER, secret());
    room.gateway.onToken(() => new Promise(() => {}));
    void room.rotations.check(TRADER);
    await room.clock.advance(10);
    const again = await room.restart();
    expect(again.state(0)).toBe('possibly_issued');
    expect(stepOf(again)).toBe(2);
  });
});

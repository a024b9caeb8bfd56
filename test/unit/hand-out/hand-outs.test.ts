// When a token that a program holds is replaced, and how long the one before it lives on.
import { beforeEach, describe, expect, it } from 'vitest';
import { newLeakPlan } from '../../../electron/main/domain/leak-plan.ts';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import { HandOuts } from '../../../electron/main/hand-out/hand-outs.ts';
import { settle } from '../../support/fake-clock.ts';
import {
  createTestSession,
  PARTNER,
  TRADER,
  type TestSession,
} from '../../support/test-session.ts';
import { NO_CONTENTS } from '../../../electron/main/vault/vault.ts';

/** Of the scripted gateway's tokens. */
const LIFETIME_MS = 3_600_000;
const RUN = 'a-run';
const BOTH = ['TRADER_READ', 'TRADER_TRADE'];

let session: TestSession;
/** The same, as `hand-outs.ts` reads it. */
let read: TestSession;
let handOuts: HandOuts;
let isLocked = false;
let isWiped = false;

const order = {
  credentialId: TRADER,
  label: 'Desk-A',
  accessType: 'trader',
  scopes: ['TRADER_READ'],
  program: 'python bot.py',
  forSeconds: null,
} as const;
const begin = (wasAsked = true, gone = new AbortController(), more = {}) =>
  handOuts.begin({ ...order, ...more }, { wasAsked, over: () => undefined, gone: gone.signal });

/** Another program in its place. */
async function beginAnew(more: Parameters<typeof begin>[2]): Promise<void> {
  handOuts.end(RUN);
  await settle();
  await begin(true, undefined, more);
}

/** The next token comes once that is resolved. */
function slowToken(): PromiseWithResolvers<void> {
  const answer = Promise.withResolvers<void>();
  session.gateway.onToken(async () => {
    await answer.promise;
    return ok(session.gateway.issued());
  });
  return answer;
}

/** As a locked vault: nothing is saved any more, and nothing of the contents is there. */
function lock(): void {
  isLocked = true;
  isWiped = true;
  void session.vault.lock();
}

/** Opens what was saved before the lock. */
async function unlock(): Promise<void> {
  session = await session.restart(session.vault.copy());
  read = readingFrom(session);
  isLocked = false;
  isWiped = false;
  handOuts.opened();
  await settle();
}

/** What a program is told as it asks, and when it should ask again at the latest. */
async function ask(refused = false): Promise<{ readonly text: string; readonly againMs: number }> {
  const told = await handOuts.token(RUN, refused);
  if (!told.ok) throw new Error(told.failure.why);
  return { text: told.value.access_token, againMs: (told.value.expires_in ?? 0) * 500 };
}

const revoked = (text: string): boolean => session.gateway.calls.includes(`revoke ${text}`);

/** Nothing of the contents is there once the vault is locked. */
function readingFrom(open: TestSession): TestSession {
  const contents = () => (isWiped ? NO_CONTENTS : open.vault.contents());
  return { ...open, session: { ...open.session, vault: { ...open.session.vault, contents } } };
}

describe('a token that a program holds', () => {
  beforeEach(async () => {
    isLocked = false;
    isWiped = false;
    session = await createTestSession();
    read = readingFrom(session);
    handOuts = new HandOuts({
      clock: session.clock,
      services: () => (isLocked ? fail({ code: 'vault_locked' }) : ok(read)),
      newRun: () => RUN,
      changed: () => undefined,
      frozen: () => undefined,
    });
    await begin();
  });

  it('is a new one for who asks at half of its life, and the old one still has that half', async () => {
    // The answer took a moment, which `expires_in` in whole seconds hides.
    await session.clock.advance(100);
    const first = await ask();
    await session.clock.advance(first.againMs);
    expect(first.againMs).toBeGreaterThan(LIFETIME_MS * 0.49);
    const second = await ask();
    expect(second.text).not.toBe(first.text);
    expect(revoked(first.text)).toBe(false);
  });

  it('is not revoked until all that were given it have asked again', async () => {
    await session.clock.advance(LIFETIME_MS / 3 - 1);
    const late = await ask();
    await session.clock.advance(1);
    const other = await ask();
    expect(other.text).not.toBe(late.text);
    await session.clock.advance(late.againMs);
    expect(revoked(late.text)).toBe(false);
    expect((await ask()).text).not.toBe(late.text);
    await session.clock.advance(10_000);
    expect(revoked(late.text)).toBe(true);
    expect(revoked(other.text)).toBe(false);
  });

  it('is revoked with the one before it as the program ends', async () => {
    const first = await ask();
    await session.clock.advance(first.againMs);
    const second = await ask();
    handOuts.end(RUN);
    await settle();
    expect([first.text, second.text].map(revoked)).toEqual([true, true]);
  });

  it('waits for no unlock where it was renewed and revoked before the lock', async () => {
    await session.clock.advance(LIFETIME_MS / 2);
    await ask();
    handOuts.end(RUN);
    await settle();
    isLocked = true;
    await session.clock.advance(LIFETIME_MS);
    expect(handOuts.waiting()).toBe(0);
  });

  it('is asked for once by all that ask at the same time', async () => {
    await session.clock.advance(LIFETIME_MS / 2);
    const told = await Promise.all([ask(), ask(), ask(true)]);
    expect(new Set(told.map(({ text }) => text)).size).toBe(1);
    expect(session.gateway.calls.filter((call) => call.startsWith('token'))).toHaveLength(2);
  });

  it('is revoked at the next unlock where its program ended as the vault locked', async () => {
    const { text } = await ask();
    handOuts.end(RUN);
    lock();
    await settle();
    expect(revoked(text)).toBe(false);
    expect(handOuts.waiting()).toBe(1);
    await unlock();
    expect(revoked(text)).toBe(true);
  });

  it.each([
    ['a revocation run begins', () => handOuts.freeze()],
    ['its program goes away', (gone: AbortController) => gone.abort()],
  ])('is revoked as it comes where %s while it is asked for', async (_what, ends) => {
    const answer = slowToken();
    const gone = new AbortController();
    const given = begin(true, gone);
    await settle();
    ends(gone);
    await settle();
    answer.resolve();
    expect(await given).toMatchObject({ failure: { why: 'gateway_refused' } });
    await settle();
    expect(revoked('token-text-2')).toBe(true);
    expect(session.state(0)).toBe('propagating');
  });

  it('is revoked as it comes where the program ends while it is renewed', async () => {
    await session.clock.advance(LIFETIME_MS / 2);
    const answer = slowToken();
    const told = handOuts.token(RUN, false);
    await settle();
    handOuts.end(RUN);
    await settle();
    answer.resolve();
    expect(await told).toMatchObject({ ok: false });
    await settle();
    expect(['token-text-1', 'token-text-2'].map(revoked)).toEqual([true, true]);
  });

  it('is not given, and is revoked at the next unlock, where it came as the vault locked', async () => {
    handOuts.end(RUN);
    await settle();
    const answer = session.gateway.issued();
    session.gateway.onToken(() => {
      isLocked = true;
      return ok(answer);
    });
    const given = await begin();
    await settle();
    expect(given).toMatchObject(fail({ why: 'locked' }));
    expect(handOuts.list()).toEqual([]);
    lock();
    await unlock();
    expect(revoked('token-text-2')).toBe(true);
  });

  it('is told of a lock, not of the gateway, where that took the answer to its renewal', async () => {
    await session.clock.advance(LIFETIME_MS / 2);
    const answer = slowToken();
    const asking = [handOuts.token(RUN, false), handOuts.token(RUN, true)];
    await settle();
    lock();
    answer.resolve();
    expect(await Promise.all(asking)).toMatchObject([
      fail({ why: 'locked' }),
      fail({ why: 'locked' }),
    ]);
  });

  describe('whose program asks once a second for five minutes', () => {
    const requests = (): number =>
      session.gateway.calls.filter((call) => call.startsWith('token')).length;
    const asksOn = async (seconds = 300, isRefused = false): Promise<number> => {
      const before = requests();
      for (let second = 0; second < seconds; second += 1) {
        await handOuts.token(RUN, isRefused);
        await session.clock.advance(1_000);
      }
      return requests() - before;
    };
    const failing = (...failure: Parameters<TestSession['gateway']['failure']>) =>
      session.gateway.refuseTokens(...failure);

    describe('for first tokens, without a question', () => {
      /** A command that ends at once, in a loop. */
      const beginsOn = async (seconds: number, more = {}): Promise<number> => {
        const before = requests();
        for (let second = 0; second < seconds; second += 1) {
          if ((await begin(false, undefined, more)).ok) handOuts.end(RUN);
          await session.clock.advance(1_000);
        }
        return requests() - before;
      };

      it('is given one in half a minute, and told when to ask again', async () => {
        expect(await beginsOn(60)).toBe(2);
        await begin(false);
        expect(await begin(false)).toMatchObject({
          failure: { why: 'gateway_refused', sentence: expect.stringContaining('in 30 seconds') },
        });
      });

      it('is given one alone where it asks many times at once, or goes away each time', async () => {
        const before = requests();
        await Promise.all(Array.from({ length: 20 }, () => begin(false)));
        expect(requests() - before).toBe(1);
        await session.clock.advance(30_000);
        for (let time = 0; time < 20; time += 1) {
          const gone = new AbortController();
          session.gateway.onToken(() => {
            gone.abort();
            return ok(session.gateway.issued());
          });
          await begin(false, gone);
        }
        expect(requests() - before).toBe(2);
      });

      it('waits for no token that a person said yes to, and holds none of those up', async () => {
        expect((await begin(false)).ok).toBe(true);
        expect((await begin(true)).ok).toBe(true);
        expect((await begin(true)).ok).toBe(true);
        await session.clock.advance(30_000);
        expect((await begin(true)).ok).toBe(true);
        expect((await begin(false)).ok).toBe(true);
      });

      it('waits by the credential', async () => {
        expect((await begin(false)).ok).toBe(true);
        const partner = { credentialId: PARTNER, accessType: 'partner', scopes: [] };
        expect((await begin(false, undefined, partner)).ok).toBe(true);
        expect((await begin(false)).ok).toBe(false);
      });
    });

    it('is asked for with the patience of renewal', async () => {
      await session.clock.advance(LIFETIME_MS / 2);
      failing({ code: 'server_error' }, { status: 503 });
      // Half a minute, then one, two, four: the pause doubles.
      expect(await asksOn()).toBe(4);
    });

    it('is asked for once where the server says to wait so long', async () => {
      await session.clock.advance(LIFETIME_MS / 2);
      failing({ code: 'rate_limited', retryAfterMs: 300_000 }, { status: 429 });
      expect(await asksOn()).toBe(1);
    });

    it('is asked for three times where the server refuses, until a person says yes anew', async () => {
      await session.clock.advance(LIFETIME_MS / 2);
      failing({ code: 'invalid_scope' }, { status: 400 });
      expect(await asksOn(1_200)).toBe(3);
      expect(await begin(false)).toMatchObject({ failure: { why: 'gateway_refused' } });
      expect(requests()).toBe(4);
      session.gateway.onToken(() => ok(session.gateway.issued()));
      expect((await begin(true)).ok).toBe(true);
    });

    it('is replaced at most once in half a minute, however short it lives (case 21)', async () => {
      handOuts.end(RUN);
      session.gateway.onToken(() => ok(session.gateway.issued({ lifetimeSeconds: 6 })));
      await begin();
      expect(await asksOn()).toBeLessThanOrEqual(10);
    });

    it('is replaced ever more rarely where calls are refused and nobody can ask about it', async () => {
      expect(await asksOn(600, true)).toBeLessThanOrEqual(4);
    });

    it('is asked about every ten seconds at most where its calls are refused', async () => {
      await beginAnew({ scopes: ['TRADER_TRADE'] });
      const probes = (): number =>
        session.gateway.calls.filter((call) => call.startsWith('probe')).length;
      const before = probes();
      expect(await asksOn(60, true)).toBe(0);
      expect(probes() - before).toBeGreaterThan(1);
      // A check may take two calls.
      expect(probes() - before).toBeLessThanOrEqual(14);
    });

    it('is replaced at most once a minute where the gateway refuses it too', async () => {
      await beginAnew({ scopes: ['TRADER_TRADE'] });
      let probes = 0;
      // Of each new token the first call is taken.
      session.gateway.onProbe(() =>
        ok(session.gateway.probed((probes += 1) % 2 === 1 ? 401 : 200)),
      );
      expect(await asksOn(300, true)).toBeLessThanOrEqual(5);
    });
  });

  it.each<[string, string, Parameters<TestSession['gateway']['issued']>[0]]>([
    ['granted more than was confirmed', 'more than was confirmed', { grantedScopes: BOTH }],
    // As `TRADER_READ,TRADER_TRADE` or a list is read.
    [
      'named what it granted in another form',
      'in an unknown form',
      { grantedScopes: null, anomalies: ['scope_malformed'] },
    ],
  ])('is revoked at once, and not given, where the server %s', async (_what, sentence, issued) => {
    session.gateway.onToken(() => ok(session.gateway.issued(issued)));
    expect(await begin()).toMatchObject({
      failure: { why: 'gateway_refused', sentence: expect.stringContaining(sentence) },
    });
    await settle();
    expect(revoked('token-text-2')).toBe(true);
    // The same of a renewal: the program keeps the token that it has.
    await session.clock.advance(LIFETIME_MS / 2);
    expect((await ask()).text).toBe('token-text-1');
    await settle();
    expect(revoked('token-text-3')).toBe(true);
  });

  it('stays the one to use where the successor is granted less, which is revoked', async () => {
    await beginAnew({ scopes: BOTH });
    const old = (await ask()).text;
    session.gateway.onToken(() => ok(session.gateway.issued({ grantedScopes: ['TRADER_READ'] })));
    await session.clock.advance(LIFETIME_MS / 2);
    expect((await ask()).text).toBe(old);
    await settle();
    expect(session.token(0).revocation).not.toBeNull();
    await session.clock.advance(LIFETIME_MS / 2 - 1);
    expect(revoked(old)).toBe(false);
    await session.clock.advance(600_000);
    expect(await handOuts.token(RUN, false)).toMatchObject({
      failure: {
        why: 'gateway_refused',
        sentence: expect.stringContaining('TRADER_TRADE'),
      },
    });
  });

  describe('whose successor no call shows to work', () => {
    let old = '';
    const fresh = (): string => session.token(0).id;
    const tokens = (): number => session.vault.contents().tokens.length;
    beforeEach(async () => {
      await beginAnew({ scopes: ['TRADER_TRADE'] });
      old = (await ask()).text;
      session.gateway.onProbe(() => ok(session.gateway.probed(403)));
      await session.clock.advance(LIFETIME_MS / 2);
    });

    it('stays the one to use while it lives, and one successor alone waits beside it', async () => {
      const [before, id] = [tokens(), fresh()];
      expect((await ask()).text).toBe(old);
      await session.clock.advance(60_000);
      expect((await ask()).text).toBe(old);
      expect(tokens()).toBe(before + 1);
      expect(fresh()).not.toBe(id);
      expect(revoked(old)).toBe(false);
    });

    it('is revoked with that successor as the program ends', async () => {
      await ask();
      handOuts.end(RUN);
      await settle();
      const { tokens: all } = session.vault.contents();
      expect(all.filter(({ revocation }) => revocation === null)).toEqual([]);
    });
  });

  it('stays where the server refuses the successor, which is revoked', async () => {
    await beginAnew({ scopes: ['TRADER_TRADE'] });
    const old = (await ask()).text;
    await session.clock.advance(LIFETIME_MS / 2);
    session.gateway.onProbe((text) => ok(session.gateway.probed(text === old ? 200 : 401)));
    expect((await ask()).text).toBe(old);
    await settle();
    expect(session.token(0).revocation).not.toBeNull();
    expect(revoked(old)).toBe(false);
  });

  it('is not renewed with a secret that has leaked, while its plan is open', async () => {
    const plan = newLeakPlan(TRADER, session.clock.nowMs(), []);
    await session.vault.change({ contents: (now) => ({ ...now, leakPlans: [plan] }) });
    const before = session.gateway.calls.filter((call) => call.startsWith('token')).length;
    await session.clock.advance(LIFETIME_MS / 2);
    await handOuts.token(RUN, false);
    expect(session.gateway.calls.filter((call) => call.startsWith('token'))).toHaveLength(before);
  });

  it('ends by the time that was confirmed, also where the machine slept over it', async () => {
    await beginAnew({ forSeconds: 14_400 });
    session.clock.setWall(session.clock.nowMs() + 14_400_000);
    expect(await handOuts.token(RUN, false)).toMatchObject({ failure: { why: 'denied' } });
    expect(handOuts.list()).toEqual([]);
    await begin(true, undefined, { forSeconds: 14_400 });
    session.clock.setWall(session.clock.nowMs() + 14_400_000);
    await session.clock.advance(10_000);
    expect(handOuts.list()).toEqual([]);
  });

  it.each([
    ['is asked about', () => handOuts.token(RUN, true)],
    ['is tried out for the first time', () => handOuts.token(RUN, false)],
  ])('is revoked with its successor where the program ends while it %s', async (_what, asks) => {
    await beginAnew({ scopes: ['TRADER_TRADE'] });
    await session.clock.advance(LIFETIME_MS / 2);
    session.gateway.onProbe(() => {
      handOuts.end(RUN);
      return ok(session.gateway.probed(401));
    });
    expect(await asks()).toMatchObject({ failure: { why: 'denied' } });
    await settle();
    const { tokens } = session.vault.contents();
    expect(tokens.filter(({ revocation }) => revocation === null)).toEqual([]);
  });
});

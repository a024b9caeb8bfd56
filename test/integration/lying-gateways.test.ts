// Gateways that lie or restart, over real TLS: each accepts a revocation and does nothing, or refuses what works. No
// token that works is ever confirmed dead, and none in use is revoked.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TokenState } from '../../electron/shared/words.ts';
import { eventually } from '../support/eventually.ts';
import { answer, tokenJson } from '../support/gateway-lab.ts';
import type { RecordedRequest, Responder } from '../support/raw-tls-server.ts';
import {
  startTlsLab,
  tokenIn,
  type TlsLab,
  type TlsTestSession,
} from '../support/tls-test-session.ts';
import { TRADER } from '../support/test-session.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
const NAMED = ['WWW-Authenticate: Bearer error="invalid_token"'];
const SCOPE = ['WWW-Authenticate: Bearer error="insufficient_scope"'];
const TRADE = ['TRADER_TRADE'] as const;
const taken = answer(200, '{"id":1}');
const refusedByName = answer(401, '{}', NAMED);
const refused = answer(401, '', []);

let lab: TlsLab;
beforeAll(async () => (lab = await startTlsLab()));
afterEach(async () => await lab.reset());
afterAll(async () => await lab.stop());

const bearerOf = ({ headers }: RecordedRequest): string =>
  (headers.find(([name]) => name === 'authorization')?.[1] ?? '').replace('Bearer ', '');

/** What the trading host answers, by token. */
const who = (respond: (token: string) => Responder): void =>
  lab.trade.answerWith((socket, request) => respond(bearerOf(request))(socket, request));

let issued = 0;
let revoked: string[] = [];
/** Issues texts of its own, or this one; accepts every revocation and does nothing. */
function serve({ text = null as string | null, revocation = answer(200) } = {}): void {
  lab.base.answerWith((socket, request) => {
    const form = new URLSearchParams(request.body.toString());
    if (!request.path.endsWith('/token')) {
      revoked.push(form.get('token') ?? '');
      return revocation(socket, request);
    }
    issued += 1;
    const scope = form.get('scope') ?? '';
    const json = tokenJson({ access_token: text ?? `live-${issued}`, scope });
    return answer(200, json)(socket, request);
  });
}

type Scopes = Parameters<TlsTestSession['requests']['request']>[1];

/** So many tokens, each checked; the newest is the one that is revoked. */
async function opened(...scopes: readonly Scopes[]): Promise<TlsTestSession> {
  issued = 0;
  revoked = [];
  serve();
  const session = await lab.open();
  for (const each of scopes) {
    await session.requests.request(TRADER, each);
    await session.checks.check(tokenIn(session).id);
  }
  return session;
}

/** Lets the time pass, and gathers every state of the newest token. */
async function lived(session: TlsTestSession, ms: number): Promise<ReadonlySet<TokenState>> {
  const seen = new Set<TokenState>();
  for (let passed = 0; passed < ms; passed += 20 * SECOND) {
    await session.pass(20 * SECOND);
    seen.add(session.states()[0]!);
  }
  return seen;
}

async function revoke(session: TlsTestSession): Promise<void> {
  await session.revocations.revoke(tokenIn(session).id);
  await eventually(() => expect(tokenIn(session).revocation?.acceptedAtMs).not.toBeNull());
}

describe('a gateway that accepts a revocation and does nothing', () => {
  it('and restarts at the end of the window, refusing everybody by name, proves nothing', async () => {
    who(() => taken);
    const session = await opened(TRADE);
    await revoke(session);
    await lived(session, 280 * SECOND);
    who(() => refusedByName);
    expect(await lived(session, 80 * SECOND)).not.toContain('verified');
    who(() => taken);
    const seen = await lived(session, 5 * MINUTE);
    expect(seen).not.toContain('verified');
    expect(seen).toContain('still_honoured');
  });

  it('and refuses everybody by name from some moment on proves nothing beside another token', async () => {
    who(() => taken);
    const session = await opened(TRADE, TRADE);
    await revoke(session);
    await lived(session, MINUTE);
    // The other one was asked last, so that it is not known to be refused.
    who(() => refusedByName);
    expect(await lived(session, 8 * MINUTE)).not.toContain('verified');
  });

  it('behind a wall that begins with the press proves nothing, however often Check is pressed', async () => {
    who(() => taken);
    const session = await opened(TRADE);
    who(() => refused);
    await revoke(session);
    for (let press = 0; press < 4; press += 1) await session.checks.check(tokenIn(session).id);
    expect(await lived(session, 12 * MINUTE)).not.toContain('verified');
    expect(session.states()).toEqual(['not_verifiable']);
    expect(session.stops.preview({ kind: 'all' }).accepted).toBe(1);
  });

  it('and refuses read-only tokens with a bare 401 proves nothing beside a token that may trade', async () => {
    who((token) => (token === 'live-1' ? taken : refused));
    const session = await opened(TRADE, ['TRADER_READ']);
    expect(session.states()[0]).toBe('unclear');
    await revoke(session);
    expect(await lived(session, 12 * MINUTE)).not.toContain('verified');
  });

  it.each([
    ['TRADER_READ', answer(403, '{}', SCOPE)],
    ['TRADER_READ TRADER_TRADE', taken],
  ] as const)(
    'and refuses a token for %s with a bare 401 since proves nothing beside a token for trading alone',
    async (scope, before) => {
      who((token) => (token === 'live-1' ? taken : before));
      const session = await opened(TRADE, scope.split(' ') as Scopes);
      expect(tokenIn(session).baselines).toHaveLength(1);
      who((token) => (token === 'live-1' ? taken : refused));
      await revoke(session);
      expect(await lived(session, 12 * MINUTE)).not.toContain('verified');
    },
  );

  it('behind a firewall that says 403 to the other token proves nothing', async () => {
    who(() => taken);
    const session = await opened(TRADE, TRADE);
    who((token) => (token === 'live-1' ? answer(403, '{"message":"Forbidden"}') : refused));
    await revoke(session);
    expect(await lived(session, 12 * MINUTE)).not.toContain('verified');
  });

  it('with a firewall before and a wall since is seen to have changed nothing of the token', async () => {
    who(() => answer(403, '{"message":"Forbidden"}'));
    const session = await opened(TRADE);
    who(() => refused);
    await revoke(session);
    expect(await lived(session, 12 * MINUTE)).not.toContain('verified');
    expect(tokenIn(session).baselines ?? []).toEqual([]);
  });

  it('and says 200 with an error is not believed: the revocation is asked for again', async () => {
    who(() => taken);
    const session = await opened(TRADE);
    serve({ revocation: answer(200, '{"error":"invalid_client"}') });
    await session.revocations.revoke(tokenIn(session).id);
    await lived(session, MINUTE);
    expect(session.states()).toEqual(['revoking']);
    expect(revoked.length).toBeGreaterThan(2);
    expect(tokenIn(session).revocation?.acceptedAtMs).toBeNull();
  });

  it('flaps between taking and refusing everybody without a word proves nothing', async () => {
    who(() => taken);
    const session = await opened(TRADE, TRADE);
    let asked = 0;
    // Each refusal of the token is followed by a control that is refused or taken in turn.
    who((token) => {
      if (token === 'live-2') return refused;
      asked += 1;
      return asked % 2 === 0 ? refused : taken;
    });
    await revoke(session);
    expect(await lived(session, 8 * MINUTE)).not.toContain('verified');
  });
});

describe('a gateway that does what it says', () => {
  it.each([
    ['without a word, beside another token', refused, [TRADE, TRADE], 'control'],
    ['by name', refusedByName, [TRADE], 'named'],
    ['by name with 403', answer(403, '{}', NAMED), [TRADE], 'named'],
  ] as const)('and refuses the token %s proves its death', async (...[, how, scopes, evidence]) => {
    who(() => taken);
    const session = await opened(...scopes);
    const dying = `live-${scopes.length}`;
    who((token) => (token === dying ? how : taken));
    await revoke(session);
    await lived(session, 6 * MINUTE);
    expect([session.states()[0], tokenIn(session).revocation?.evidence]).toEqual([
      'verified',
      evidence,
    ]);
  });

  it('of a read-only token too, where it named the scope before and of another one still', async () => {
    who(() => answer(403, '{}', SCOPE));
    const session = await opened(['TRADER_READ'], ['TRADER_READ']);
    who((token) => (token === 'live-2' ? refused : answer(403, '{}', SCOPE)));
    await revoke(session);
    await lived(session, 6 * MINUTE);
    expect(session.states()[0]).toBe('verified');
  });
});

describe('a cache that gives the same token again', () => {
  it('costs a renewal nothing: the token in use is one card and is never revoked', async () => {
    who(() => taken);
    const session = await opened();
    serve({ text: 'the-one' });
    await session.requests.request(TRADER, TRADE);
    await session.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 10 });
    await session.requests.renew(tokenIn(session).id);
    await session.clock.advance(23 * 3_600_000 + 50 * MINUTE);
    await lived(session, 12 * MINUTE);
    expect(issued).toBeGreaterThan(2);
    expect([session.states(), revoked]).toEqual([['active'], []]);
  });
});

// The places on the connections of a burst: each claimed for a call that begins, or given back.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../electron/main/domain/clock.ts';
import { standardBudgets } from '../../electron/main/gateway/budgets.ts';
import type { ConversationOptions } from '../../electron/main/gateway/connections/conversation.ts';
import { endpointOf } from '../../electron/main/gateway/requests/endpoints.ts';
import type { ConnectionCall } from '../../electron/main/gateway/connections/connection.ts';
import {
  createConnectionPool,
  type ConnectionPool,
  type Place,
} from '../../electron/main/gateway/connections/connection-pool.ts';
import { createTrustedAuthorities } from '../../electron/main/gateway/connections/trusted-authorities.ts';
import { eventually } from '../support/eventually.ts';
import { startH1Server, startH2Server, type BurstServer } from '../support/burst-servers.ts';
import { createTestCertificates, type TestCertificates } from '../support/test-certificates.ts';
import { valueOf } from '../unit/vault/store/vault-samples.ts';

let certificates: TestCertificates;
const running: BurstServer[] = [];
const pools: ConnectionPool[] = [];

beforeAll(async () => (certificates = await createTestCertificates()));
afterEach(() => {
  for (const pool of pools.splice(0)) pool.close();
});
afterAll(async () => await Promise.all(running.map(({ stop }) => stop())));

const protocols = [
  ['HTTP/1.1', () => startH1Server(certificates.good)],
  ['HTTP/2', () => startH2Server(certificates.good, { maxConcurrentStreams: 1 })],
] as const;

function lab(server: BurstServer, isCurrent: () => boolean = () => true) {
  running.push(server);
  const reach = { authorityPem: certificates.authority };
  const target = { ...reach, baseUrl: server.url, tradeUrl: `${server.url}/trade` };
  const endpoint = valueOf(endpointOf('revoke', 'trader', target));
  const pool = createConnectionPool({
    ports: {
      clock: systemClock,
      budgets: { ...standardBudgets, connectMs: 3_000 },
      authorities: createTrustedAuthorities(() => []),
      systemProxy: () => Promise.reject(new Error('no system')),
    },
    url: endpoint.url,
    reach,
    expected: () => 1,
    isCurrent,
  });
  pools.push(pool);
  const options = (changes: Partial<ConversationOptions> = {}): ConversationOptions => ({
    clock: systemClock,
    request: {
      call: 'revoke',
      endpoint,
      body: Buffer.from('token=a'),
      authorization: null,
      secrets: [],
      reach,
      wantsBody: () => false,
    },
    headBytes: standardBudgets.headBytes,
    bodyBytes: standardBudgets.bodyBytes.revoke,
    headersMs: 3_000,
    remainingMs: 3_000,
    signal: null,
    onHead: () => undefined,
    ...changes,
  });
  return { pool, options };
}

const taken = (place: Place): ConnectionCall => {
  if (!place.ok) throw new Error(place.failure.code);
  return place.value;
};

describe.each(protocols)('a place on a connection over %s', (_protocol, start) => {
  it('is not claimed for a call cancelled in the moment in which it falls free', async () => {
    const { pool, options } = lab(await start());
    const first = taken(await pool.take(null));
    const cancel = new AbortController();
    const second = pool.take(cancel.signal);
    // The head of the answer frees the place, or its end right behind it.
    await first(options({ onHead: () => cancel.abort() }));
    expect(await second).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    const third = taken(await pool.take(null));
    expect(await third(options())).toMatchObject({ reply: { kind: 'answered' } });
  });

  it('is given back by a call cancelled before it begins', async () => {
    const { pool, options } = lab(await start());
    const cancelled = options({ signal: AbortSignal.abort() });
    expect(await taken(await pool.take(null))(cancelled)).toMatchObject({
      reply: { kind: 'failed', code: 'cancelled' },
      askElsewhere: false,
    });
    const next = taken(await pool.take(null));
    expect(await next(options())).toMatchObject({ reply: { kind: 'answered' } });
  });
});

it('no call is given a connection of which the way there changed as it was opened', async () => {
  const server = await startH1Server(certificates.good);
  let left = Infinity;
  const { pool, options } = lab(server, () => (left -= 1) >= 0);
  await taken(await pool.take(null))(options());
  // It is asked for before the second connection, and has changed when that stands.
  left = 1;
  expect(await pool.takeFresh(null)).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  await eventually(() => expect(server.connections()).toBe(2));
  expect(pool.isClosed()).toBe(true);
});

it.each(protocols)(
  'no call that waits is given a place over %s where the way there has changed meanwhile',
  async (_protocol, start) => {
    let isCurrent = true;
    const server = await start();
    const { pool, options } = lab(server, () => isCurrent);
    const first = taken(await pool.take(null));
    const second = pool.take(null);
    // What is under way went out before: its answer counts, and frees its place.
    const answered = first(options({ onHead: () => (isCurrent = false) }));
    expect(await second).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(await answered).toMatchObject({ reply: { kind: 'answered' } });
    expect(pool.isClosed()).toBe(true);
  },
);

it.each(protocols)(
  'no call is asked again over %s where the way there has changed meanwhile',
  async (_protocol, start) => {
    let isCurrent = true;
    const { pool, options } = lab(await start(), () => isCurrent);
    await taken(await pool.take(null))(options());
    isCurrent = false;
    expect(await pool.take(null)).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(await pool.takeFresh(null)).toMatchObject({ ok: false });
  },
);

it('no call is given a connection of a burst that was closed as it was opened', async () => {
  const server = await startH1Server(certificates.good);
  const { pool, options } = lab(server);
  await taken(await pool.take(null))(options());
  const fresh = pool.takeFresh(null);
  pool.close();
  expect(await fresh).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
});

it('no connection is opened after the way there has changed, not even for a call asked again', async () => {
  let isCurrent = true;
  const server = await startH1Server(certificates.good);
  const { pool, options } = lab(server, () => isCurrent);
  await taken(await pool.take(null))(options());
  isCurrent = false;
  expect(await pool.takeFresh(null)).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  expect([server.connections(), pool.isClosed()]).toEqual([1, true]);
});

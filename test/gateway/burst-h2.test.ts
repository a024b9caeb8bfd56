// Bursts over HTTP/2: every answer finds its own call, whatever the server does to streams and sessions.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Budgets } from '../../electron/main/gateway/budgets.ts';
import type { CallOptions } from '../../electron/main/gateway/call-target.ts';
import { openLab, tokenText, tokenTexts, type BurstLab } from '../support/burst-lab.ts';
import { accept, startH2Server, type H2Call, type H2Server } from '../support/burst-servers.ts';
import { credentialOf, expectNoCanary, SECRET, secretOf, TOKEN } from '../support/gateway-lab.ts';
import { startRawTlsServer } from '../support/raw-tls-server.ts';
import { createTestCertificates, type TestCertificates } from '../support/test-certificates.ts';
import { eventually } from '../support/eventually.ts';

let certificates: TestCertificates;
const running: (() => Promise<void>)[] = [];
const bursts: BurstLab[] = [];

beforeAll(async () => (certificates = await createTestCertificates()));
afterEach(() => {
  for (const { burst } of bursts.splice(0)) burst.close();
});
afterAll(async () => await Promise.all(running.map((stop) => stop())));

async function serve(settings?: Parameters<typeof startH2Server>[1]): Promise<H2Server> {
  const server = await startH2Server(certificates.good, settings);
  running.push(server.stop);
  return server;
}

function lab(
  server: { readonly url: string },
  expected: number,
  budgets: Partial<Budgets> = {},
  options: CallOptions = {},
): BurstLab {
  const opened = openLab(server.url, certificates.authority, expected, budgets, options);
  bursts.push(opened);
  return opened;
}

const respond =
  (headers: Record<string, string | number | string[]>, body = '') =>
  ({ stream }: H2Call): void => {
    stream.respond(headers);
    stream.end(body);
  };

describe('a burst over HTTP/2', () => {
  it('revokes 500 tokens over five warm sessions, each token once', async () => {
    const server = await serve();
    const { revokeAll, warm, burst } = lab(server, 500);
    await warm(500);
    expect(await revokeAll(0, 500)).toEqual({ accepted: 500 });
    expect(server.tokens.toSorted()).toEqual(tokenTexts(0, 500));
    expect([server.connections(), burst.width()]).toEqual([5, 500]);
  });

  it('opens no call on a session beyond a hundred, though the server allows more', async () => {
    const server = await serve({ maxConcurrentStreams: 1_000 });
    const { revokeAll, warm } = lab(server, 300);
    await warm(300);
    expect(await revokeAll(0, 300)).toEqual({ accepted: 300 });
    expect(server.mostStreams()).toBeLessThanOrEqual(100);
  });

  it('keeps to the streams a server allows, and to twenty sessions', async () => {
    const server = await serve({ maxConcurrentStreams: 3 });
    const { revokeAll, warm, burst } = lab(server, 500);
    await warm(60);
    expect(await revokeAll(0, 200)).toEqual({ accepted: 200 });
    expect([server.mostStreams(), server.connections(), burst.width()]).toEqual([3, 20, 60]);
  });

  it('opens one session where few calls are expected', async () => {
    const server = await serve();
    const { revokeAll, warm } = lab(server, 7);
    await warm(7);
    await revokeAll(0, 7);
    expect(server.connections()).toBe(1);
  });

  it('sends nothing before it is asked to', async () => {
    const server = await serve();
    await lab(server, 100).warm(100);
    expect(server.tokens).toEqual([]);
  });

  it('needs no waiting for warm connections', async () => {
    const server = await serve();
    expect(await lab(server, 20).revokeAll(0, 20)).toEqual({ accepted: 20 });
  });

  it('lets one call that hangs delay no other', async () => {
    const server = await serve();
    server.answerWith((call) => call.token === tokenText(0) || accept(call));
    const { revoke, revokeAll } = lab(server, 50, { headersMs: 3_000 });
    const hanging = revoke(0);
    expect(await revokeAll(1, 50)).toEqual({ accepted: 49 });
    expect(await hanging).toMatchObject({
      failure: { code: 'headers_timeout', possiblyDone: true },
    });
    expect(await revoke(51)).toMatchObject({ ok: true });
  });

  it('sends no further call over a connection on which one ran into its time limit', async () => {
    const server = await serve();
    const sessions = new Set<unknown>();
    const carried: string[] = [];
    server.answerWith((call) => {
      sessions.add(call.session);
      // The first connection swallows everything.
      if (sessions.size === 1) return;
      carried.push(call.token);
      accept(call);
    });
    const { revoke, revokeAll } = lab(server, 10, { headersMs: 300 });
    expect(await revokeAll(0, 10)).toEqual({ headers_timeout: 10 });
    expect(await revokeAll(10, 20)).toEqual({ accepted: 10 });
    expect(carried.toSorted()).toEqual(tokenTexts(10, 20));
    await eventually(() => expect(server.open()).toBe(1));
    expect(await revoke(20)).toMatchObject({ ok: true });
  });

  it('leaves the other calls of a connection to their end where one ran into its time limit', async () => {
    const server = await serve();
    const late: H2Call[] = [];
    server.answerWith((call) => {
      if (call.token === tokenText(1)) late.push(call);
      else if (call.token !== tokenText(0)) accept(call);
    });
    const { revoke } = lab(server, 2, { headersMs: 1_500 });
    const first = revoke(0);
    await new Promise((resolve) => {
      // The second has more than a second left when the first ends.
      setTimeout(resolve, 1_200);
    });
    const second = revoke(1);
    expect(await first).toMatchObject({ failure: { code: 'headers_timeout' } });
    // Its connection is no longer used; the one under way there is.
    expect(await revoke(2)).toMatchObject({ ok: true });
    expect(server.connections()).toBe(2);
    late.forEach(accept);
    expect(await second).toMatchObject({ ok: true });
    await eventually(() => expect(server.open()).toBe(1));
  });

  it('asks again elsewhere for what a server going away did not look at', async () => {
    const server = await serve();
    let hasGone = false;
    server.answerWith((call) => {
      if (!hasGone && call.number === 10) call.session.goaway(0, 19);
      if (hasGone || call.number <= 10) accept(call);
      hasGone ||= call.number === 10;
    });
    const { revokeAll, warm } = lab(server, 100);
    await warm(100);
    expect(await revokeAll(0, 100)).toEqual({ accepted: 100 });
    expect(new Set(server.tokens)).toEqual(new Set(tokenTexts(0, 100)));
  });

  it('asks again elsewhere for a refused stream', async () => {
    const server = await serve();
    let refused = 0;
    server.answerWith((call) => {
      refused += 1;
      if (refused <= 10) call.stream.close(7);
      else accept(call);
    });
    expect(await lab(server, 30).revokeAll(0, 30)).toEqual({ accepted: 30 });
    expect(server.tokens).toHaveLength(40);
  });

  it.each([
    ['INTERNAL_ERROR', 2, 'connection_reset'],
    ['CANCEL', 8, 'connection_reset'],
    ['ENHANCE_YOUR_CALM', 11, 'connection_reset'],
  ] as const)(
    'a stream reset with %s is typed, and not asked for again here',
    async (_name, code, failure) => {
      const server = await serve();
      server.answerWith(({ stream }) => stream.close(code));
      const result = await lab(server, 1).revoke(0);
      expect(result).toMatchObject({
        failure: { code: failure, possiblyDone: true, facts: { status: null } },
      });
      expectNoCanary(result);
      expect(server.tokens).toHaveLength(1);
    },
  );

  it.each([
    ['an error', ({ session }: H2Call) => session.goaway(2, 1)],
    ['the end of the session', ({ session }: H2Call) => session.destroy()],
    ['a reset of the connection', ({ session }: H2Call) => session.socket.destroy()],
  ] as const)('a run goes on after %s', async (_name, ruin) => {
    const server = await serve();
    let isRuined = false;
    server.answerWith((call) => {
      if (isRuined) return accept(call);
      isRuined = true;
      return ruin(call);
    });
    const { revoke, revokeAll } = lab(server, 20);
    const first = await revoke(0);
    expect(first).toMatchObject({ failure: { code: 'connection_reset', possiblyDone: true } });
    expectNoCanary(first);
    expect(await revokeAll(1, 20)).toEqual({ accepted: 19 });
  });

  it('reads refusals as on a connection of its own, masked', async () => {
    const server = await serve();
    const body = JSON.stringify({
      error: 'invalid_client',
      error_description: `no ${SECRET} ${tokenText(0)}`,
    });
    server.answerWith(respond({ ':status': 401, 'content-type': 'application/json' }, body));
    const result = await lab(server, 1).revoke(0);
    expect(result).toMatchObject({
      failure: {
        code: 'invalid_client',
        oauthError: 'invalid_client',
        possiblyDone: false,
        facts: { status: 401 },
      },
    });
    expectNoCanary(result);
  });

  it('honours Retry-After and refuses redirects', async () => {
    const server = await serve();
    server.answerWith(({ stream, token }) =>
      token === tokenText(0)
        ? stream.respond({ ':status': 429, 'retry-after': '7' }, { endStream: true })
        : stream.respond(
            { ':status': 307, location: 'https://elsewhere.invalid/' },
            { endStream: true },
          ),
    );
    const { revoke } = lab(server, 2);
    expect(await revoke(0)).toMatchObject({
      failure: { code: 'rate_limited', retryAfterMs: 7_000 },
    });
    expect(await revoke(1)).toMatchObject({
      failure: { code: 'redirect_refused', about: 'elsewhere.invalid' },
    });
  });

  it.each([
    ['a head over its cap', respond({ ':status': 200, 'x-long': 'y'.repeat(20_000) })],
    ['a head of 60 KiB', respond({ ':status': 200, 'x-long': 'y'.repeat(60_000) })],
    [
      'too many fields',
      respond({
        ':status': 200,
        ...Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`x-${n}`, 'y'])),
      }),
    ],
  ])('%s ends the call alone', async (_name, answer) => {
    const server = await serve();
    server.answerWith((call) => (call.token === tokenText(0) ? answer(call) : accept(call)));
    const { revoke } = lab(server, 2);
    const result = await revoke(0);
    expect(result).toMatchObject({ failure: { code: 'header_overflow', possiblyDone: true } });
    expectNoCanary(result);
    expect(await revoke(1)).toMatchObject({ ok: true });
  });

  it('takes nothing from a body over its cap, an encoded one, or one that breaks off', async () => {
    const server = await serve();
    const answers: Record<string, (call: H2Call) => void> = {
      [tokenText(0)]: respond({ ':status': 400 }, 'x'.repeat(100_000)),
      [tokenText(1)]: respond(
        { ':status': 400, 'content-encoding': 'gzip' },
        '{"error":"invalid_client"}',
      ),
      [tokenText(2)]: ({ stream }) => {
        stream.respond({ ':status': 400 });
        stream.write('{"error":');
        setImmediate(() => stream.close(2));
      },
    };
    server.answerWith((call) => answers[call.token]?.(call));
    const { revoke } = lab(server, 3);
    for (const index of [0, 1, 2]) {
      expect(await revoke(index)).toMatchObject({
        failure: { code: 'http_error', facts: { status: 400 } },
      });
    }
  });

  it('takes the head of a success for the answer, whatever its body', async () => {
    const server = await serve();
    server.answerWith(
      respond({ ':status': 200, 'content-type': 'text/html' }, 'y'.repeat(200_000)),
    );
    expect(await lab(server, 5).revoke(0)).toMatchObject({
      ok: true,
      value: { anomalies: ['revoke_answer_html'] },
    });
  });

  it('takes no push, and goes to no other service or origin it is told of', async () => {
    const server = await serve();
    const elsewhere = await serve();
    let pushes: boolean | null = null;
    server.answerWith((call) => {
      pushes = call.stream.pushAllowed;
      call.session.altsvc(`h2="${new URL(elsewhere.url).host}"`, server.url);
      call.session.origin(elsewhere.url);
      accept(call);
    });
    const { revokeAll } = lab(server, 300);
    expect(await revokeAll(0, 300)).toEqual({ accepted: 300 });
    expect([pushes, elsewhere.connections()]).toEqual([false, 0]);
  });

  it('ends every call and connection when its session closes', async () => {
    const server = await serve();
    server.answerWith(() => undefined);
    const session = new AbortController();
    const { revokeAll, warm, revoke } = lab(server, 30, {}, { signal: session.signal });
    await warm(30);
    const outcomes = revokeAll(0, 30);
    await eventually(() => expect(server.tokens).toHaveLength(30));
    session.abort();
    expect(await outcomes).toEqual({ cancelled: 30 });
    expect(await revoke(31)).toMatchObject({ failure: { code: 'cancelled', possiblyDone: false } });
    await eventually(() => expect(server.open()).toBe(0));
  });

  it('ends a cancelled call alone', async () => {
    const server = await serve();
    server.answerWith((call) => call.token === tokenText(0) || accept(call));
    const { revoke } = lab(server, 3);
    const cancel = new AbortController();
    const first = revoke(0, { signal: cancel.signal });
    await eventually(() => expect(server.tokens).toHaveLength(1));
    cancel.abort();
    expect(await first).toMatchObject({ failure: { code: 'cancelled', possiblyDone: true } });
    expect(await revoke(1)).toMatchObject({ ok: true });
  });

  it('case 107: a Partner token is refused here, and nothing is sent', async () => {
    const server = await serve();
    const { burst, warm } = lab(server, 1);
    await warm(1);
    expect(await burst.revoke(credentialOf('partner'), secretOf(TOKEN))).toMatchObject({
      failure: { code: 'wrong_access_type', possiblyDone: false },
    });
    expect(server.tokens).toEqual([]);
  });
});

describe('a certificate that does not vouch for the server', () => {
  const kinds = ['selfSigned', 'unknownAuthority', 'expired', 'notYetValid', 'wrongHost'] as const;

  it.each(kinds)('%s: a burst sends no byte', async (kind) => {
    const server = await startRawTlsServer(certificates[kind], {
      ALPNProtocols: ['h2', 'http/1.1'],
    });
    running.push(server.stop);
    const { revoke, burst } = lab(server, 50);
    const results = [await revoke(0), await revoke(1)];
    for (const result of results) {
      expect(result).toMatchObject({
        failure: {
          code: expect.stringMatching(/^tls_/),
          possiblyDone: false,
          facts: { status: null },
        },
      });
      expectNoCanary(result);
    }
    expect([server.receivedBytes(), burst.width()]).toEqual([0, 1]);
    expect(server.connections()).toBeLessThanOrEqual(3);
  });

  it('case 72: on a later connection: not used, not asked for again and again', async () => {
    const server = await serve({ maxConcurrentStreams: 2 });
    const { revokeAll, warm, burst } = lab(server, 2);
    await warm(2);
    server.showCertificate(certificates.selfSigned);
    server.answerWith((call) => void setTimeout(() => accept(call), 5));
    expect(await revokeAll(0, 40)).toEqual({ accepted: 40 });
    expect(burst.width()).toBe(2);
  });

  it('case 72: on every later connection: the call fails with it, nothing is sent', async () => {
    const server = await serve();
    const { revoke } = lab(server, 1);
    expect(await revoke(0)).toMatchObject({ ok: true });
    server.showCertificate(certificates.selfSigned);
    server.answerWith(({ session }) => session.destroy());
    await revoke(1);
    const before = server.tokens.length;
    expect(await revoke(2)).toMatchObject({
      failure: { code: 'tls_self_signed', possiblyDone: false },
    });
    expect(server.tokens).toHaveLength(before);
  });
});

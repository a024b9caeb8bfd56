// Many revocations over HTTP/2: every answer finds its own call, and a server that does not bear HTTP/2 is asked over
// HTTP/1.1 from the next try on.
import { describe, expect, it } from 'vitest';
import { openBursts, tokenText, tokenTexts } from '../support/burst-lab.ts';
import { accept, startH2Server, type H2Call } from '../support/burst-servers.ts';
import { expectNoCanary, SECRET } from '../support/gateway-lab.ts';
import { startRawTlsServer } from '../support/raw-tls-server.ts';
import { eventually } from '../support/eventually.ts';

const { certificates, kept, lab } = await openBursts();
/** Speaks both protocols, and HTTP/2 first. */
const serve = (settings?: Parameters<typeof startH2Server>[1]) =>
  kept(startH2Server(certificates.good, settings, true));

const respond =
  (headers: Record<string, string | number | string[]>, body = '') =>
  ({ stream }: H2Call): void => {
    stream.respond(headers);
    stream.end(body);
  };

const isH2 = ({ session }: H2Call): boolean => session !== null;

describe('many revocations over HTTP/2', () => {
  it('send each of 500 tokens once, over few connections', async () => {
    const server = await serve();
    const { revokeAll } = lab(server);
    expect(await revokeAll(0, 500)).toEqual({ accepted: 500 });
    expect(server.tokens.toSorted()).toEqual(tokenTexts(0, 500));
    expect(server.connections()).toBeLessThanOrEqual(6);
  });

  it('say how many a connection bears as soon as it is up', async () => {
    const { revoke, widths } = lab(await serve());
    await revoke(0);
    expect(widths).toEqual([1_000]);
  });

  it('keep to the streams that a server allows', async () => {
    const server = await serve({ maxConcurrentStreams: 3 });
    expect(await lab(server).revokeAll(0, 60)).toEqual({ accepted: 60 });
    expect(server.mostStreams()).toBe(3);
  });

  it('let one call that hangs delay no other', async () => {
    const server = await serve();
    server.answerWith((call) => call.token === tokenText(0) || accept(call));
    const { revoke, revokeAll } = lab(server, { headersMs: 3_000 });
    const hanging = revoke(0);
    expect(await revokeAll(1, 50)).toEqual({ accepted: 49 });
    expect(await hanging).toMatchObject({
      failure: { code: 'answer_timeout', possiblyDone: true },
    });
    expect(await revoke(51)).toMatchObject({ ok: true });
  });

  it('send again what a server refused without looking at it (RFC 9113 section 8.7)', async () => {
    const server = await serve();
    let refused = 0;
    server.answerWith((call) => {
      refused += 1;
      if (refused <= 10) call.stream.close(7);
      else accept(call);
    });
    expect(await lab(server).revokeAll(0, 30)).toEqual({ accepted: 30 });
  });

  it('read refusals as on a connection of their own, masked', async () => {
    const server = await serve();
    const body = JSON.stringify({
      error: 'invalid_client',
      error_description: `no ${SECRET} ${tokenText(0)}`,
    });
    server.answerWith(respond({ ':status': 401, 'content-type': 'application/json' }, body));
    const result = await lab(server).revoke(0);
    expect(result).toMatchObject({
      failure: { code: 'invalid_client', possiblyDone: false, facts: { status: 401 } },
    });
    expectNoCanary(result);
  });

  it('honour Retry-After and refuse redirects', async () => {
    const server = await serve();
    server.answerWith(({ stream, token }) =>
      token === tokenText(0)
        ? stream.respond({ ':status': 429, 'retry-after': '7' }, { endStream: true })
        : stream.respond(
            { ':status': 307, location: 'https://elsewhere.invalid/' },
            { endStream: true },
          ),
    );
    const { revoke } = lab(server);
    expect(await revoke(0)).toMatchObject({
      failure: { code: 'rate_limited', retryAfterMs: 7_000 },
    });
    expect(await revoke(1)).toMatchObject({
      failure: { code: 'redirect_refused', about: 'elsewhere.invalid' },
    });
  });

  it('take the head of a success for the answer, whatever its body', async () => {
    const server = await serve();
    server.answerWith(respond({ ':status': 200 }, 'y'.repeat(200_000)));
    expect(await lab(server).revoke(0)).toMatchObject({ ok: true });
  });

  it('take no push, and go to no other service or origin they are told of', async () => {
    const server = await serve();
    const elsewhere = await serve();
    let pushes: boolean | null = null;
    server.answerWith((call) => {
      pushes = call.stream.pushAllowed;
      call.session.altsvc(`h2="${new URL(elsewhere.url).host}"`, server.url);
      call.session.origin(elsewhere.url);
      accept(call);
    });
    expect(await lab(server).revokeAll(0, 50)).toEqual({ accepted: 50 });
    expect([pushes, elsewhere.connections()]).toEqual([false, 0]);
  });

  it('end with their connections', async () => {
    const server = await serve();
    server.answerWith(() => undefined);
    const { revokeAll, revoke, connections } = lab(server);
    const outcomes = revokeAll(0, 30);
    await eventually(() => expect(server.tokens).toHaveLength(30));
    connections.close();
    expect(await outcomes).toEqual({ cancelled: 30 });
    expect(await revoke(31)).toMatchObject({ failure: { code: 'cancelled', possiblyDone: false } });
    await eventually(() => expect(server.open()).toBe(0));
  });

  it('end where the person no longer sends anything, and open nothing there', async () => {
    const server = await serve();
    let isCurrent = true;
    const { revoke } = lab(server, {}, () => isCurrent);
    expect(await revoke(0)).toMatchObject({ ok: true });
    isCurrent = false;
    expect(await revoke(1)).toMatchObject({ failure: { code: 'cancelled', possiblyDone: false } });
    await eventually(() => expect(server.open()).toBe(0));
    expect(server.tokens).toEqual([tokenText(0)]);
  });

  it('end one by one where one is cancelled', async () => {
    const server = await serve();
    server.answerWith((call) => call.token === tokenText(0) || accept(call));
    const { revoke } = lab(server);
    const cancel = new AbortController();
    const first = revoke(0, { signal: cancel.signal });
    await eventually(() => expect(server.tokens).toHaveLength(1));
    cancel.abort();
    expect(await first).toMatchObject({ failure: { code: 'cancelled', possiblyDone: true } });
    expect(await revoke(1)).toMatchObject({ ok: true });
  });
});

describe('a server that offers HTTP/2 and does not bear it', () => {
  const HTTP_1_1_REQUIRED = 13;
  it.each([
    ['asks for HTTP/1.1', ({ stream }: H2Call) => stream.close(HTTP_1_1_REQUIRED)],
    ['resets streams', ({ stream }: H2Call) => stream.close(2)],
    ['says goodbye with an error', ({ session }: H2Call) => session.goaway(2, 0)],
    ['ends the session', ({ session }: H2Call) => session.destroy()],
    ['resets the connection', ({ session }: H2Call) => session.socket.destroy()],
  ] as const)('and %s is asked over HTTP/1.1 with the next try', async (_how, ruin) => {
    const server = await serve();
    const overH1: string[] = [];
    server.answerWith((call) => {
      if (isH2(call)) return ruin(call);
      overH1.push(call.token);
      return accept(call);
    });
    const { revoke, revokeAll } = lab(server);
    const first = await revoke(0);
    expect(first).toMatchObject({ failure: { possiblyDone: true, facts: { status: null } } });
    expectNoCanary(first);
    expect(await revokeAll(0, 20)).toEqual({ accepted: 20 });
    expect(overH1.toSorted()).toEqual(tokenTexts(0, 20));
  });

  it('and ends each connection before anything is sent is asked over HTTP/1.1', async () => {
    const server = await serve();
    server.endSessions();
    const { revokeAll } = lab(server);
    await revokeAll(0, 5);
    expect(await revokeAll(0, 5)).toEqual({ accepted: 5 });
    expect(server.connections()).toBeLessThanOrEqual(5 + 5);
  });

  it('but is only silent is asked over HTTP/2 again', async () => {
    const server = await serve();
    server.answerWith((call) => call.token === tokenText(0) || accept(call));
    const { revoke, connections } = lab(server, { headersMs: 200 });
    expect(await revoke(0)).toMatchObject({ failure: { code: 'answer_timeout' } });
    expect(await revoke(1)).toMatchObject({ ok: true });
    expect(connections.width()).toBe(1_000);
  });
});

describe('a certificate that does not vouch for the server', () => {
  const kinds = ['selfSigned', 'unknownAuthority', 'expired', 'notYetValid', 'wrongHost'] as const;

  it.each(kinds)('%s: many revocations send no byte', async (kind) => {
    const protocols = { ALPNProtocols: ['h2', 'http/1.1'] };
    const server = await kept(startRawTlsServer(certificates[kind], protocols));
    const { revoke } = lab(server);
    for (const result of [await revoke(0), await revoke(1)]) {
      expect(result).toMatchObject({
        failure: {
          code: expect.stringMatching(/^tls_/),
          possiblyDone: false,
          facts: { status: null },
        },
      });
      expectNoCanary(result);
    }
    expect(server.receivedBytes()).toBe(0);
  });

  it('case 72: on a later connection: the call fails with it, nothing is sent', async () => {
    const server = await serve();
    const { revoke } = lab(server);
    expect(await revoke(0)).toMatchObject({ ok: true });
    server.showCertificate(certificates.selfSigned);
    server.answerWith(({ session }) => session.destroy());
    await revoke(1);
    const before = server.tokens.length;
    expect(await revoke(2)).toMatchObject({
      failure: { code: 'tls_unknown_authority', possiblyDone: false },
    });
    expect(server.tokens).toHaveLength(before);
  });
});

// Bursts over kept HTTP/1.1 connections: no byte out of turn is ever taken for an answer (case 63), and
// a server that hangs up on a kept connection costs nothing (case 76).
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openBursts, tokenText, tokenTexts } from '../support/burst-lab.ts';
import { h1Answer, startH1Server } from '../support/burst-servers.ts';
import { expectNoCanary, SECRET } from '../support/gateway-lab.ts';
import { eventually } from '../support/eventually.ts';

const OK = h1Answer(200);
const REFUSED = h1Answer(401, '{"error":"invalid_client"}');

const { certificates, kept, lab } = await openBursts();
const serve = () => kept(startH1Server(certificates.good));

describe('a burst over HTTP/1.1', () => {
  it('opens a connection for each call under way, and uses them again', async () => {
    const server = await serve();
    const { revokeAll, connections } = lab(server);
    for (const from of [0, 30, 60]) {
      expect(await revokeAll(from, from + 30)).toEqual({ accepted: 30 });
    }
    expect(server.tokens.toSorted()).toEqual(tokenTexts(0, 90));
    expect(server.connections()).toBeLessThan(60);
    expect(connections.width()).toBe(100);
  });

  it('keeps to the connections that a server bears, once it has closed one beside them', async () => {
    const server = await serve();
    server.bear(4);
    const { revokeAll, connections } = lab(server);
    const { accepted = 0 } = await revokeAll(0, 16);
    expect(accepted).toBeGreaterThan(0);
    expect(connections.width()).toBeLessThanOrEqual(4);
    const width = connections.width();
    expect(await revokeAll(16, 16 + width)).toEqual({ accepted: width });
  });

  it('opens no more than 256, whatever is asked for at once', async () => {
    const server = await serve();
    expect(await lab(server).revokeAll(0, 300)).toEqual({ accepted: 300 });
    expect(server.connections()).toBeLessThanOrEqual(256);
  });

  it('asks a server that closes after each answer over new connections', async () => {
    const server = await serve();
    server.answerWith(({ socket }) =>
      socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'),
    );
    expect(await lab(server).revokeAll(0, 40)).toEqual({ accepted: 40 });
    expect([server.tokens.length, server.connections() >= 40]).toEqual([40, true]);
  });

  it('chunked answers keep the connection too', async () => {
    const server = await serve();
    server.answerWith(({ socket }) =>
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'),
    );
    const { revoke } = lab(server);
    for (const index of [0, 1, 2, 3, 4]) expect(await revoke(index)).toMatchObject({ ok: true });
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  it('case 76: a kept connection the server hung up on is replaced, and nobody notices', async () => {
    const server = await serve();
    const { revoke, revokeAll } = lab(server);
    await revoke(0);
    // Until undici has taken the connection back.
    await setTimeout(20);
    server.answerWith(({ socket, number }) => {
      if (number > 1) socket.destroy();
      else socket.write(OK);
    });
    expect(await revoke(1)).toMatchObject({ ok: true });
    expect(server.tokens).toEqual([0, 1, 1].map(tokenText));
    expect(await revokeAll(2, 3)).toEqual({ accepted: 1 });
  });

  it('idle connections that the server closed are not used', async () => {
    const server = await serve();
    const open: { destroy: () => unknown }[] = [];
    server.answerWith(({ socket }) => {
      open.push(socket);
      socket.write(OK);
    });
    const { revokeAll } = lab(server);
    await revokeAll(0, 10);
    for (const socket of open) socket.destroy();
    await eventually(() => expect(server.open()).toBe(0));
    expect(await revokeAll(10, 20)).toEqual({ accepted: 10 });
    expect(server.tokens).toHaveLength(20);
  });

  it('types the reset of a first call, and does not ask for it again here', async () => {
    const server = await serve();
    server.answerWith(({ socket }) => socket.destroy());
    const result = await lab(server).revoke(0);
    expect(result).toMatchObject({ failure: { code: 'connection_reset', possiblyDone: true } });
    expectNoCanary(result);
    expect(server.tokens).toHaveLength(1);
  });

  it('lets one call that hangs delay no other', async () => {
    const server = await serve();
    server.answerWith(({ socket, token }) => token === tokenText(0) || socket.write(OK));
    const { revoke, revokeAll } = lab(server, { headersMs: 3_000 });
    const hanging = revoke(0);
    expect(await revokeAll(1, 20)).toEqual({ accepted: 19 });
    expect(await hanging).toMatchObject({ failure: { code: 'answer_timeout' } });
  });

  it('gives up the connection of a body that never ends, and gives the next call another', async () => {
    const server = await serve();
    server.answerWith(({ socket, token }) =>
      token === tokenText(0)
        ? socket.write('HTTP/1.1 400 x\r\nContent-Length: 50\r\n\r\n{')
        : socket.write(OK),
    );
    const { revoke } = lab(server, { totalMs: 300 });
    expect(await revoke(0)).toMatchObject({ failure: { facts: { status: 400 } } });
    expect(await revoke(1)).toMatchObject({ ok: true });
    expect(server.connections()).toBe(2);
  });

  it('reads refusals, masked, and keeps the connection', async () => {
    const server = await serve();
    const body = JSON.stringify({ error: 'invalid_client', error_description: `no ${SECRET}` });
    server.answerWith(({ socket }) => socket.write(h1Answer(401, body)));
    const { revoke } = lab(server);
    for (const index of [0, 1]) {
      const result = await revoke(index);
      expect(result).toMatchObject({
        failure: { code: 'invalid_client', possiblyDone: false, facts: { status: 401 } },
      });
      expectNoCanary(result);
    }
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  it('carries no secret in a head', async () => {
    const server = await serve();
    const heads: string[] = [];
    server.answerWith(({ socket, head }) => {
      heads.push(head);
      socket.write(OK);
    });
    await lab(server).revoke(0);
    expect(heads).toHaveLength(1);
    expectNoCanary(heads);
  });

  it('ends every call and connection when they are closed', async () => {
    const server = await serve();
    server.answerWith(() => undefined);
    const { revokeAll, connections } = lab(server);
    const outcomes = revokeAll(0, 20);
    await eventually(() => expect(server.tokens).toHaveLength(20));
    connections.close();
    expect(await outcomes).toEqual({ cancelled: 20 });
    await eventually(() => expect(server.open()).toBe(0));
  });
});

describe('case 63: what nobody asked for', () => {
  const smuggled = [
    ['a second answer', OK],
    ['part of an answer', 'HTTP/1.1 200 OK\r\nContent-Le'],
    ['no HTTP', 'hello'],
    ['one byte', '\n'],
  ] as const;

  it.each(smuggled)('%s behind an answer reaches no later call', async (_name, extra) => {
    const server = await serve();
    server.answerWith(({ socket, token }) =>
      socket.write(token === tokenText(0) ? OK + extra : REFUSED),
    );
    const { revoke } = lab(server);
    expect(await revoke(0)).toMatchObject({ ok: true });
    expect(await revoke(1)).toMatchObject({ failure: { code: 'invalid_client' } });
    expect(server.connections()).toBe(2);
  });

  it.each(smuggled)('%s on a connection at rest ends it', async (_name, extra) => {
    const server = await serve();
    server.answerWith(({ socket, token }) => {
      socket.write(token === tokenText(0) ? OK : REFUSED);
      if (token === tokenText(0)) void setTimeout(30).then(() => socket.write(extra));
    });
    const { revoke } = lab(server);
    expect(await revoke(0)).toMatchObject({ ok: true });
    await eventually(() => expect(server.open()).toBe(0));
    expect(await revoke(1)).toMatchObject({ failure: { code: 'invalid_client' } });
  });

  it('reaches no later call as a second answer right after the first', async () => {
    const server = await serve();
    server.answerWith(({ socket, token }) => {
      if (!token.endsWith('0')) return socket.write(REFUSED);
      socket.write(OK);
      return setImmediate(() => socket.write(OK));
    });
    const { revoke } = lab(server);
    for (let ten = 0; ten < 200; ten += 10) {
      expect(await revoke(ten)).toMatchObject({ ok: true });
      expect(await revoke(ten + 1)).toMatchObject({ failure: { code: 'invalid_client' } });
    }
  });

  it('is kept out by taking an answer of doubtful length as the last of its connection', async () => {
    const server = await serve();
    server.answerWith(({ socket, token }) =>
      socket.write(
        token === tokenText(0)
          ? 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n'
          : REFUSED,
      ),
    );
    const { revoke } = lab(server);
    expect(await revoke(0)).toMatchObject({ ok: false });
    expect(await revoke(1)).toMatchObject({ failure: { code: 'invalid_client' } });
    expect(server.connections()).toBe(2);
  });
});

it('case 72: a certificate that changes is refused on the connection that shows it', async () => {
  const server = await serve();
  const { revoke } = lab(server);
  server.answerWith(({ socket }) => socket.end(OK));
  expect(await revoke(0)).toMatchObject({ ok: true });
  await eventually(() => expect(server.open()).toBe(0));
  server.showCertificate(certificates.wrongHost);
  expect(await revoke(1)).toMatchObject({
    failure: { code: 'tls_wrong_host', possiblyDone: false, facts: { status: null } },
  });
  expect(server.tokens).toHaveLength(1);
});

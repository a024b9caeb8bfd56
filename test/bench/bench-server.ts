// The server of the bench, a process of its own: real TLS, HTTP/2 and HTTP/1.1 on a port each, the
// revoke, token and who-am-I calls of the specification, a latency on demand, and a ledger
// of the tokens it said yes to. Told what to do by bench-control.ts alone.
import type { IncomingMessage, ServerResponse } from 'node:http';
import http2, {
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Stream,
} from 'node:http2';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:tls';
import { randomFrom } from '../reliability/support/figures.ts';
import type { ServerOrder, ServerReport } from './bench-control.ts';

const TOKEN = Buffer.from('token=');
let latencyMs = 0;
let jitterMs = 0;
let random = randomFrom(1);
let revoked = new Set<string>();
let slowestMs = 0;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const EMPTY: Answer = { status: 200, headers: {}, body: '' };

function decide(path: string, body: Buffer): Answer {
  if (path.endsWith('/token')) {
    const token = {
      access_token: 'bench-token',
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'TRADER_READ',
    };
    const headers = { 'content-type': 'application/json', connection: 'close' };
    return { status: 200, headers, body: JSON.stringify(token) };
  }
  if (!path.endsWith('/revoke')) return { ...EMPTY, status: 401 };
  const at = body.lastIndexOf(TOKEN);
  const token = body.toString('latin1', at + TOKEN.length).split('&')[0];
  if (at !== -1 && token !== undefined) revoked.add(token);
  return EMPTY;
}

function after(path: string, body: Buffer, send: (answer: Answer) => void): void {
  const arrivedMs = performance.now();
  const answer = decide(path, body);
  const delayMs = latencyMs === 0 ? 0 : latencyMs + (random() * 2 - 1) * jitterMs;
  const go = (): void => {
    slowestMs = Math.max(slowestMs, performance.now() - arrivedMs);
    send(answer);
  };
  if (delayMs === 0) go();
  else setTimeout(go, delayMs);
}

function onStream(stream: ServerHttp2Stream, headers: http2.IncomingHttpHeaders): void {
  const chunks: Buffer[] = [];
  stream.on('error', () => undefined);
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () =>
    after(headers[':path'] ?? '', Buffer.concat(chunks), ({ status, headers: answered, body }) => {
      if (stream.destroyed) return;
      const fields = { ...answered };
      // Of HTTP/1.1 alone.
      delete fields['connection'];
      stream.respond(
        { ':status': status, ...fields, 'content-length': body.length },
        { endStream: body === '' },
      );
      if (body !== '') stream.end(body);
    }),
  );
}

/** Of HTTP/1.1; what HTTP/2 has in their place is used the same way. */
function onRequest(
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () =>
    after(request.url ?? '', Buffer.concat(chunks), ({ status, headers, body }) => {
      response.statusCode = status;
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.setHeader('content-length', body.length);
      (response as ServerResponse).end(body);
    }),
  );
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4_096, resolve));
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

async function obey(order: ServerOrder): Promise<unknown> {
  switch (order.do) {
    case 'start': {
      const settings = { maxConcurrentStreams: 100 };
      const h2 = http2.createSecureServer({ ...order.certificate, settings, allowHTTP1: true });
      h2.on('stream', onStream);
      h2.on('request', (request, response) => {
        if (request.httpVersionMajor === 1) onRequest(request, response);
      });
      h2.on('sessionError', () => undefined);
      const h1 = https.createServer(
        { ...order.certificate, ALPNProtocols: ['http/1.1'] },
        onRequest,
      );
      h1.keepAliveTimeout = 60_000;
      return { h2: await listen(h2), h1: await listen(h1) };
    }
    case 'reset':
      ({ latencyMs, jitterMs } = order);
      random = randomFrom(order.seed);
      revoked = new Set();
      slowestMs = 0;
      return 'ready';
    case 'report':
      return { revoked: revoked.size, slowestMs } satisfies ServerReport;
  }
}

process.on('message', (order: ServerOrder) => {
  void obey(order).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());

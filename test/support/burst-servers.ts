// Servers for bursts of revocations: HTTP/2 as scripted stream by stream, and HTTP/1.1 connections kept
// open and answered with exactly the bytes a test gives. Both remember every token they were asked to
// revoke, and every application byte.
import http2, { type ServerHttp2Session, type ServerHttp2Stream, type Settings } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import tls, { type TLSSocket } from 'node:tls';
import type { TestCertificate } from './test-certificates.ts';

export interface BurstServer {
  readonly url: string;
  /** Tokens in the order their requests were complete. */
  readonly tokens: string[];
  /** Verified TLS connections so far. */
  readonly connections: () => number;
  /** Connections not yet closed. */
  readonly open: () => number;
  /** Application bytes received. */
  readonly receivedBytes: () => number;
  /** Later connections show this certificate. */
  readonly showCertificate: (certificate: TestCertificate) => void;
  readonly stop: () => Promise<void>;
}

export interface H2Call {
  readonly stream: ServerHttp2Stream;
  readonly session: ServerHttp2Session;
  readonly token: string;
  /** Of the request, as it came. */
  readonly body: Buffer;
  /** Of the session, from 1. */
  readonly number: number;
}

export interface H2Server extends BurstServer {
  /** Most streams that were open on one session at once. */
  readonly mostStreams: () => number;
  answerWith: (answer: (call: H2Call) => void) => void;
  /** Ends every HTTP/2 session as soon as it begins. */
  endSessions: () => void;
}

export const accept = ({ stream }: H2Call): void =>
  stream.respond({ ':status': 200 }, { endStream: true });

export async function startH2Server(
  certificate: TestCertificate,
  settings: Settings = { maxConcurrentStreams: 100 },
  alsoH1 = false,
): Promise<H2Server> {
  let answer = accept;
  let mostStreams = 0;
  const tokens: string[] = [];
  const server = http2.createSecureServer({ ...certificate, settings, allowHTTP1: alsoH1 });
  const watched = watch(server);
  // A single call speaks HTTP/1.1: it is answered as it would be over the other.
  server.on('request', (request, response) => {
    if (request.httpVersionMajor !== 1) return;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const respond = (
        { ':status': status = 200, ...headers }: http2.OutgoingHttpHeaders,
        end?: { readonly endStream?: boolean },
      ): void => {
        response.writeHead(Number(status), headers);
        if (end?.endStream === true) response.end();
      };
      const stream = { closed: false, respond, end: (text: string) => response.end(text) };
      answer({ stream, session: null, token: tokenOf(body), body, number: 1 } as unknown as H2Call);
    });
  });
  let endsSessions = false;
  server.on('session', (session) => {
    if (endsSessions) return session.destroy();
    let open = 0;
    let number = 0;
    session.on('error', () => undefined);
    session.on('stream', (stream: ServerHttp2Stream) => {
      open += 1;
      mostStreams = Math.max(mostStreams, open);
      const chunks: Buffer[] = [];
      stream.on('error', () => undefined);
      stream.on('close', () => (open -= 1));
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        number += 1;
        const body = Buffer.concat(chunks);
        const token = tokenOf(body);
        tokens.push(token);
        answer({ stream, session, token, body, number });
      });
    });
  });
  return {
    ...(await watched.listen()),
    tokens,
    mostStreams: () => mostStreams,
    answerWith: (next) => (answer = next),
    endSessions: () => (endsSessions = true),
  };
}

export interface H1Call {
  readonly socket: TLSSocket;
  readonly token: string;
  readonly body: Buffer;
  readonly head: string;
  /** Of the connection, from 1. */
  readonly number: number;
}

export interface H1Server extends BurstServer {
  answerWith: (answer: (call: H1Call) => void) => void;
  /** Closes connections beyond so many, as a server at its limit does. */
  bear: (connections: number) => void;
}

export const h1Answer = (status: number, body = ''): string =>
  `HTTP/1.1 ${status} x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

export async function startH1Server(certificate: TestCertificate): Promise<H1Server> {
  let answer = ({ socket }: H1Call): void => void socket.write(h1Answer(200));
  const tokens: string[] = [];
  const server = tls.createServer({ ...certificate, ALPNProtocols: ['http/1.1'] });
  const watched = watch(server);
  server.on('secureConnection', (socket: TLSSocket) => {
    let received = Buffer.alloc(0);
    let number = 0;
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const headEnd = received.indexOf('\r\n\r\n') + 4;
      const head = received.toString('latin1', 0, headEnd);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Infinity);
      if (headEnd < 4 || received.length < headEnd + length) return;
      const body = received.subarray(headEnd, headEnd + length);
      const token = tokenOf(body);
      received = received.subarray(headEnd + length);
      number += 1;
      tokens.push(token);
      answer({ socket, token, head, body, number });
    });
  });
  return {
    ...(await watched.listen()),
    tokens,
    answerWith: (next) => (answer = next),
    bear: (connections) => (server.maxConnections = connections),
  };
}

function tokenOf(body: Buffer): string {
  return new URLSearchParams(body.toString('latin1')).get('token') ?? '';
}

function watch(server: tls.Server): {
  readonly listen: () => Promise<Omit<BurstServer, 'tokens'>>;
} {
  const open = new Set<Socket>();
  let connections = 0;
  let receivedBytes = 0;
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
  });
  server.on('secureConnection', (socket: TLSSocket) => {
    connections += 1;
    socket.once('close', () => (receivedBytes += socket.bytesRead));
  });
  server.on('tlsClientError', () => undefined);
  return {
    async listen() {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      return {
        url: `https://localhost:${port}`,
        connections: () => connections,
        open: () => open.size,
        receivedBytes: () => receivedBytes,
        showCertificate: (certificate) => server.setSecureContext(certificate),
        async stop() {
          for (const socket of open) socket.destroy();
          await new Promise<void>((resolve) => server.close(() => resolve()));
        },
      };
    },
  };
}

// A TLS server that writes exactly the bytes a test gives it: HTTP libraries cannot misbehave enough.
// Records every connection and every application byte it received.
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import type { TestCertificate } from './test-certificates.ts';

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  /** Names in lower case; of duplicates all, in order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  readonly raw: Buffer;
}

/** What the server does once a whole request is there. */
export type Responder = (socket: tls.TLSSocket, request: RecordedRequest) => void;

export async function startRawTlsServer(
  certificate: TestCertificate,
  options: tls.TlsOptions = {},
) {
  let respond: Responder = (socket) => socket.destroy();
  let connections = 0;
  let receivedBytes = 0;
  const open = new Set<{ destroy: () => unknown }>();
  const requests: RecordedRequest[] = [];

  const server = tls.createServer({ ...certificate, ...options }, (socket) => {
    let received = Buffer.alloc(0);
    let answered = false;
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      receivedBytes += chunk.length;
      received = Buffer.concat([received, chunk]);
      const request = answered ? null : parseRequest(received);
      if (request === null) return;
      answered = true;
      requests.push(request);
      respond(socket, request);
    });
  });
  server.on('connection', (socket) => {
    connections += 1;
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    port,
    url: `https://localhost:${port}`,
    requests,
    /** TCP connections accepted, whatever came of them. */
    connections: () => connections,
    /** Application bytes received over all connections. */
    receivedBytes: () => receivedBytes,
    /** Connections not yet closed. */
    open: () => open.size,
    answerWith: (responder: Responder) => {
      respond = responder;
    },
    reset: () => {
      requests.length = 0;
      connections = 0;
      receivedBytes = 0;
    },
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export type RawTlsServer = Awaited<ReturnType<typeof startRawTlsServer>>;

/** The request when it is complete by its Content-Length; null while bytes are missing. */
function parseRequest(received: Buffer): RecordedRequest | null {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const [line = '', ...fields] = received.toString('latin1', 0, headEnd).split('\r\n');
  const headers = fields.map((field) => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()] as const;
  });
  const length = Number(headers.find(([name]) => name === 'content-length')?.[1] ?? 0);
  const body = received.subarray(headEnd + 4);
  if (body.length < length) return null;
  const [method = '', path = ''] = line.split(' ');
  return { method, path, headers, body, raw: received };
}

// One HTTPS listener on 127.0.0.1 (I7), HTTP/2 and HTTP/1.1, on a port the system chooses. Stopping it
// ends every connection at once, those still in their handshake too.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { PracticeAuthority } from './practice-authority.ts';

// SECURITY(S20): the only place in which the app listens.
const LOOPBACK = '127.0.0.1';
/** Of HTTP/2; Node's own cap for HTTP/1.1. */
const MAX_HEADER_BYTES = 16_384;
/** What most servers allow. */
const MAX_STREAMS = 100;

export type PracticeIncoming = IncomingMessage | Http2ServerRequest;
export type PracticeOutgoing = ServerResponse | Http2ServerResponse;

export interface Listener {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** `onConnection` is told of every TCP connection, before TLS. Rejects where listening fails. */
export async function startListener(
  authority: PracticeAuthority,
  onConnection: (() => void) | undefined,
  onRequest: (request: PracticeIncoming, response: PracticeOutgoing) => void,
): Promise<Listener> {
  const sockets = new Set<Socket>();
  const server = createSecureServer({
    key: authority.privateKeyPem,
    cert: authority.certificatePem,
    minVersion: 'TLSv1.2',
    allowHTTP1: true,
    settings: { maxConcurrentStreams: MAX_STREAMS, maxHeaderListSize: MAX_HEADER_BYTES },
  });
  server.on('request', onRequest);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    onConnection?.();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, LOOPBACK, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://${LOOPBACK}:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

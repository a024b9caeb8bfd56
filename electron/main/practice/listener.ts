// One HTTPS listener on 127.0.0.1 (I7), HTTP/1.1, on a port the system chooses. Stopping it ends every
// connection at once, those still in their handshake too.
import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { PracticeAuthority } from './authority.ts';

// SECURITY(S20): the only place in which the app listens.
const LOOPBACK = '127.0.0.1';
const MAX_HEADER_BYTES = 16_384;

export interface Listener {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** `onConnection` is told of every TCP connection, before TLS. Rejects where listening fails. */
export async function startListener(
  authority: PracticeAuthority,
  onConnection: () => void,
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Listener> {
  const sockets = new Set<Socket>();
  const server = createServer(
    {
      key: authority.privateKeyPem,
      cert: authority.certificatePem,
      minVersion: 'TLSv1.2',
      ALPNProtocols: ['http/1.1'],
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    onRequest,
  );
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    onConnection();
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
        server.closeAllConnections();
        for (const socket of sockets) socket.destroy();
      }),
  };
}

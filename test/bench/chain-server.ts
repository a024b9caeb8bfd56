// A server of the bench that presents the certificates it is told to, a process of its own: what it does itself
// holds up nobody who is measured.
import tls from 'node:tls';
import type { AddressInfo } from 'node:net';

export interface ChainOrder {
  readonly key: string;
  readonly cert: string;
}

let server: tls.Server | null = null;

process.on('message', ({ key, cert }: ChainOrder) => {
  server?.close();
  const next = tls.createServer({ key, cert, ALPNProtocols: ['http/1.1'] }, (socket) => {
    socket.on('error', () => undefined);
  });
  next.on('tlsClientError', () => undefined);
  next.listen(0, '127.0.0.1', () => {
    process.send?.(`https://127.0.0.1:${(next.address() as AddressInfo).port}`);
  });
  server = next;
});
process.on('disconnect', () => process.exit());

// Stands before a practice gateway as some servers are: HTTP/1.1 alone, and no more than a few connections
// at once at its base address. TLS ends here; what is said is passed on byte by byte.
import type { AddressInfo, Socket } from 'node:net';
import tls from 'node:tls';
import type { PracticeGateway } from '../../electron/main/practice/gateway/practice-gateway.ts';
import { createTestCertificates, type TestCertificate } from './test-certificates.ts';

export interface H1Front {
  /** In place of the gateway's own. */
  readonly place: Pick<PracticeGateway, 'baseUrl' | 'tradeUrl' | 'authorityPem'>;
  readonly stop: () => Promise<void>;
}

interface Listener {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** @param most connections at the base address; one more is closed as it comes. */
export async function startH1Front(gateway: PracticeGateway, most: number): Promise<H1Front> {
  const { authority, good } = await createTestCertificates();
  const base = await listen(gateway.baseUrl, gateway.authorityPem, good, most);
  const trade = await listen(gateway.tradeUrl, gateway.authorityPem, good, Infinity);
  return {
    place: { baseUrl: base.url, tradeUrl: trade.url, authorityPem: authority },
    async stop() {
      await Promise.all([base.stop(), trade.stop()]);
    },
  };
}

async function listen(
  to: string,
  authority: string,
  certificate: TestCertificate,
  most: number,
): Promise<Listener> {
  const open = new Set<Socket>();
  const watch = (socket: Socket): void => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
  };
  const server = tls.createServer({ ...certificate, ALPNProtocols: ['http/1.1'] }, (client) => {
    const { hostname, port } = new URL(to);
    const behind = tls.connect({
      host: hostname,
      port: Number(port),
      ca: authority,
      ALPNProtocols: ['http/1.1'],
    });
    watch(client);
    watch(behind);
    client.once('close', () => behind.destroy());
    behind.once('close', () => client.destroy());
    client.pipe(behind).pipe(client);
  });
  if (most < Infinity) server.maxConnections = most;
  server.on('connection', watch);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

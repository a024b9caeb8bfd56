// What a test file about the gateway's answers runs against: one TLS listener of its own, which forgets before each
// test what it was told and asked.
import { afterAll, beforeEach } from 'vitest';
import type { GatewayTarget } from '../../electron/main/gateway/call-target.ts';
import { startRawTlsServer, type RawTlsServer } from './raw-tls-server.ts';
import { createTestCertificates } from './test-certificates.ts';

interface ServerLab {
  readonly server: RawTlsServer;
  /** Both hosts are that listener; trading calls are below `/trade`. */
  readonly target: GatewayTarget;
}

/** Called once, at the top of the file. */
export async function openServerLab(): Promise<ServerLab> {
  const certificates = await createTestCertificates();
  const server = await startRawTlsServer(certificates.good);
  const { url: baseUrl } = server;
  afterAll(() => server.stop());
  beforeEach(() => server.reset());
  const target = { baseUrl, tradeUrl: `${baseUrl}/trade`, authorityPem: certificates.authority };
  return { server, target };
}

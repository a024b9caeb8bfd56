// What a test file about the gateway's answers runs against: TLS listeners of its own, which forget before each
// test what they were told and asked.
import { afterAll, beforeEach } from 'vitest';
import type { GatewayTarget } from '../../electron/main/gateway/call-target.ts';
import { startRawTlsServer, type RawTlsServer } from './raw-tls-server.ts';
import { createTestCertificates, type TestCertificates } from './test-certificates.ts';

interface ServerLab {
  readonly server: RawTlsServer;
  /** Both hosts are that listener; trading calls are below `/trade`. */
  readonly target: Pick<GatewayTarget, 'baseUrl' | 'tradeUrl' | 'authorityPem'>;
  readonly certificates: TestCertificates;
  /** Starts one more under the same authority. */
  readonly another: () => Promise<RawTlsServer>;
}

/** Called once, at the top of the file. */
export async function openServerLab(): Promise<ServerLab> {
  const certificates = await createTestCertificates();
  const servers: RawTlsServer[] = [];
  const another = async (): Promise<RawTlsServer> => {
    const started = await startRawTlsServer(certificates.good);
    servers.push(started);
    return started;
  };
  afterAll(async () => await Promise.all(servers.map((each) => each.stop())));
  beforeEach(() => servers.forEach((each) => each.reset()));
  const server = await another();
  const { url: baseUrl } = server;
  const target = { baseUrl, tradeUrl: `${baseUrl}/trade`, authorityPem: certificates.authority };
  return { server, target, certificates, another };
}

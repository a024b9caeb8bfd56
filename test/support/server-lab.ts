// What a test file about the gateway's answers runs against: TLS listeners of its own, which forget before each
// test what they were told and asked.
import { afterAll, beforeEach } from 'vitest';
import { startRawTlsServer, type RawTlsServer } from './raw-tls-server.ts';
import { createTestCertificates } from './test-certificates.ts';

/** Called once, at the top of the file. */
export async function openServerLab() {
  const certificates = await createTestCertificates();
  const servers: RawTlsServer[] = [];
  /** Starts one more under the same authority. */
  const another = async (): Promise<RawTlsServer> => {
    const started = await startRawTlsServer(certificates.good);
    servers.push(started);
    return started;
  };
  afterAll(async () => await Promise.all(servers.map((each) => each.stop())));
  beforeEach(() => servers.forEach((each) => each.reset()));
  const server = await another();
  const { url: baseUrl } = server;
  /** Both hosts are that listener; trading calls are below `/trade`. */
  const target = { baseUrl, tradeUrl: `${baseUrl}/trade`, authorityPem: certificates.authority };
  return { server, target, certificates, another };
}

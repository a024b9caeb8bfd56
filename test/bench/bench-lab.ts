// The bench's server, started in a process of its own, as its cases use it.
import { createTestCertificates } from '../support/test-certificates.ts';
import { startHelper, type Addresses, type Helper, type ServerOrder } from './bench-control.ts';

interface BenchServer {
  readonly server: Helper<ServerOrder>;
  readonly addresses: Addresses;
  readonly authorityPem: string;
}

/** Runs `work` beside the server, and stops that whatever comes of it. */
export async function besideServer<T>(work: (lab: BenchServer) => Promise<T>): Promise<T> {
  const certificates = await createTestCertificates();
  const server = startHelper<ServerOrder>('bench-server.ts');
  try {
    const addresses = await server.ask<Addresses>({ do: 'start', certificate: certificates.good });
    return await work({ server, addresses, authorityPem: certificates.authority });
  } finally {
    server.stop();
  }
}

// P13: how long what a hostile server pours over an HTTP/2 connection of a burst holds the event loop at
// most, until the connection is left.
import { systemClock } from '../../electron/main/domain/clock.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { createGateway } from '../../electron/main/gateway/gateway-client.ts';
import { floods } from '../support/h2-floods.ts';
import { createTestCertificates } from '../support/test-certificates.ts';
import { startHelper } from './bench-control.ts';
import type { FloodOrder } from './flood-server.ts';
import { longestHold } from './longest-hold.ts';
import { median } from './measure.ts';
import { bounded, type Row } from './results.ts';

const MOST_MS = 16;
const REPETITIONS = 5;

export async function benchFloods(): Promise<Row[]> {
  const { good, authority } = await createTestCertificates();
  const server = startHelper<FloodOrder>('flood-server.ts');
  try {
    const baseUrl = await server.ask<string>({ do: 'start', certificate: good });
    const target = { baseUrl, tradeUrl: `${baseUrl}/trade`, authorityPem: authority };
    const gateway = createGateway({ clock: systemClock, systemAuthorities: () => [] });
    const secret = SecretBytes.take(Buffer.from('a client secret of the bench'));
    const token = SecretBytes.take(Buffer.from('a-token-of-the-bench'));
    const credential = { accessType: 'trader', clientId: 'bench', secret } as const;
    const rows: Row[] = [];
    for (const { name } of floods) {
      await server.ask({ do: 'flood', name });
      const holds: number[] = [];
      // The first makes what the measured ones find made.
      for (let repetition = -1; repetition < REPETITIONS; repetition += 1) {
        const burst = gateway.openBurst(target, 1);
        await new Promise((resolve) => {
          setTimeout(resolve, 100);
        });
        const heldMs = await longestHold(async () => {
          await burst.revoke(credential, token);
          burst.close();
        });
        if (repetition >= 0) holds.push(heldMs);
      }
      const heldMs = median(holds);
      rows.push(
        bounded(
          `P13.h2.${name.replaceAll(/[^a-z]+/g, '-')}`,
          `${name} over HTTP/2: longest hold`,
          heldMs,
          {
            versus: `${MOST_MS} ms`,
            ratio: heldMs / MOST_MS,
            most: 1,
          },
        ),
      );
    }
    return rows;
  } finally {
    server.stop();
  }
}

// P13: how long the certificates that a server presents hold the event loop at most: a connection is made, judged
// and shown as a diagnosis shows it. `node test/bench/chain.bench.ts` prints it alone.
import { systemClock } from '../../electron/main/domain/clock.ts';
import { createGateway } from '../../electron/main/gateway/gateway-client.ts';
import { createLongChains } from '../support/long-chains.ts';
import { startHelper } from './bench-control.ts';
import type { ChainOrder } from './chain-server.ts';
import { longestHold } from './longest-hold.ts';
import { bounded, table, type Row } from './results.ts';

const MOST_MS = 16;
/** The library looks for a way through a hundred of them in one call, and has no lower limit (docs/performance.md). */
const SEARCHED = 'a long chain that nobody vouches for';
/** The least of them counts: what else the machine does is added to a hold, and never taken away. */
const REPETITIONS = 5;

export async function benchChains(): Promise<Row[]> {
  const server = startHelper<ChainOrder>('chain-server.ts');
  try {
    const rows: Row[] = [];
    for (const { name, key, cert, authority } of await createLongChains()) {
      const baseUrl = await server.ask<string>({ key, cert });
      const target = { baseUrl, tradeUrl: `${baseUrl}/trade`, authorityPem: authority };
      const gateway = createGateway({ clock: systemClock, systemAuthorities: () => [] });
      const times: number[] = [];
      // The first makes what the measured ones find made.
      for (let repetition = -1; repetition < REPETITIONS; repetition += 1) {
        const heldMs = await longestHold(async () => {
          const { failure, chain } = await gateway.observeRoute(target, 'baseUrl');
          if ((failure === null) !== (authority !== null) || chain.length === 0) {
            throw new Error(`${name}: ${failure?.code ?? 'accepted'}, ${chain.length} seen`);
          }
        });
        if (repetition >= 0) times.push(heldMs);
      }
      const heldMs = Math.min(...times);
      rows.push(
        bounded(`P13.chain.${name.replaceAll(/[^a-z]+/g, '-')}`, `${name}: longest hold`, heldMs, {
          versus: `one frame, ${MOST_MS} ms`,
          ratio: heldMs / MOST_MS,
          most: name === SEARCHED ? 2 : 1,
        }),
      );
    }
    return rows;
  } finally {
    server.stop();
  }
}

if (import.meta.main) process.stdout.write(`${table(await benchChains())}\n`);

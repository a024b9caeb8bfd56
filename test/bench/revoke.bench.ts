// P5: from the press to the last answer at a distance of 150 ms, for 500 and 2,000 tokens, beside the slowest single
// answer. No connection is open before the press.
import { startHelper, type ServerReport } from './bench-control.ts';
import { besideServer } from './bench-lab.ts';
import { median, medianRatio } from './measure.ts';
import type { RunOrder, RunResult } from './our-run.ts';
import type { Row } from './results.ts';

const FAR = { latencyMs: 150, jitterMs: 50 };
const SEED = 20_260;
const REPETITIONS = 3;
const sizes = [
  { tokens: 500, most: 3 },
  { tokens: 2_000, most: 7 },
] as const;

export function benchRevocations(): Promise<Row[]> {
  return besideServer(async ({ server, addresses, authorityPem }) => {
    const ours = startHelper<RunOrder>('our-run.ts');
    try {
      const rows: Row[] = [];
      for (const { tokens, most } of sizes) {
        const wall: number[] = [];
        const slowest: number[] = [];
        for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
          await server.ask({ do: 'reset', ...FAR, seed: SEED + repetition });
          const order = { url: addresses.h2, authorityPem, tokens };
          wall.push((await ours.ask<RunResult>(order)).wallMs);
          const { revoked, slowestMs } = await server.ask<ServerReport>({ do: 'report' });
          // A run that left a token alive fails the bench.
          if (revoked !== tokens) throw new Error(`${revoked} of ${tokens} tokens revoked`);
          slowest.push(slowestMs);
        }
        rows.push({
          what: `${tokens} tokens revoked over HTTP/2, answers after 150 ± 50 ms`,
          value: median(wall),
          unit: 'ms',
          versus: `the slowest single answer, ${Math.round(median(slowest))} ms`,
          ratio: medianRatio(wall, slowest),
          most,
        });
      }
      return rows;
    } finally {
      ours.stop();
    }
  });
}

// P5: from the press to the last answer at a distance of 150 ms, for 500 and 2,000 tokens, beside the slowest single
// answer and beside the script people write. Connections are opened before the press, as while a person reads.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { startHelper, type ServerReport } from './bench-control.ts';
import { besideServer } from './bench-lab.ts';
import type { FetchOrder } from './fetch-script.ts';
import { interleaved, median, medianRatio, type Contestant } from './measure.ts';
import type { RunOrder, RunResult } from './our-run.ts';
import type { Row } from './results.ts';

const FAR = { latencyMs: 150, jitterMs: 50 };
const SEED = 20_260;
const REPETITIONS = 3;
const sizes = [
  { tokens: 500, most: 2, script: 1 / 15 },
  { tokens: 2_000, most: 3, script: 1 / 50 },
] as const;

interface Sample {
  readonly wallMs: number;
  readonly slowestMs: number;
}

export function benchRevocations(folder: string): Promise<Row[]> {
  return besideServer(async ({ server, addresses, authorityPem }) => {
    const authority = path.join(folder, 'authority.pem');
    writeFileSync(authority, authorityPem);
    const ours = startHelper<RunOrder>('our-run.ts');
    const script = startHelper<FetchOrder>('fetch-script.ts', { NODE_EXTRA_CA_CERTS: authority });
    /** With the same latencies for both; a run that left a token alive fails the bench. */
    const against = (
      name: string,
      tokens: number,
      run: () => Promise<number>,
    ): Contestant<Sample> => ({
      name,
      async run(repetition) {
        await server.ask({ do: 'reset', ...FAR, seed: SEED + repetition });
        const wallMs = await run();
        const { revoked, slowestMs } = await server.ask<ServerReport>({ do: 'report' });
        if (revoked !== tokens) throw new Error(`${name}: ${revoked} of ${tokens} tokens revoked`);
        return { wallMs, slowestMs };
      },
    });
    try {
      const rows: Row[] = [];
      for (const { tokens, most, script: least } of sizes) {
        const order = { url: addresses.h2, authorityPem, tokens };
        const revokeUrl = `${addresses.h1}/auth/oauth2/revoke`;
        const samples = await interleaved(
          [
            against('ours', tokens, async () => (await ours.ask<RunResult>(order)).wallMs),
            against('fetch', tokens, () => script.ask<number>({ url: revokeUrl, tokens })),
          ],
          REPETITIONS,
        );
        const wall = (name: string): number[] =>
          (samples.get(name) ?? []).map(({ wallMs }) => wallMs);
        const slowest = (samples.get('ours') ?? []).map(({ slowestMs }) => slowestMs);
        const ms = (values: readonly number[]): string => `${Math.round(median(values))} ms`;
        const shared = {
          what: `${tokens} tokens revoked over HTTP/2, answers after 150 ± 50 ms`,
          value: median(wall('ours')),
          unit: 'ms',
        };
        rows.push(
          {
            ...shared,
            versus: `the slowest single answer, ${ms(slowest)}`,
            ratio: medianRatio(wall('ours'), slowest),
            most,
          },
          {
            ...shared,
            versus: `fetch, 16 at a time, ${ms(wall('fetch'))}`,
            ratio: medianRatio(wall('ours'), wall('fetch')),
            most: least,
          },
        );
      }
      return rows;
    } finally {
      for (const each of [ours, script]) each.stop();
    }
  });
}

// The process whose memory is watched while servers try to fill it (R16): the real gateway client in plain
// Node. Answers each call it is told to make with how it ended and how far its memory grew meanwhile.
// Started by gateway-bombs.test.ts alone.
import type { Budgets } from '../../../electron/main/gateway/budgets.ts';
import { labGateway, makeCall, type LabCall } from '../../support/gateway-lab.ts';

export interface BombOrder {
  readonly url: string;
  readonly authorityPem: string;
  readonly call: LabCall;
  /** What is not named is as in the app. */
  readonly budgets: Partial<Budgets>;
}

export interface BombReport {
  /** `ok` or the code of the failure. */
  readonly outcome: string;
  /** Between the beginning of the call and the highest since, resident. */
  readonly grownBytes: number;
}

const KIB = 1024;

async function run({ url, authorityPem, call, budgets }: BombOrder): Promise<BombReport> {
  const startBytes = process.memoryUsage.rss();
  const mostBefore = process.resourceUsage().maxRSS;
  let mostBytes = startBytes;
  const sampling = setInterval(() => {
    mostBytes = Math.max(mostBytes, process.memoryUsage.rss());
  }, 2);
  const target = { baseUrl: url, tradeUrl: `${url}/trade`, authorityPem };
  const result = await makeCall(labGateway(budgets), call, target);
  clearInterval(sampling);
  // The system's own mark is exact where it moved; otherwise no peak was above it, and samples must do.
  const most = process.resourceUsage().maxRSS;
  mostBytes = Math.max(mostBytes, process.memoryUsage.rss(), most > mostBefore ? most * KIB : 0);
  return {
    outcome: result.ok ? 'ok' : result.failure.code,
    grownBytes: mostBytes - startBytes,
  };
}

process.on('message', (order: BombOrder) => {
  void run(order).then((report) => process.send?.(report));
});
process.on('disconnect', () => process.exit());

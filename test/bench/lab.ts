// What the cases of the bench share: the server process, its addresses, and the assertion that what was
// asked was done.
import type { BareOrder } from './bare-client.ts';
import type { Addresses, Helper, ServerOrder, ServerReport } from './bench-control.ts';
import type { RunOrder, RunResult } from './our-run.ts';
import type { Scripts } from './scripts.ts';

export interface Lab {
  readonly server: Helper<ServerOrder>;
  readonly addresses: Addresses;
  readonly authorityPem: string;
  readonly ours: Helper<RunOrder>;
  readonly bare: Helper<BareOrder>;
  readonly scripts: Scripts;
}

export interface Latency {
  readonly latencyMs: number;
  readonly jitterMs: number;
}

export interface Sample {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly report: ServerReport;
}

/** One repetition beside a server told its latency, with the same numbers for every contestant. */
export async function against<T extends { readonly wallMs: number; readonly cpuMs: number }>(
  lab: Lab,
  how: Latency & { readonly perSecond?: number; readonly seed: number },
  run: () => Promise<T>,
): Promise<T & { readonly report: ServerReport }> {
  await lab.server.ask({ do: 'reset', ...how });
  const took = await run();
  return { ...took, report: await lab.server.ask<ServerReport>({ do: 'report' }) };
}

/** Correctness is asserted inside: a run with fewer confirmed than asked fails the bench. */
export function expectAll(name: string, tokens: number, { report }: Sample): void {
  if (report.revoked !== tokens) {
    throw new Error(`${name}: ${report.revoked} of ${tokens} tokens revoked`);
  }
}

export async function ourRun(
  lab: Lab,
  protocol: keyof Addresses,
  tokens: number,
  how: Partial<Pick<RunOrder, 'hasHistory' | 'connections'>> = {},
): Promise<RunResult> {
  const result = await lab.ours.ask<RunResult>({
    url: lab.addresses[protocol],
    authorityPem: lab.authorityPem,
    tokens,
    hasHistory: true,
    connections: 'warm',
    ...how,
  });
  if (result.accepted !== tokens) {
    throw new Error(`our run: ${result.accepted} of ${tokens} tokens accepted`);
  }
  return result;
}

// What the tests of many revocations share: connections to a server, many canary tokens sent, what came of them.
import { afterAll, afterEach } from 'vitest';
import type { RevocationConnections } from '../../electron/main/gateway/gateway-client.ts';
import type { GatewayFailure, RevokeAnswer } from '../../electron/main/gateway/gateway.ts';
import type { CallOptions, GatewayTarget } from '../../electron/main/gateway/call-target.ts';
import type { Budgets } from '../../electron/main/gateway/budgets.ts';
import type { Result } from '../../electron/main/domain/result.ts';
import { credentialOf, failureCode, labGateway, secretOf, TOKEN } from './gateway-lab.ts';
import { createTestCertificates } from './test-certificates.ts';

export const tokenText = (index: number): string => `${TOKEN}-${index}`;

export interface BurstLab {
  readonly connections: RevocationConnections;
  /** The width as each connection was up. */
  readonly widths: readonly number[];
  /** Revokes the token of this number. */
  readonly revoke: (
    index: number,
    options?: CallOptions,
  ) => Promise<Result<RevokeAnswer, GatewayFailure>>;
  /** Revokes tokens `from` to before `to`, all at once; answers how often each outcome came. */
  readonly revokeAll: (from: number, to: number) => Promise<Record<string, number>>;
}

export function openLab(
  url: string,
  authorityPem: string,
  budgets: Partial<Budgets> = {},
  isCurrent?: () => boolean,
): BurstLab {
  const target: GatewayTarget = { baseUrl: url, tradeUrl: `${url}/trade`, authorityPem };
  const widths: number[] = [];
  const connections = labGateway(budgets).openRevocations(target, isCurrent, () =>
    widths.push(connections.width()),
  );
  const revoke: BurstLab['revoke'] = async (index, callOptions) =>
    await connections.revoke(credentialOf('trader'), secretOf(tokenText(index)), callOptions);
  return {
    connections,
    widths,
    revoke,
    revokeAll: async (from, to) => {
      const calls = Array.from({ length: to - from }, (_, each) => revoke(from + each));
      const outcomes: Record<string, number> = {};
      for (const result of await Promise.all(calls)) {
        const name = result.ok ? result.value.verdict : failureCode(result);
        outcomes[name] = (outcomes[name] ?? 0) + 1;
      }
      return outcomes;
    },
  };
}

/** Called once, at the top of a file: what its tests start and open is ended for them. */
export async function openBursts() {
  const certificates = await createTestCertificates();
  const servers: { readonly stop: () => Promise<void> }[] = [];
  const labs: BurstLab[] = [];
  afterEach(() => labs.splice(0).forEach(({ connections }) => connections.close()));
  afterAll(async () => await Promise.all(servers.map(({ stop }) => stop())));
  return {
    certificates,
    kept: async <T extends { readonly stop: () => Promise<void> }>(started: Promise<T>) => {
      const server = await started;
      servers.push(server);
      return server;
    },
    lab: (
      server: { readonly url: string },
      budgets?: Partial<Budgets>,
      isCurrent?: () => boolean,
    ) => {
      const opened = openLab(server.url, certificates.authority, budgets, isCurrent);
      labs.push(opened);
      return opened;
    },
  };
}

export function tokenTexts(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, each) => tokenText(from + each)).toSorted();
}

// What the tests of many revocations share: connections to a server, many canary tokens sent, what came of them.
import type { RevocationConnections } from '../../electron/main/gateway/gateway-client.ts';
import type { GatewayFailure, RevokeAnswer } from '../../electron/main/gateway/gateway.ts';
import type { CallOptions, GatewayTarget } from '../../electron/main/gateway/call-target.ts';
import type { Budgets } from '../../electron/main/gateway/budgets.ts';
import type { Result } from '../../electron/main/domain/result.ts';
import { credentialOf, failureCode, labGateway, secretOf, TOKEN } from './gateway-lab.ts';

export const tokenText = (index: number): string => `${TOKEN}-${index}`;

export interface BurstLab {
  readonly connections: RevocationConnections;
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
  const connections = labGateway(budgets).openRevocations(target, isCurrent);
  const revoke: BurstLab['revoke'] = async (index, callOptions) =>
    await connections.revoke(credentialOf('trader'), secretOf(tokenText(index)), callOptions);
  return {
    connections,
    revoke,
    async revokeAll(from, to) {
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

export function tokenTexts(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, each) => tokenText(from + each)).toSorted();
}

// Starts the processes of the bench and talks to them: one order, one answer, in turn.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { TestCertificate } from '../support/test-certificates.ts';

export type ServerOrder =
  | { readonly do: 'start'; readonly certificate: TestCertificate }
  | {
      readonly do: 'reset';
      readonly latencyMs: number;
      readonly jitterMs: number;
      readonly seed: number;
    }
  | { readonly do: 'report' };

export interface ServerReport {
  /** Distinct tokens answered with 200. */
  readonly revoked: number;
  /** The longest any request was held, from its last byte to its answer. */
  readonly slowestMs: number;
}

export interface Addresses {
  readonly h2: string;
  readonly h1: string;
}

export interface Helper<Order> {
  readonly ask: <Answer>(order: Order) => Promise<Answer>;
  readonly stop: () => void;
}

export function startHelper<Order extends object>(file: string): Helper<Order> {
  const child = fork(path.join(import.meta.dirname, file), { execArgv: [] });
  return {
    async ask<Answer>(order: Order) {
      child.send(order);
      const gone = new AbortController();
      const { signal } = gone;
      const [answer] = (await Promise.race([
        once(child, 'message', { signal }),
        once(child, 'exit', { signal }).then(() => Promise.reject(new Error(`${file} ended`))),
      ])) as [Answer | { readonly failed: string }];
      gone.abort();
      if (typeof answer === 'object' && answer !== null && 'failed' in answer) {
        throw new Error(`${file}: ${answer.failed}`);
      }
      return answer;
    },
    stop: () => child.disconnect(),
  };
}

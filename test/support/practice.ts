// A practice gateway for tests: quick settings, raw requests kept, and one client of each kind with
// random secrets registered.
import { randomBytes } from 'node:crypto';
import {
  startPracticeGateway,
  type PracticeGateway,
  type PracticeOptions,
} from '../../electron/main/practice/gateway/practice-gateway.ts';
import { systemClock } from '../../electron/main/domain/clock.ts';
import type { Fault } from '../../electron/main/practice/gateway/faults.ts';
import type { PracticeHost } from '../../electron/main/practice/gateway/practice-routes.ts';
import type { PracticeRequest } from '../../electron/main/practice/gateway/read-request.ts';
import type { AccessType, TraderScope } from '../../electron/shared/words.ts';

export interface PracticeTestClient {
  readonly clientId: string;
  readonly accessType: AccessType;
  readonly scopes: readonly TraderScope[];
  /** Text of the secret: tests may hold it as a string. */
  readonly secret: string;
}

/** Everything as it came. */
interface RawRequest extends Pick<PracticeRequest, 'method' | 'headers' | 'body'> {
  readonly atMs: number;
  readonly host: PracticeHost;
  /** Path and query exactly as sent. */
  readonly target: string;
  /** Name and value by turns, as sent. */
  readonly rawHeaders: readonly string[];
  /** Parsed from form or JSON; empty for anything else. */
  readonly fields: Readonly<Record<string, string>>;
  /** The client's port of the TCP connection that it came on. */
  readonly connection: number;
}

export interface PracticeForTests extends PracticeGateway {
  readonly controls: PracticeGateway['controls'] & {
    /** Tokens neither expired nor revoked. */
    readonly liveTokens: (clientId: string) => number;
  };
  readonly ledger: PracticeGateway['ledger'] & {
    readonly raw: () => readonly RawRequest[];
    /** TCP connections accepted since the start or `clear`, whether or not TLS followed. */
    readonly connections: () => number;
  };
  /** Both scopes. */
  readonly trader: PracticeTestClient;
  /** TRADER_READ alone. */
  readonly reader: PracticeTestClient;
  readonly partner: PracticeTestClient;
}

/** No slow first call and no propagation, unless asked for. */
export async function startPractice(options: PracticeOptions = {}): Promise<PracticeForTests> {
  let raw: RawRequest[] = [];
  let connections = 0;
  const { clock = systemClock } = options;
  const gateway = await startPracticeGateway({
    ...options,
    watch: {
      connected() {
        connections += 1;
      },
      asked(host, { method, headers, body, fields }, incoming) {
        raw.push({
          atMs: clock.nowMs(),
          host,
          method,
          headers,
          body,
          target: incoming.url ?? '',
          rawHeaders: [...incoming.rawHeaders],
          fields: Object.fromEntries(fields.values),
          connection: incoming.socket.remotePort ?? 0,
        });
      },
    },
    settings: { slowFirstCallMs: 0, propagationSeconds: 0, ...options.settings },
  });
  return {
    ...gateway,
    controls: {
      ...gateway.controls,
      liveTokens: (clientId) =>
        gateway.controls
          .tokensOf(clientId)
          .filter((token) => token.revokedAtMs === null && clock.nowMs() < token.expiresAtMs)
          .length,
    },
    ledger: {
      entries: gateway.ledger.entries,
      raw: () => [...raw],
      connections: () => connections,
      clear() {
        gateway.ledger.clear();
        raw = [];
        connections = 0;
      },
    },
    trader: registerTestClient(gateway, 'trader', ['TRADER_READ', 'TRADER_TRADE']),
    reader: registerTestClient(gateway, 'trader', ['TRADER_READ']),
    partner: registerTestClient(gateway, 'partner', []),
  };
}

/** A refusal of a token in which a server names no reason. */
export const wordlessRefusal: Fault = {
  kind: 'answer',
  reply: () => ({ status: 401, headers: {}, body: '', note: 'fault', delayMs: 0 }),
};

/** One more client, with a random id and secret. */
export function registerTestClient(
  gateway: PracticeGateway,
  accessType: AccessType,
  scopes: readonly TraderScope[],
): PracticeTestClient {
  const clientId = `${accessType}-${randomBytes(4).toString('hex')}`;
  const secret = `s-${randomBytes(24).toString('base64url')}`;
  gateway.controls.registerClient({ clientId, accessType, scopes, secret: Buffer.from(secret) });
  return { clientId, accessType, scopes, secret };
}

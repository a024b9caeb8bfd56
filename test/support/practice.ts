// A practice gateway for tests: quick settings, raw requests kept, and one client of each kind with
// random secrets registered.
import { randomBytes } from 'node:crypto';
import {
  startPracticeGateway,
  type PracticeGateway,
  type PracticeOptions,
} from '../../electron/main/practice/gateway/practice-gateway.ts';
import type { AccessType, TraderScope } from '../../electron/shared/words.ts';

export interface PracticeTestClient {
  readonly clientId: string;
  readonly accessType: AccessType;
  readonly scopes: readonly TraderScope[];
  /** Text of the secret: tests may hold it as a string. */
  readonly secret: string;
}

export interface PracticeForTests extends PracticeGateway {
  /** Both scopes. */
  readonly trader: PracticeTestClient;
  /** TRADER_READ alone. */
  readonly reader: PracticeTestClient;
  readonly partner: PracticeTestClient;
}

/** No slow first call and no propagation, unless asked for. */
export async function startPractice(options: PracticeOptions = {}): Promise<PracticeForTests> {
  const gateway = await startPracticeGateway({
    keepRaw: true,
    ...options,
    settings: { slowFirstCallMs: 0, propagationSeconds: 0, ...options.settings },
  });
  return {
    ...gateway,
    trader: registerTestClient(gateway, 'trader', ['TRADER_READ', 'TRADER_TRADE']),
    reader: registerTestClient(gateway, 'trader', ['TRADER_READ']),
    partner: registerTestClient(gateway, 'partner', []),
  };
}

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

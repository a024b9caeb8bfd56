// A practice gateway for tests: quick settings, raw requests kept, and one client of each kind with
// random secrets registered.
import { randomBytes } from 'node:crypto';
import {
  startPracticeGateway,
  type PracticeGateway,
  type PracticeOptions,
} from '../../electron/main/practice/practice-gateway.ts';
import type { Clock } from '../../electron/main/domain/clock.ts';
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

export interface HandClock extends Clock {
  /** Moves time on and fires what is due. */
  readonly advance: (byMs: number) => void;
  /** Delays of the timers that wait, in milliseconds from now. */
  readonly waiting: () => readonly number[];
}

/** A clock that stands still until it is moved: drives the gateway's expiry and waits. */
export function handClock(startMs: number = Date.UTC(2030, 0, 1)): HandClock {
  let nowMs = startMs;
  let timers: { readonly dueMs: number; readonly callback: () => void }[] = [];
  return {
    nowMs: () => nowMs,
    monotonicMs: () => nowMs - startMs,
    after(delayMs, callback) {
      const timer = { dueMs: nowMs + delayMs, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    advance(byMs): void {
      nowMs += byMs;
      const due = timers.filter(({ dueMs }) => dueMs <= nowMs);
      timers = timers.filter(({ dueMs }) => dueMs > nowMs);
      for (const { callback } of due) callback();
    },
    waiting: () => timers.map(({ dueMs }) => dueMs - nowMs),
  };
}

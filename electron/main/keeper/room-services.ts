// Everything that works while the vault is open, made at unlock and ended at lock.
import { randomUUID } from 'node:crypto';
import { createPartnerPlans, type PartnerPlans } from '../compromise/partner-plan.ts';
import type { Clock } from '../domain/clock.ts';
import type { Environment } from '../domain/environment.ts';
import type { Gateway, GatewayTarget } from '../gateway/gateway.ts';
import { createActivities } from '../tokens/activities.ts';
import { createExpiryBook } from '../tokens/expiry-book.ts';
import { sweep } from '../tokens/housekeeping.ts';
import { settleInterrupted } from '../tokens/ledger.ts';
import { createRevocations, type Revocations } from '../tokens/revocations.ts';
import type { Room } from '../tokens/room.ts';
import { createTokenChecks, type TokenChecks } from '../tokens/token-checks.ts';
import { createTokenRequests, type TokenRequests } from '../tokens/token-requests.ts';
import { createUnsavedTokens, type UnsavedTokens } from '../tokens/unsaved-tokens.ts';
import { createVerifications } from '../tokens/verification.ts';
import type { OpenVault } from '../vault/vault.ts';
import { createNextEvent } from './next-event.ts';

/** Calls under way get this long to end by themselves at lock and quit (reliability.md case 87). */
const CLOSING_GRACE_MS = 2_000;

export interface RoomServices {
  readonly room: Room;
  readonly texts: UnsavedTokens;
  readonly requests: TokenRequests;
  readonly checks: TokenChecks;
  readonly revocations: Revocations;
  readonly plans: PartnerPlans;
  /** Looks at the clock again: after resume, a clock jump, or when a window is shown. */
  readonly wake: () => void;
  /** Ends every call and timer, then locks the vault. */
  readonly close: () => Promise<void>;
}

export interface RoomPorts {
  readonly vault: OpenVault;
  readonly gateway: Gateway;
  readonly clock: Clock;
  readonly targetOf: (environment: Environment) => GatewayTarget | null;
  readonly changed: () => void;
  /** Runs before unfinished work goes on: what the calls need must be there. */
  readonly beforeResuming: (room: Room) => Promise<void>;
  readonly sawClockSkew: (seconds: number) => void;
}

export async function openRoom(ports: RoomPorts): Promise<RoomServices> {
  const closing = new AbortController();
  const { vault, clock } = ports;
  let running = 0;
  let sweeping = false;
  /** Something that waited for a death may be free to go now. */
  const sweepWaiting = async (): Promise<void> => {
    const { credentials, tokens } = vault.contents();
    const waits =
      credentials.some(({ removeWhenDead }) => removeWhenDead) ||
      tokens.some(({ forgetWhenDead }) => forgetWhenDead);
    if (!waits || sweeping) return;
    sweeping = true;
    await sweep(room);
    sweeping = false;
  };
  const changed = (): void => {
    nextEvent.arm();
    void sweepWaiting();
    ports.changed();
  };
  const activities = createActivities(changed);
  const room: Room = {
    ...ports,
    activities: {
      ...activities,
      async during(activity, work) {
        running += 1;
        try {
          return await activities.during(activity, work);
        } finally {
          running -= 1;
        }
      },
    },
    expiries: createExpiryBook(clock),
    closing: closing.signal,
    newId: randomUUID,
    changed,
  };
  const texts = createUnsavedTokens(room);
  const verifications = createVerifications(room, texts);
  const requests = createTokenRequests(room, texts);
  const revocations = createRevocations(room, texts, verifications);
  const plans = createPartnerPlans(room, requests, verifications);
  const nextEvent = createNextEvent(room, () => {
    void sweep(room);
    ports.changed();
  });

  if (vault.contents().tokens.some(({ issue }) => issue === 'requested')) {
    await vault.change({ contents: settleInterrupted });
  }
  await ports.beforeResuming(room);
  revocations.resume();
  plans.resume();
  nextEvent.arm();

  return {
    room,
    texts,
    requests,
    checks: createTokenChecks(room, texts),
    revocations,
    plans,
    wake: changed,
    async close() {
      nextEvent.close();
      verifications.close();
      revocations.close();
      await quiet(clock, () => running === 0);
      closing.abort();
      await quiet(clock, () => running === 0);
      texts.close();
      await vault.lock();
    },
  };
}

/** Waits until nothing runs, at most the grace time. */
async function quiet(clock: Clock, isQuiet: () => boolean): Promise<void> {
  const untilMs = clock.monotonicMs() + CLOSING_GRACE_MS;
  while (!isQuiet() && clock.monotonicMs() < untilMs) {
    await new Promise<void>((resume) => {
      clock.after(20, resume);
    });
  }
}

// Proof of death: asks with a token, again and again, until the server refused it several times in a
// row. One refusal may come from one region only; "accepted" proves nothing (design.md, fact 2). Many
// proofs at once are no storm: a few probes at a time per environment, Trader tokens first.
import { anchorAge, type AgeAnchor } from '../domain/expiry.ts';
import type { EnvironmentId, TokenId } from '../domain/ids.ts';
import { PROPAGATION_WINDOW_MS } from '../domain/token-evidence.ts';
import type { CheckOutcome, TokenCheck } from '../domain/token.ts';
import { createPatientQueue, fixedPlaces, type PatientQueue } from './patient-queue.ts';
import { probe } from './probe.ts';
import { findTokenPlace, type Room } from './room.ts';
import type { UnsavedTokens } from './unsaved-tokens.ts';

/** Pauses before each probe while the answer is "still honoured": quick first, then patient. */
const PAUSES_MS = [500, 1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 20_000, 30_000];
/** Pause between one clear refusal and the next. */
const CONFIRM_PAUSE_MS = 1_500;
/** Pause once the propagation window has passed. */
const LATE_PAUSE_MS = 60_000;
/** Probes under way at once per environment. */
const WIDTH = 8;
const PATIENCE_MS = 2_000;
const MOST_SLOW = 32;
/** More than any moment of the wall clock. */
const AFTER_EVERY_MOMENT = 1e15;

export interface VerificationRun {
  readonly tokenId: TokenId;
  /** When dead-making began: acceptance of a revocation, or the person's step in the web app. */
  readonly sinceMs: number;
  /** Saves what a probe showed; answers whether to go on asking. */
  readonly record: (check: TokenCheck) => Promise<boolean>;
}

export interface Verifications {
  /** Starts asking, unless this token is being asked about already. */
  readonly start: (run: VerificationRun) => void;
  readonly close: () => void;
}

interface Asking {
  readonly run: VerificationRun;
  readonly since: AgeAnchor;
  probes: number;
  cancel: () => void;
}

export function createVerifications(room: Room, texts: UnsavedTokens): Verifications {
  const asked = new Map<TokenId, Asking>();
  const lanes = new Map<EnvironmentId, PatientQueue<TokenId>>();

  function laneOf(id: EnvironmentId): PatientQueue<TokenId> {
    const known = lanes.get(id);
    if (known !== undefined) return known;
    const lane = createPatientQueue<TokenId, unknown>({
      clock: room.clock,
      acquire: fixedPlaces(WIDTH),
      patienceMs: PATIENCE_MS,
      mostSlow: MOST_SLOW,
      unknown: null,
      work: ask,
    });
    lanes.set(id, lane);
    return lane;
  }

  function schedule(asking: Asking, last: CheckOutcome | null): void {
    if (room.closing.aborted) return;
    asking.cancel = room.clock.after(pauseMs(asking, last), () => enqueue(asking));
  }

  function enqueue(asking: Asking): void {
    const { tokenId } = asking.run;
    const place = findTokenPlace(room, tokenId);
    if (!place.ok) {
      if (place.failure.code === 'practice_unavailable') schedule(asking, null);
      else end(tokenId);
      return;
    }
    const { credential, environment } = place.value;
    const rank = room.clock.monotonicMs();
    const later = credential.accessType === 'trader' ? 0 : AFTER_EVERY_MOMENT;
    laneOf(environment.id).add(tokenId, rank + later);
  }

  function pauseMs({ since, probes }: Asking, last: CheckOutcome | null): number {
    if (last === 'refused') return CONFIRM_PAUSE_MS;
    // The first one soon, also after a restart long past the window.
    if (probes > 0 && room.clock.monotonicMs() - since > PROPAGATION_WINDOW_MS)
      return LATE_PAUSE_MS;
    return PAUSES_MS[Math.min(probes, PAUSES_MS.length - 1)] ?? LATE_PAUSE_MS;
  }

  /** One probe. Its place is free for the next as soon as the answer is there, saved or not. */
  async function ask(tokenId: TokenId): Promise<void> {
    const asking = asked.get(tokenId);
    if (asking === undefined) return;
    const place = findTokenPlace(room, tokenId);
    const left = place.ok ? room.expiries.remainingMs(place.value.token) : 0;
    if (!place.ok || !texts.hasText(tokenId) || (left !== null && left <= 0)) {
      return end(tokenId);
    }
    const done = await probe(room, texts, place.value, ({ check }) => check);
    void goOn(asking, done.ok ? done.value : null);
  }

  async function goOn(asking: Asking, check: TokenCheck | null): Promise<void> {
    const goes = check === null || (await asking.run.record(check));
    asking.probes += 1;
    room.changed();
    if (goes) schedule(asking, check?.outcome ?? null);
    else end(asking.run.tokenId);
  }

  function end(tokenId: TokenId): void {
    asked.delete(tokenId);
    room.changed();
  }

  return {
    start(run) {
      if (asked.has(run.tokenId)) return;
      const since = anchorAge(run.sinceMs, room.clock);
      const asking: Asking = { run, since, probes: 0, cancel: () => undefined };
      asked.set(run.tokenId, asking);
      schedule(asking, null);
    },
    close() {
      for (const { cancel } of asked.values()) cancel();
      for (const lane of lanes.values()) lane.close();
      asked.clear();
    },
  };
}

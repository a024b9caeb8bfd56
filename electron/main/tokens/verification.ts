// Proof of death: asks with a token, again and again, until the server refused it several times in a
// row. One refusal may come from one region only; "accepted" proves nothing (design.md, fact 2).
import type { TokenId } from '../domain/ids.ts';
import { PROPAGATION_WINDOW_MS } from '../domain/token-state.ts';
import type { CheckOutcome, TokenCheck } from '../domain/token.ts';
import { probe } from './probe.ts';
import { findTokenPlace, type Room } from './room.ts';
import type { UnsavedTokens } from './unsaved-tokens.ts';

/** Pauses before each probe while the answer is "still honoured": quick first, then patient. */
const PAUSES_MS = [500, 1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 20_000, 30_000];
/** Pause between one clear refusal and the next. */
const CONFIRM_PAUSE_MS = 1_500;
/** Pause once the propagation window has passed. */
const LATE_PAUSE_MS = 60_000;

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

export function createVerifications(room: Room, texts: UnsavedTokens): Verifications {
  const scheduled = new Map<TokenId, () => void>();

  function schedule(run: VerificationRun, probes: number, last: CheckOutcome | null): void {
    if (room.closing.aborted) return;
    const cancel = room.clock.after(pauseMs(run, probes, last), () => {
      void ask(run, probes);
    });
    scheduled.set(run.tokenId, cancel);
  }

  function pauseMs(run: VerificationRun, probes: number, last: CheckOutcome | null): number {
    if (last === 'refused') return CONFIRM_PAUSE_MS;
    if (room.clock.nowMs() - run.sinceMs > PROPAGATION_WINDOW_MS) return LATE_PAUSE_MS;
    return PAUSES_MS[Math.min(probes, PAUSES_MS.length - 1)] ?? LATE_PAUSE_MS;
  }

  async function ask(run: VerificationRun, probes: number): Promise<void> {
    const place = findTokenPlace(room, run.tokenId);
    const left = place.ok ? room.expiries.remainingMs(place.value.token) : 0;
    if (!place.ok || !texts.hasText(run.tokenId) || (left !== null && left <= 0)) {
      scheduled.delete(run.tokenId);
      room.changed();
      return;
    }
    const done = await probe(room, texts, place.value, ({ check }) => check);
    const goOn = done.ok ? await run.record(done.value) : true;
    room.changed();
    if (goOn) schedule(run, probes + 1, done.ok ? done.value.outcome : null);
    else scheduled.delete(run.tokenId);
  }

  return {
    start(run) {
      if (!scheduled.has(run.tokenId)) schedule(run, 0, null);
    },
    close() {
      for (const cancel of scheduled.values()) cancel();
      scheduled.clear();
    },
  };
}

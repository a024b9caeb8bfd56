// A question without whose answer a window has nothing to show: asked again until it is answered, with growing
// pauses. Says why where it stays unanswered, so that no window waits in silence. Knows neither React nor the
// contract: both pages use it.

/** Why there is no answer: main refused the question, failed to answer it, or has said nothing yet. */
export type NoAnswer = 'refused' | 'failed' | 'silent';

/** Calls back once after so many milliseconds; the answer cancels. */
export type After = (delayMs: number, callback: () => void) => () => void;

/** A question that is not answered within this time is asked again. */
const ANSWER_LIMIT_MS = 1_000;
/** Between a question that was not answered and the next; the last holds from then on. */
const PAUSES_MS = [100, 200, 400, 800, 1_600, 3_200] as const;
/** Nobody waits longer than this without a word. */
export const LASTING_AFTER_MS = 5_000;

interface UnansweredPorts {
  /** Asks once. Null: answered, and the answer was of use. May reject, and may never settle. */
  readonly ask: () => Promise<NoAnswer | null>;
  readonly after: After;
  /** Why it has been unanswered for `LASTING_AFTER_MS`; null as soon as it is answered. */
  readonly lasting: (why: NoAnswer | null) => void;
}

interface UntilAnswered {
  /** Asks now, even where an earlier question is still open. Any answer of use ends the asking. */
  readonly askNow: () => void;
  readonly isAsking: () => boolean;
  readonly stop: () => void;
}

export const windowAfter: After = (delayMs, callback) => {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
};

export function askUntilAnswered({ ask, after, lasting }: UnansweredPorts): UntilAnswered {
  let asking = false;
  let told = false;
  let why: NoAnswer = 'silent';
  let unanswered = 0;
  /** The latest question: an earlier one that fails late starts no second row of questions. */
  let latest = 0;
  let cancelNext = (): void => undefined;
  let cancelLasting = (): void => undefined;

  function say(next: NoAnswer | null): void {
    told = next !== null;
    lasting(next);
  }

  function end(): void {
    asking = false;
    unanswered = 0;
    latest += 1;
    cancelNext();
    cancelLasting();
    if (told) say(null);
  }

  function notAnswered(reason: NoAnswer): void {
    why = reason;
    if (told) say(why);
    const pauseMs = PAUSES_MS[Math.min(unanswered, PAUSES_MS.length - 1)] ?? 0;
    unanswered += 1;
    cancelNext();
    cancelNext = after(pauseMs, askOnce);
  }

  function askOnce(): void {
    latest += 1;
    const mine = latest;
    const unlessOver = (reason: NoAnswer): void => {
      if (mine === latest) notAnswered(reason);
    };
    cancelNext();
    cancelNext = after(ANSWER_LIMIT_MS, () => unlessOver('silent'));
    ask().then(
      (reason) => {
        if (reason !== null) unlessOver(reason);
        else if (asking) end();
      },
      () => unlessOver('failed'),
    );
  }

  return {
    isAsking: () => asking,
    askNow() {
      if (!asking) {
        asking = true;
        why = 'silent';
        cancelLasting = after(LASTING_AFTER_MS, () => say(why));
      }
      unanswered = 0;
      askOnce();
    },
    stop: end,
  };
}

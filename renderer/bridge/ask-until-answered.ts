// A question without whose answer a window has nothing to show: asked again until it is answered, with growing
// pauses. Says why where it stays unanswered, so that no window waits in silence. Knows neither React nor the
// contract: both pages use it.

/** Why there is no answer: main refused the question, failed to answer it, or has said nothing yet. */
export type NoAnswer = 'refused' | 'failed' | 'silent';

/** Calls back once after so many milliseconds; the answer cancels. */
export type After = (delayMs: number, callback: () => void) => () => void;

/** After a question that was refused or failed; twice as long each time. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 3_200;
/** A question that is not answered within this time is asked again. */
const ANSWER_LIMIT_MS = 1_000;
/** Nobody waits longer than this without a word. */
export const LASTING_AFTER_MS = 5_000;

interface UnansweredPorts {
  /** Asks once. Null: answered, and the answer was of use. May reject, and may never settle. */
  readonly ask: () => Promise<NoAnswer | null>;
  readonly after: After;
  /** Why it has been unanswered for `LASTING_AFTER_MS`; null as soon as it is answered. */
  readonly lasting: (why: NoAnswer | null) => void;
}

export const windowAfter: After = (delayMs, callback) => {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
};

interface UntilAnswered {
  /** Asks now, even where an earlier question is still open. Any answer of use ends the asking. */
  readonly askNow: () => void;
  readonly isAsking: () => boolean;
  readonly stop: () => void;
}

export function askUntilAnswered({ ask, after, lasting }: UnansweredPorts): UntilAnswered {
  let asking = false;
  let lasts = false;
  let why: NoAnswer = 'silent';
  let pauseMs = FIRST_PAUSE_MS;
  /** The latest question: an earlier one that fails late starts no second row of questions. */
  let latest = 0;
  let cancelNext = (): void => undefined;
  let cancelLasting = (): void => undefined;

  function end(): void {
    asking = false;
    latest += 1;
    cancelNext();
    cancelLasting();
    if (lasts) lasting(null);
    lasts = false;
  }

  function askAgain(reason: NoAnswer): void {
    why = reason;
    if (lasts) lasting(why);
    cancelNext();
    cancelNext = after(pauseMs, askOnce);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
  }

  function askOnce(): void {
    latest += 1;
    const mine = latest;
    const unlessOver = (reason: NoAnswer): void => {
      if (mine === latest) askAgain(reason);
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
        cancelLasting = after(LASTING_AFTER_MS, () => {
          lasts = true;
          lasting(why);
        });
      }
      pauseMs = FIRST_PAUSE_MS;
      askOnce();
    },
    stop: end,
  };
}

// What the person answers programs: one question at a time, for a minute each, and none after two in a row that got no
// yes, until the person is there again. A question that is left, denied or hung up counts alike: else a program could go
// on asking for ever.
import type { Clock } from '../domain/clock.ts';
import { ok, type Result } from '../domain/result.ts';
import type { Question } from '../secret-input/ports.ts';
import type { ProgramQuestions } from '../secret-input/question-queue.ts';
import { refused, requestSentences, type Refused } from './hand-out-words.ts';

export const QUESTION_LIMIT_MS = 60_000;
const MOST_WITHOUT_YES = 2;

export class PersonAnswers {
  readonly #clock: Clock;
  readonly #questions: ProgramQuestions;
  #withoutYes = 0;
  /** Questions that wait or stand; a lock or a revocation run closes them. */
  #open = new AbortController();

  constructor(clock: Clock, questions: ProgramQuestions) {
    this.#clock = clock;
    this.#questions = questions;
  }

  /** The choice, or why there is none. @param gone the client went away. */
  async ask(question: Question, gone: AbortSignal): Promise<Result<number, Refused>> {
    const silent = refused('not_answered', requestSentences.silent);
    if (this.#withoutYes >= MOST_WITHOUT_YES) return silent;
    const deadline = new AbortController();
    const closed = this.#open.signal;
    let cancel = (): void => undefined;
    let isShown = false;
    const answer = await this.#questions.ask(question, () => {
      // SECURITY(S53): whoever waited meanwhile may have seen two go without a yes.
      if (this.#withoutYes >= MOST_WITHOUT_YES) deadline.abort();
      else isShown = true;
      cancel = this.#clock.after(QUESTION_LIMIT_MS, () => deadline.abort());
      return AbortSignal.any([deadline.signal, gone, closed]);
    });
    cancel();
    if (closed.aborted) return refused('not_answered', requestSentences.closed);
    if (!isShown && deadline.signal.aborted) return silent;
    if (typeof answer === 'number') {
      this.#withoutYes = 0;
      return ok(answer);
    }
    const isOfAsker = answer === 'denied' || deadline.signal.aborted || gone.aborted;
    // What the person asks for closes it: that is no answer to it.
    if (isShown && isOfAsker) this.#withoutYes += 1;
    return refused(answer === 'denied' ? 'denied' : 'not_answered');
  }

  /** The person is there. */
  attended(): void {
    this.#withoutYes = 0;
  }

  /** At a lock, and as a revocation run begins. */
  close(): void {
    this.#withoutYes = 0;
    this.#open.abort();
    this.#open = new AbortController();
  }
}

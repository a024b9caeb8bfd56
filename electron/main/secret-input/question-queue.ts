// Who is asked what, and when an answer counts. One question stands at a time; main's own come before those of
// the page, and close one of the page; few wait, the rest is cancelled. An answer within half a second is a key
// or a click that was meant for what was there before: no system lets a button of its message box be switched on
// later, so the question is asked again. A lock closes what stands and cancels what waits.
import path from 'node:path';
import { withoutUnseen } from '../../shared/one-line.ts';
import type { Clock } from '../domain/clock.ts';
import { serial } from '../domain/limit.ts';
import type { Dialogs, Question } from './ports.ts';

/** A question must have stood this long before an answer counts, in milliseconds. */
export const STANDS_BEFORE_MS = 500;
/** Asked so often, a question that is answered too soon each time is cancelled: a key is held down. */
const TIMES_ASKED = 3;
/** More of one asker are cancelled unasked, the one that stands included. */
const MOST_AT_ONCE = 4;

/** The system's dialogs, each shown as soon as it is asked for. */
export interface NativeDialogs extends Omit<Dialogs, 'ask'> {
  /** As `Dialogs.ask`; closed as by cancel when `signal` is aborted. */
  readonly ask: (question: Question, signal: AbortSignal) => Promise<number | null>;
  /** Something has that name, and the system's dialog may not have asked about replacing it. */
  readonly replacesUnasked: (file: string) => Promise<boolean>;
}

export type QuestionQueue = ReturnType<typeof createQuestionQueue>;

export type ProgramQuestions = QuestionQueue['ofPrograms'];

/**
 * @param isClicked a pointer was pressed in the window just now: only then is a question of the page in a hurry.
 *   Whoever types in the page while it asks would else answer it with Enter.
 */
export function createQuestionQueue(
  native: NativeDialogs,
  clock: Pick<Clock, 'monotonicMs'>,
  isClicked: () => boolean,
) {
  let closings = 0;
  const page = createTurns();
  const main = createTurns();
  const programs = createTurns();

  /** Null, unless it stood long enough and nothing was closed meanwhile. */
  async function settled<T>(show: () => Promise<T | null>): Promise<T | null | 'too_soon'> {
    const before = closings;
    const shownMs = clock.monotonicMs();
    const answer = await show();
    if (answer === null || closings !== before) return null;
    // SECURITY(S36)
    return clock.monotonicMs() - shownMs < STANDS_BEFORE_MS ? 'too_soon' : answer;
  }

  async function ask(question: Question, signal: AbortSignal): Promise<number | null> {
    for (let time = 0; time < TIMES_ASKED && !signal.aborted; time += 1) {
      // Keys that were meant for what was there before come again: they are not to find a choice under Enter.
      const asked = time === 0 ? question : { ...question, inHurry: false };
      const answer = await settled(() => native.ask(asked, signal));
      if (signal.aborted) return null;
      if (answer !== 'too_soon') return answer;
    }
    return null;
  }

  async function chosen(show: () => Promise<string | null>): Promise<string | null> {
    const answer = await settled(show);
    // A chooser that closed at once was answered by nobody who saw it.
    return answer === 'too_soon' ? null : answer;
  }
  /** In the page's turn: no program keeps the person from asking. */
  const ofPage: typeof page.inTurn = (work) => {
    programs.cancel();
    return page.inTurn(work);
  };
  const choose = (show: () => Promise<string | null>): Promise<string | null> =>
    ofPage(() => chosen(show));

  const chooseSave: Dialogs['chooseSave'] = (title, name, replaces) =>
    ofPage(async (signal) => {
      const file = await chosen(() => native.chooseSave(title, name));
      if (file === null || replaces === 'never' || !(await native.replacesUnasked(file))) {
        return file;
      }
      return (await ask(replaceQuestion(file), signal)) === null ? null : file;
    });

  return {
    /** What the page asked for: it can make questions appear and nothing more. */
    ofPage: {
      ask(question: Question): Promise<number | null> {
        const inHurry = question.inHurry === true && isClicked();
        return ofPage(async (signal) => {
          await main.idle();
          return await ask({ ...question, inHurry }, signal);
        });
      },
      chooseFile: (title: string) => choose(() => native.chooseFile(title)),
      chooseFolder: (title: string) => choose(() => native.chooseFolder(title)),
      chooseSave,
    },
    /** What main itself asks: at quit, from the tray, from the menu. */
    ofMain: {
      ask(question: Question): Promise<number | null> {
        page.cancel();
        programs.cancel();
        return main.inTurn((signal) => ask(question, signal));
      },
    },
    /** What another program asked for. Whatever the person asks for meanwhile comes first, and closes it. */
    ofPrograms: {
      /**
       * Index into `choices`, `denied` for cancel, or null: closed before it was answered.
       * @param begins as the question is shown; what it answers closes it.
       */
      ask: (question: Question, begins: () => AbortSignal) =>
        programs.inTurn<number | 'denied'>(async (signal) => {
          await page.idle();
          await main.idle();
          const closed = AbortSignal.any([signal, begins()]);
          const answer = await ask(question, closed);
          if (closed.aborted) return null;
          return answer ?? 'denied';
        }),
    },
    /** As at a lock. A chooser of files cannot be closed; what it answers is dropped. */
    close(): void {
      closings += 1;
      page.cancel();
      main.cancel();
      programs.cancel();
    },
  };
}

function replaceQuestion(file: string): Question {
  return {
    message: `Replace “${withoutUnseen(path.basename(file))}”?`,
    detail: 'There is something of this name already. What it holds is lost.',
    choices: ['Replace'],
    serious: true,
  };
}

/** Questions of one asker, one after the other. */
function createTurns() {
  const oneByOne = serial();
  let open = 0;
  let cancelling = new AbortController();
  const isAnyOpen = (): boolean => open > 0;

  return {
    inTurn<T>(work: (signal: AbortSignal) => Promise<T | null>): Promise<T | null> {
      if (open >= MOST_AT_ONCE) return Promise.resolve(null);
      open += 1;
      const { signal } = cancelling;
      return oneByOne(async () => (signal.aborted ? null : await work(signal))).finally(() => {
        open -= 1;
      });
    },
    /** Ends the one that stands, and all that wait. */
    cancel(): void {
      cancelling.abort();
      cancelling = new AbortController();
    },
    async idle(): Promise<void> {
      while (isAnyOpen()) await oneByOne(() => Promise.resolve());
    },
  };
}

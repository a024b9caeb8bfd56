// Answers native dialogs in tests, on either host, and keeps what each one showed. Puts its own
// functions in the place of Electron's in the main process; what is not answered is cancelled.
import { expect, type ElectronApplication } from '@playwright/test';
import type { MessageBoxOptions, OpenDialogOptions, SaveDialogOptions } from 'electron';

export interface ShownDialog {
  readonly kind: 'message' | 'open' | 'save' | 'error';
  readonly title: string;
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}

export type DialogAnswer =
  /** The label of a button of a message box. */
  | { readonly button: string }
  /** The button at this place, where its label says a number the test does not know. */
  | { readonly place: number }
  /** The file picked in an open or save dialog. */
  | { readonly path: string }
  | { readonly cancel: true };

export interface Dialogs {
  /** Answers the next dialogs, in order. */
  readonly answer: (...answers: readonly DialogAnswer[]) => Promise<void>;
  readonly shown: () => Promise<readonly ShownDialog[]>;
  /** Nothing was shown yet, and no answer is ready. Milliseconds that the clocks of main are ahead of the machine's. */
  readonly forget: () => Promise<number>;
  /** Resolves once the newest dialog has a button of this label and none stands: what is answered then is the next. */
  readonly asked: (button: string) => Promise<void>;
  /** From now on the question about live or unproven tokens at quit is answered by leaving them, unless answered otherwise. */
  readonly keepTokensAtQuit: () => Promise<void>;
}

interface DialogDesk {
  answers: DialogAnswer[];
  shown: ShownDialog[];
  /** Dialogs that are not answered yet. */
  standing: number;
  keepsTokens: boolean;
  /** What is answered sooner counts as a key that was meant for something else: both clocks go on so far. */
  readMs: number;
}

declare global {
  /** Of the main process. */
  var strongroomDialogDesk: DialogDesk;
}

export async function watchDialogs(app: ElectronApplication): Promise<Dialogs> {
  // Runs in the main process: everything it needs is inside.
  await app.evaluate(async ({ dialog }) => {
    // A driver's code may run in the middle of a module that main is loading: in a turn of its own it does not.
    await new Promise((resume) => setImmediate(resume));
    const desk: DialogDesk = {
      answers: [],
      shown: [],
      standing: 0,
      keepsTokens: false,
      readMs: 0,
    };
    globalThis.strongroomDialogDesk = desk;
    const record = (kind: ShownDialog['kind'], options: Partial<MessageBoxOptions>): void => {
      const { title = '', message = '', detail = '', buttons = [] } = options;
      desk.shown.push({ kind, title, message, detail, buttons });
    };
    const READING_MS = 520;
    const wall = Date.now.bind(Date);
    const monotonic = performance.now.bind(performance);
    Date.now = () => wall() + desk.readMs;
    performance.now = () => monotonic() + desk.readMs;
    const read = (): void => {
      desk.readMs += READING_MS;
    };
    /** On the strict stand-in nobody answers at once: the app goes on while its question stands. */
    const lateMs = process.env['STRONGROOM_STRICT'] === '1' ? 200 : 0;
    const late = async <T>(answer: T): Promise<T> => {
      desk.standing += 1;
      await new Promise((resolve) => setTimeout(resolve, lateMs));
      desk.standing -= 1;
      return answer;
    };
    /** On the strict stand-in what belongs to a minimised window is never answered. */
    const seen = async (over: unknown): Promise<void> => {
      const hidden = (over as { readonly isOutOfSight?: boolean }).isOutOfSight === true;
      if (hidden && lateMs > 0) await new Promise(() => undefined);
    };
    const nextPath = (): string | null => {
      const answer = desk.answers.shift();
      if (answer === undefined || !('path' in answer)) return null;
      read();
      return answer.path;
    };
    Object.assign(dialog, {
      showMessageBox: async (...args: unknown[]) => {
        const options = args.at(-1) as MessageBoxOptions;
        await seen(args[0]);
        record('message', options);
        const answer = desk.answers.shift();
        const checkboxChecked = options.checkboxChecked ?? false;
        if (answer !== undefined && 'place' in answer) {
          read();
          return await late({ response: answer.place, checkboxChecked });
        }
        const keep = (options.buttons ?? []).findIndex((each) =>
          /^((Keep|Leave) .* and quit|Quit anyway)$/.test(each),
        );
        if (answer === undefined && desk.keepsTokens && keep !== -1) {
          read();
          return await late({ response: keep, checkboxChecked });
        }
        if (answer === undefined || !('button' in answer)) {
          return await late({ response: options.cancelId ?? 0, checkboxChecked });
        }
        const response = (options.buttons ?? ['OK']).indexOf(answer.button);
        if (response === -1) {
          throw new Error(`the dialog "${options.message}" has no button "${answer.button}"`);
        }
        read();
        return await late({ response, checkboxChecked });
      },
      showOpenDialog: async (...args: unknown[]) => {
        const { buttonLabel, ...options } = args.at(-1) as OpenDialogOptions;
        await seen(args[0]);
        record('open', { ...options, buttons: buttonLabel === undefined ? [] : [buttonLabel] });
        const path = nextPath();
        return await late({ canceled: path === null, filePaths: path === null ? [] : [path] });
      },
      showSaveDialog: async (...args: unknown[]) => {
        const { buttonLabel, ...options } = args.at(-1) as SaveDialogOptions;
        await seen(args[0]);
        record('save', { ...options, buttons: buttonLabel === undefined ? [] : [buttonLabel] });
        const path = nextPath();
        return await late({ canceled: path === null, filePath: path ?? '' });
      },
      showErrorBox: (title: string, content: string) => {
        record('error', { title, message: content });
      },
    });
  });
  /** All of them, once every one is answered: what a test does next may not meet a question that still stands. */
  const shown = (): Promise<readonly ShownDialog[]> =>
    app.evaluate(async () => {
      const desk = globalThis.strongroomDialogDesk;
      while (desk.standing > 0) await new Promise((resolve) => setTimeout(resolve, 5));
      return desk.shown;
    });
  /** Buttons of the newest dialog, once it is answered. */
  const answered = (): Promise<readonly string[]> =>
    app.evaluate(() => {
      const desk = globalThis.strongroomDialogDesk;
      return desk.standing > 0 ? [] : (desk.shown.at(-1)?.buttons ?? []);
    });
  return {
    answer: async (...answers) => {
      await app.evaluate((_electron, given) => {
        globalThis.strongroomDialogDesk.answers.push(...given);
      }, answers);
    },
    shown,
    forget: () =>
      app.evaluate(() => {
        const desk = globalThis.strongroomDialogDesk;
        Object.assign(desk, { answers: [], shown: [], keepsTokens: false });
        return desk.readMs;
      }),
    asked: (button) => expect.poll(answered).toContain(button),
    keepTokensAtQuit: async () => {
      await app.evaluate(() => {
        globalThis.strongroomDialogDesk.keepsTokens = true;
      });
    },
  };
}

// Shows a native-looking question to the person at the display, in a small window of the host's own
// that the app's code cannot reach: as high as its words, over the middle of its parent. Only for runs with a display.
import { browserRunning } from './host-state.ts';
import { dialogPage } from './dialog-page.ts';
import { emulateTheme } from './native-theme.ts';
import { placeWindow } from './window-placement.ts';
import { StandInWindow } from './window.ts';

export interface Question {
  readonly title?: string | undefined;
  readonly message: string;
  readonly detail?: string | undefined;
  readonly buttons: readonly string[];
  readonly defaultId?: number | undefined;
  /** Present: a text field for a path, with this start. */
  readonly path?: string;
}

export interface PersonAnswer {
  readonly button: number;
  readonly path: string;
}

const BINDING = '__answer';
const ADDRESS = 'https://question.standin.invalid/';
const WIDTH = 520;
const LEAST_HEIGHT = 140;
const MOST_HEIGHT = 600;

/** The answer, or null where the person closed the window or pressed Escape, or where it was called off. */
export async function askPerson(
  question: Question,
  parent: StandInWindow | null,
  calledOff?: AbortSignal,
): Promise<PersonAnswer | null> {
  const browser = await browserRunning;
  const opened = await StandInWindow.openHostPage({
    width: WIDTH,
    height: LEAST_HEIGHT,
    browserContextId: undefined,
    firstUrl: ADDRESS,
  });
  const { page, targetId } = opened;
  const place = (height: number): Promise<void> =>
    placeWindow(browser, targetId, {
      bounds: {
        x: 0,
        y: 0,
        width: WIDTH,
        height: Math.min(Math.max(height, LEAST_HEIGHT), MOST_HEIGHT),
      },
      isPlaced: false,
      parentTargetId: parent?.webContents.targetId,
    });
  const answered = new Promise<PersonAnswer | null>((resolve) => {
    page.on('Runtime.bindingCalled', ({ payload }) => {
      const said = JSON.parse(payload) as PersonAnswer | { readonly height: number };
      if ('button' in said) resolve(said);
      else void place(said.height).catch(() => undefined);
    });
    browser.cdp.root.on('Target.targetDestroyed', (gone) => {
      if (gone.targetId === targetId) resolve(null);
    });
    calledOff?.addEventListener('abort', () => resolve(null));
    if (calledOff?.aborted) resolve(null);
  });
  const body = Buffer.from(dialogPage(question)).toString('base64');
  const headers = [{ name: 'content-type', value: 'text/html; charset=utf-8' }];
  page.on('Fetch.requestPaused', ({ requestId }) => {
    void page
      .send('Fetch.fulfillRequest', {
        requestId,
        responseCode: 200,
        responseHeaders: headers,
        body,
      })
      .catch(() => undefined);
  });
  await Promise.all([
    page.send('Runtime.enable'),
    page.send('Runtime.addBinding', { name: BINDING }),
    page.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
    emulateTheme(page),
    page.send('Runtime.runIfWaitingForDebugger'),
  ]);
  // The window's own first load may have been over before it could be answered.
  await page.send('Page.navigate', { url: ADDRESS });
  const answer = await answered;
  await browser.cdp.root.send('Target.closeTarget', { targetId }).catch(() => undefined);
  return answer === null || answer.button < 0 ? null : answer;
}

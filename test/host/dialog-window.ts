// Shows a native-looking question to the person at the display, in a small window of the host's own
// that the app's code cannot reach. Only for runs with a display.
import { browserRunning } from './host-state.ts';
import { dialogPage } from './dialog-page.ts';
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
const SIZE = { width: 460, height: 300 };

/** The answer, or null where the person closed the window or pressed Escape. */
export async function askPerson(question: Question): Promise<PersonAnswer | null> {
  const browser = await browserRunning;
  const opened = await StandInWindow.openHostPage({
    ...SIZE,
    browserContextId: undefined,
    firstUrl: ADDRESS,
  });
  const { page, targetId } = opened;
  const answered = new Promise<PersonAnswer | null>((resolve) => {
    page.on('Runtime.bindingCalled', ({ payload }) => {
      resolve(JSON.parse(payload) as PersonAnswer);
    });
    browser.cdp.root.on('Target.targetDestroyed', (gone) => {
      if (gone.targetId === targetId) resolve(null);
    });
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
    page.send('Runtime.runIfWaitingForDebugger'),
  ]);
  // The window's own first load may have been over before it could be answered.
  await page.send('Page.navigate', { url: ADDRESS });
  const { windowId } = await browser.cdp.root.send('Browser.getWindowForTarget', { targetId });
  const bounds = { left: 160, top: 120, ...SIZE };
  await browser.cdp.root
    .send('Browser.setWindowBounds', { windowId, bounds })
    .catch(() => undefined);
  const answer = await answered;
  if (answer === null) return null;
  await browser.cdp.root.send('Target.closeTarget', { targetId }).catch(() => undefined);
  return answer.button < 0 ? null : answer;
}

// The menu of the tray for a person at a display: a small window of the host's own with its lines, open as long as
// the app goes on in the tray without a window. Drawn anew when the menu changes.
import { app } from './app.ts';
import { askPerson } from './dialog-window.ts';
import { hostNews, liveWindows } from './host-state.ts';
import type { StandInMenu } from './menu.ts';
import { runsHeadless } from './visibility.ts';

export interface ShownTray {
  readonly toolTip: string;
  readonly menu: StandInMenu | null;
}

/** An app whose quit was asked for less than so long ago is about to end, or asks the person about it. */
const QUITTING_MS = 3_000;
const nothing = (): void => undefined;

let newest: ShownTray | null = null;
let quitAskedMs = -Infinity;
let open: AbortController | null = null;

/** Two `&` in a menu are one that is seen, and one is a mark. */
const seen = (label: string): string => label.replaceAll(/&(&?)/g, '$1');

/** What the tray shows has changed. */
export function trayChanged(tray: ShownTray): void {
  newest = tray;
  if (open !== null) offer();
}

function offer(): void {
  open?.abort();
  open = null;
  const tray = newest;
  if (runsHeadless() || tray === null || tray.menu === null) return;
  const calledOff = new AbortController();
  open = calledOff;
  const lines = tray.menu.items.filter(({ type, visible }) => visible && type !== 'separator');
  const choices = lines.filter(({ enabled }) => enabled);
  const question = {
    title: 'The tray',
    message: tray.toolTip,
    detail: lines.flatMap(({ enabled, label }) => (enabled ? [] : [seen(label)])).join('\n'),
    buttons: choices.map(({ label }) => seen(label)),
  };
  askPerson(question, null, calledOff.signal).then((answer) => {
    if (calledOff.signal.aborted) return;
    open = null;
    if (answer === null) return;
    choices[answer.button]?.click();
    offerUnlessQuitting();
  }, nothing);
}

/** Once more where the app asks before it quits: the answer may be no, and the tray is the only way back. */
function offerUnlessQuitting(): void {
  const waitMs = quitAskedMs + QUITTING_MS - performance.now();
  if (waitMs > 0) setTimeout(offerUnlessQuitting, waitMs).unref();
  else if (liveWindows.size === 0) offer();
}

app.on('before-quit', () => (quitAskedMs = performance.now()));
hostNews.on('all-windows-closed', offerUnlessQuitting);
hostNews.on('window-created', () => {
  open?.abort();
  open = null;
});

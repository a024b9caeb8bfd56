// Moving the focus between panes and into the search field. Shows a pane that is put away first.
import type { Pane, WindowStore } from '../state/window-state.ts';

const order: readonly Pane[] = ['sidebar', 'list', 'detail'];
const FOCUSABLE = '[tabindex="0"], button, a[href], input, select, textarea, summary';
const preferred: Readonly<Record<Pane, string>> = {
  sidebar: '[aria-current="true"]',
  list: '[role="row"][tabindex="0"]',
  detail: 'button:not([aria-disabled="true"])',
};

const paneElement = (pane: Pane): HTMLElement | null =>
  document.querySelector(`[data-pane="${pane}"]`);

/** After the pane has been shown. */
function later(focus: () => void): void {
  setTimeout(focus);
}

const targetIn = (pane: Pane): HTMLElement | null =>
  paneElement(pane)?.querySelector<HTMLElement>(preferred[pane]) ??
  paneElement(pane)?.querySelector<HTMLElement>(FOCUSABLE) ??
  null;

/** To the next pane that has something to focus. */
export function focusPane(store: WindowStore, step: 1 | -1): boolean {
  const at = document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane');
  const from = order.findIndex((pane) => pane === at);
  let to = from < 0 ? 1 : from;
  for (let tries = 0; tries < order.length; tries += 1) {
    if (from >= 0 || tries > 0) to = (to + step + order.length) % order.length;
    if (targetIn(order[to] ?? 'list') !== null) break;
  }
  const pane = order[to] ?? 'list';
  store.patch({ pane });
  later(() => targetIn(pane)?.focus());
  return true;
}

/** Where one pane gave way to another, the focus must not stay in what is gone from sight. */
export function rescueFocus(pane: Pane): void {
  later(() => {
    const at = document.activeElement;
    const lost =
      at === null || at === document.body || ('checkVisibility' in at && !at.checkVisibility());
    if (lost && document.querySelector('dialog[open]') === null) targetIn(pane)?.focus();
  });
}

export function focusSearch(store: WindowStore): boolean {
  store.patch({ pane: 'list' });
  const select = (): void => {
    const field = document.querySelector<HTMLInputElement>('#search');
    field?.focus();
    field?.select();
  };
  // Where the focus is there already, nothing typed meanwhile must be selected, and so lost.
  if (document.activeElement?.id === 'search') select();
  else later(select);
  return true;
}

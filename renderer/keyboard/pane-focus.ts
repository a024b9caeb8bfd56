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

export function focusPane(store: WindowStore, step: 1 | -1): boolean {
  const at = document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane');
  const from = order.findIndex((pane) => pane === at);
  const to = from < 0 ? 1 : (from + step + order.length) % order.length;
  const pane = order[to] ?? 'list';
  store.patch({ pane });
  later(() => {
    const element = paneElement(pane);
    const target =
      element?.querySelector<HTMLElement>(preferred[pane]) ??
      element?.querySelector<HTMLElement>(FOCUSABLE);
    target?.focus();
  });
  return true;
}

export function focusSearch(store: WindowStore): boolean {
  store.patch({ pane: 'list' });
  later(() => {
    const field = document.querySelector<HTMLInputElement>('#search');
    field?.focus();
    field?.select();
  });
  return true;
}

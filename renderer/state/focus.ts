// Where the focus goes: between panes, into the search field, and after a step. Shows a pane that is put away first. What
// stands at a point registers itself while it is drawn, so that nobody searches the page for it.
import type { Pane, WindowStore } from './window-state.ts';
import type { RefCallback } from 'react';

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

const canHold = (pane: Pane): boolean => paneElement(pane)?.querySelector(FOCUSABLE) != null;

/** What is hidden takes no focus: the way back from a pane is there also where all of them stand side by side. */
function targetIn(pane: Pane): HTMLElement | null {
  const all = [preferred[pane], FOCUSABLE].flatMap((each) => [
    ...(paneElement(pane)?.querySelectorAll<HTMLElement>(each) ?? []),
  ]);
  return all.find((each) => !('checkVisibility' in each) || each.checkVisibility()) ?? null;
}

const DRAWING_FRAMES = 6;

/**
 * Where a credential is shown, its next step. The rows of a list that was put away are drawn once it has a height:
 * tried on the next frames.
 */
function focusIn(pane: Pane, points: FocusPoints, tries = DRAWING_FRAMES): void {
  if (pane === 'detail' && points.focus('next_step')) return;
  const waits =
    pane === 'list' &&
    paneElement(pane)?.querySelector('[role="grid"]') != null &&
    paneElement(pane)?.querySelector(preferred.list) == null;
  if (waits && tries > 0) requestAnimationFrame(() => focusIn(pane, points, tries - 1));
  else targetIn(pane)?.focus();
}

/** To the next pane that has something to focus, put away or not. */
export function focusPane(store: WindowStore, points: FocusPoints, step: 1 | -1): void {
  const at = document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane');
  const from = order.findIndex((pane) => pane === at);
  let to = from < 0 ? 1 : from;
  for (let tries = 0; tries < order.length; tries += 1) {
    if (from >= 0 || tries > 0) to = (to + step + order.length) % order.length;
    if (canHold(order[to] ?? 'list')) break;
  }
  const pane = order[to] ?? 'list';
  store.patch({ pane });
  later(() => focusIn(pane, points));
}

/** To what can be done with the credential that was opened. */
export function focusDetail(points: FocusPoints): void {
  later(() => focusIn('detail', points));
}

/** Nothing in sight has the focus, and nothing is open that would take it. */
export function isFocusLost(): boolean {
  const at = document.activeElement;
  const lost =
    at === null || at === document.body || ('checkVisibility' in at && !at.checkVisibility());
  return lost && document.querySelector('dialog[open]') === null;
}

/** Where one pane gave way to another, the focus must not stay in what is gone from sight. */
export function rescueFocus(pane: Pane, points: FocusPoints): void {
  later(() => {
    if (isFocusLost()) focusIn(pane, points);
  });
}

/** What had the focus is gone: a row that was deleted, a bar that closed. Tells when to stop looking. */
export function rescueFocusOfTheGone(paneShown: () => Pane, points: FocusPoints): () => void {
  let last: Element | null = null;
  let pane: Pane | undefined;
  const remember = (element: EventTarget | null): void => {
    if (!(element instanceof Element)) return;
    last = element;
    const at = element.closest('[data-pane]')?.getAttribute('data-pane');
    pane = order.find((each) => each === at);
  };
  const onFocus = ({ target }: FocusEvent): void => remember(target);
  // Some go in the moment the focus is on its way to them, as the button that sorts again does.
  const onLeave = ({ relatedTarget }: FocusEvent): void => {
    remember(relatedTarget);
    // What had it is there, and nothing has it: somebody pressed beside it. That is nothing to give back, and would
    // scroll a list back to its row.
    const forget = (): void => {
      if (last?.isConnected === true && document.activeElement === document.body) last = null;
    };
    if (relatedTarget === null) queueMicrotask(forget);
  };
  const observer = new MutationObserver(() => {
    if (last === null || last.isConnected) return;
    last = null;
    rescueFocus(pane ?? paneShown(), points);
  });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('focusout', onLeave, true);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('focusout', onLeave, true);
    observer.disconnect();
  };
}

export function focusSearch(store: WindowStore): void {
  store.patch({ pane: 'list' });
  const select = (): void => {
    const field = document.querySelector<HTMLInputElement>('#search');
    field?.focus();
    field?.select();
  };
  // Where the focus is there already, nothing typed meanwhile must be selected, and so lost.
  if (document.activeElement?.id === 'search') select();
  else later(select);
}

/** `next_step`: the button of the credential that is shown. `chosen_row`: the row of the list that Tab leads to. */
type FocusPoint = 'next_step' | 'chosen_row';

export interface FocusPoints {
  /** For the `ref` of what stands there. */
  readonly at: Readonly<Record<FocusPoint, RefCallback<HTMLElement>>>;
  /** Answers whether the focus is there now: what is hidden, or not drawn yet, takes none. */
  readonly focus: (point: FocusPoint, options?: FocusOptions) => boolean;
}

export function createFocusPoints(): FocusPoints {
  const held = new Map<FocusPoint, HTMLElement>();
  const register =
    (point: FocusPoint): RefCallback<HTMLElement> =>
    (element) => {
      if (element === null) return undefined;
      held.set(point, element);
      return () => {
        if (held.get(point) === element) held.delete(point);
      };
    };
  return {
    at: { next_step: register('next_step'), chosen_row: register('chosen_row') },
    focus(point, options) {
      const element = held.get(point);
      element?.focus(options);
      return element !== undefined && document.activeElement === element;
    },
  };
}

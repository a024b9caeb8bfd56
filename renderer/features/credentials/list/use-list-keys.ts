// Keys inside the list: arrows, Home, End, Page keys, Enter, Space and Ctrl+A to mark, and letters that find a name by its
// beginning. Letters act only while the list has the focus (WCAG 2.1.4).
import type { Virtualizer } from '@tanstack/react-virtual';
import { useRef, type KeyboardEvent, type RefObject } from 'react';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import { useApp } from '../../../state/app-context.tsx';
import type { ListMarks } from './use-list-marks.ts';

const PAGE_ROWS = 10;
const TYPE_AHEAD_MS = 700;
const FOCUS_TRIES = 4;

/** The row a key leads to, or null when the key is none of the list's. */
export function rowForKey(key: string, at: number, rows: number): number | null {
  const last = rows - 1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, at + 1);
    case 'ArrowUp':
      return Math.max(0, at - 1);
    case 'PageDown':
      return Math.min(last, at + PAGE_ROWS);
    case 'PageUp':
      return Math.max(0, at - PAGE_ROWS);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

/** The next row whose label begins with `typed`, from `at` on and around. */
export function rowForTyping(labels: readonly string[], at: number, typed: string): number | null {
  const wanted = typed.toLocaleLowerCase('en');
  const from = typed.length === 1 ? at + 1 : at;
  for (let step = 0; step < labels.length; step += 1) {
    const index = (from + step) % labels.length;
    if (labels[index]?.toLocaleLowerCase('en').startsWith(wanted) === true) return index;
  }
  return null;
}

/** A row far away exists only after the scroll has been painted: tried on the next frames. */
function focusRow(scroller: RefObject<HTMLDivElement | null>, id: string, tries: number): void {
  const row = scroller.current?.querySelector<HTMLElement>(`[data-id="${id}"]`);
  if (row instanceof HTMLElement) row.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusRow(scroller, id, tries - 1));
}

interface ListKeys {
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Selects a row, brings it into view and gives it the focus. */
  readonly goTo: (index: number) => void;
}

export function useListKeys(list: {
  readonly ids: readonly string[];
  readonly shown: readonly CredentialView[];
  /** Where each of them stands among rows and headings. */
  readonly places: readonly number[];
  readonly rows: Virtualizer<HTMLDivElement, Element>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly marks: ListMarks;
}): ListKeys {
  const { ids, shown, places, rows, scroller, marks } = list;
  const { window: store } = useApp();
  const typing = useRef({ text: '', atMs: 0 });

  const goTo = (index: number): void => {
    const id = ids[index];
    if (id === undefined) return;
    store.select(id);
    rows.scrollToIndex(places[index] ?? index, { align: 'auto' });
    focusRow(scroller, id, FOCUS_TRIES);
  };

  /** Whether a name begins so; a space or a dash counts once a name is being typed. */
  const findBy = (key: string, at: number): boolean => {
    const nowMs = Date.now();
    const begun = nowMs - typing.current.atMs > TYPE_AHEAD_MS ? '' : typing.current.text;
    const plain = /^[\p{L}\p{N}]$/u.test(key);
    if (!plain && (begun === '' || !/^.$/u.test(key))) return false;
    const text = begun + key;
    const labels = shown.map(({ label }) => label);
    const found = rowForTyping(labels, at, text);
    if (found === null && !plain) return false;
    typing.current = { text, atMs: nowMs };
    if (found !== null) goTo(found);
    return true;
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = event.target instanceof Element ? event.target.closest('[role="row"]') : null;
    if (row === null) return;
    const at = ids.indexOf(row.getAttribute('data-id') ?? '');
    const onRow = event.target === row;
    const next = rowForKey(event.key, at, ids.length);
    if (next !== null) {
      event.preventDefault();
      // The range begins where the focus was.
      if (event.shiftKey) marks.extendTo(ids[next] ?? '', ids[at] ?? '');
      goTo(next);
    } else if (onRow && findBy(event.key, at)) {
      event.preventDefault();
    } else if (event.key === ' ' && onRow) {
      event.preventDefault();
      marks.toggle(ids[at] ?? '');
    } else if (event.key === 'Enter' && onRow) {
      event.preventDefault();
      store.open(ids[at] ?? '');
    } else if (event.key === 'ArrowRight' && onRow) {
      row.querySelector<HTMLElement>('.row-action button')?.focus();
    } else if (event.key === 'ArrowLeft' && !onRow && row instanceof HTMLElement) {
      row.focus();
    }
  };
  return { onKeyDown, goTo };
}

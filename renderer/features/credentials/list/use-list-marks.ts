// Marking several rows: Ctrl or Cmd adds one, Shift a range from the last one touched, Space and Ctrl+A
// by keyboard. Marks stay while the focus moves, so that no chord has to be held.
import { useCallback, useEffect, useRef } from 'react';
import { takesText } from '../../../keyboard/use-window-keys.ts';
import { useApp } from '../../../state/app-context.tsx';

export interface Held {
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

export interface ListMarks {
  /** A press on a row: opens it, or marks it where a key is held. */
  readonly press: (id: string, held: Held) => void;
  readonly toggle: (id: string) => void;
  /** From the row touched last to this one; by keyboard from where the focus was, unless the range goes on. */
  readonly extendTo: (id: string, focusedId?: string) => void;
}

/** Rows that nobody sees are not marked: where one pane is shown it may be another. */
const areInSight = (): boolean =>
  document.querySelector('[data-pane="list"]')?.checkVisibility?.() !== false;

export function useListMarks(ids: readonly string[]): ListMarks {
  const { window: store } = useApp();
  const anchor = useRef<string | null>(null);
  const end = useRef<string | null>(null);
  const latest = useRef(ids);
  useEffect(() => {
    latest.current = ids;
  }, [ids]);

  const toggle = useCallback(
    (id: string): void => {
      const marked = new Set(store.current().marked);
      if (!marked.delete(id)) marked.add(id);
      anchor.current = id;
      end.current = id;
      store.patch({ marked });
    },
    [store],
  );
  const extendTo = useCallback(
    (id: string, focusedId?: string): void => {
      const { marked, selectedId, selectedByItself } = store.current();
      const goesOn = end.current === focusedId && marked.has(anchor.current ?? '');
      const begin = focusedId === undefined || goesOn ? anchor.current : focusedId;
      // One that the list no longer shows begins no range.
      const opened = selectedByItself ? null : selectedId;
      const places = [begin, opened, id].map((each) => latest.current.indexOf(each ?? ''));
      const from = places.find((place) => place >= 0) ?? 0;
      const to = latest.current.indexOf(id);
      anchor.current = latest.current[from] ?? id;
      end.current = id;
      const range = latest.current.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1);
      store.patch({ marked: new Set(range) });
    },
    [store],
  );
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isAll = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey);
      if (!isAll || event.shiftKey || event.altKey || event.defaultPrevented) return;
      // In a text and over a sheet the keys mean something else.
      const isSheetOpen = document.querySelector('dialog[open]') !== null;
      if (isSheetOpen || takesText(document.activeElement)) return;
      event.preventDefault();
      if (areInSight()) store.patch({ marked: new Set(latest.current) });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [store]);
  const press = useCallback(
    (id: string, { ctrlKey, metaKey, shiftKey }: Held): void => {
      const { marked, selectedId, selectedByItself } = store.current();
      if (shiftKey) extendTo(id);
      else if (ctrlKey || metaKey) {
        // The row that was opened already belongs to what is being gathered.
        const isOpened = selectedId !== null && selectedId !== id && !selectedByItself;
        if (marked.size === 0 && isOpened) toggle(selectedId);
        toggle(id);
      } else {
        anchor.current = id;
        end.current = id;
        if (marked.size > 0) store.patch({ marked: new Set() });
        store.open(id);
        return;
      }
      store.select(id);
    },
    [store, toggle, extendTo],
  );
  return { press, toggle, extendTo };
}

// Marking several rows: Ctrl or Cmd adds one, Shift a range from the last one touched, Space and Ctrl+A
// by keyboard. Marks stay while the focus moves, so that no chord has to be held.
import { useCallback, useEffect, useRef } from 'react';
import { useApp } from '../../state/app-context.tsx';

export interface Held {
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

export interface ListMarks {
  /** A press on a row: opens it, or marks it where a key is held. */
  readonly press: (id: string, held: Held) => void;
  readonly toggle: (id: string) => void;
  /** From the row touched last to this one. */
  readonly extendTo: (id: string) => void;
  readonly all: () => void;
}

export function useListMarks(ids: readonly string[]): ListMarks {
  const { window: store } = useApp();
  const anchor = useRef<string | null>(null);
  const latest = useRef(ids);
  useEffect(() => {
    latest.current = ids;
  }, [ids]);

  const toggle = useCallback(
    (id: string): void => {
      const marked = new Set(store.current().marked);
      if (!marked.delete(id)) marked.add(id);
      anchor.current = id;
      store.patch({ marked });
    },
    [store],
  );
  const extendTo = useCallback(
    (id: string): void => {
      const from = latest.current.indexOf(anchor.current ?? store.current().selectedId ?? id);
      const to = latest.current.indexOf(id);
      anchor.current = latest.current[from] ?? id;
      const range = latest.current.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1);
      store.patch({ marked: new Set(range) });
    },
    [store],
  );
  const all = useCallback((): void => store.patch({ marked: new Set(latest.current) }), [store]);
  const press = useCallback(
    (id: string, { ctrlKey, metaKey, shiftKey }: Held): void => {
      const { marked, selectedId } = store.current();
      if (shiftKey) extendTo(id);
      else if (ctrlKey || metaKey) {
        // The row that was open already belongs to what is being gathered.
        if (marked.size === 0 && selectedId !== null && selectedId !== id) toggle(selectedId);
        toggle(id);
      } else {
        anchor.current = id;
        if (marked.size > 0) store.patch({ marked: new Set() });
        store.open(id);
        return;
      }
      store.select(id);
    },
    [store, toggle, extendTo],
  );
  return { press, toggle, extendTo, all };
}

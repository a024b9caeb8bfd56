// A tiny external store: one value, replaced as a whole, read with useSyncExternalStore.
import { useSyncExternalStore } from 'react';

export interface Store<T> {
  readonly current: () => T;
  readonly change: (update: (value: T) => T) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    current: () => value,
    change(update) {
      const next = update(value);
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Repaints when the selected part changes; `select` must answer the same reference for no change. */
export function useStore<T, S>(store: Store<T>, select: (value: T) => S): S {
  return useSyncExternalStore(store.subscribe, () => select(store.current()));
}

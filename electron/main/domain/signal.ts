// Something that is told, and those who hear it: for what is told by parts that are made before their hearers.

export interface Signal<T = void> {
  readonly tell: (what: T) => void;
  readonly hear: (listener: (what: T) => void) => void;
}

/** Those who hear are told in the order in which they came. */
export function createSignal<T = void>(): Signal<T> {
  const listeners: ((what: T) => void)[] = [];
  return {
    tell(what) {
      for (const listener of listeners) listener(what);
    },
    hear: (listener) => void listeners.push(listener),
  };
}

// Something that is told, and those who hear it: for what is told by parts that are made before their hearers.

export interface Signal {
  readonly tell: () => void;
  readonly hear: (listener: () => void) => void;
}

/** Those who hear are told in the order in which they came. */
export function createSignal(): Signal {
  const listeners: (() => void)[] = [];
  return {
    tell() {
      for (const listener of listeners) listener();
    },
    hear: (listener) => void listeners.push(listener),
  };
}

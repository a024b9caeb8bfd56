// Events as Electron hands them to listeners: an object that can be vetoed.

export interface Vetoable {
  readonly preventDefault: () => void;
  readonly defaultPrevented: boolean;
}

/** An event object with `facts` on it; `defaultPrevented` tells afterwards whether it was vetoed. */
export function vetoable<Facts extends object>(facts: Facts): Facts & Vetoable {
  let prevented = false;
  return Object.defineProperties(facts, {
    preventDefault: {
      value: () => {
        prevented = true;
      },
      enumerable: true,
    },
    defaultPrevented: { get: () => prevented, enumerable: true },
  }) as Facts & Vetoable;
}

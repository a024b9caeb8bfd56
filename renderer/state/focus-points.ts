// Where the focus goes after a step. What stands there registers itself while it is drawn, so that nobody searches
// the page for it.
import type { RefCallback } from 'react';

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

// After unlocking, the focus is on the row that Tab leads to, unless something else has it by then: keys
// work at once. Who has only arrived does not hold the order of the list.
import { useEffect, useRef, type RefObject } from 'react';
import { isFocusLost } from '../../../keyboard/pane-focus.ts';

/** Whether the focus is arriving right now. */
export function useArrival(scroller: RefObject<HTMLDivElement | null>): RefObject<boolean> {
  const arriving = useRef(false);
  useEffect(() => {
    const soon = setTimeout(() => {
      if (!isFocusLost()) return;
      arriving.current = true;
      scroller.current
        ?.querySelector<HTMLElement>('[role="row"][tabindex="0"]')
        ?.focus({ preventScroll: true });
      arriving.current = false;
    });
    return () => clearTimeout(soon);
  }, [scroller]);
  return arriving;
}

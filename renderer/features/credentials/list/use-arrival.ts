// After unlocking, the focus is on the row that Tab leads to, unless something else has it by then: keys
// work at once. Who has only arrived does not hold the order of the list.
import { useEffect, useRef, type RefObject } from 'react';
import { isFocusLost } from '../../../state/focus.ts';
import { useApp } from '../../../state/app-context.tsx';

/** Whether the focus is arriving right now. */
export function useArrival(): RefObject<boolean> {
  const { focusPoints } = useApp();
  const arriving = useRef(false);
  useEffect(() => {
    const soon = setTimeout(() => {
      if (!isFocusLost()) return;
      arriving.current = true;
      focusPoints.focus('chosen_row', { preventScroll: true });
      arriving.current = false;
    });
    return () => clearTimeout(soon);
  }, [focusPoints]);
  return arriving;
}

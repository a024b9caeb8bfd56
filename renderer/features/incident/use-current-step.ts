// Keeps the step that is next in sight, and the focus in it where the button just pressed went away.
import { useEffect, useRef, type RefObject } from 'react';
import { isFocusNowhere } from '../../components/keep-focus.ts';

/** @param step changes when another step is next. */
export function useCurrentStep(step: number): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  const shown = useRef(1);
  useEffect(() => {
    const opened = shown.current === 1;
    if (shown.current === step) return;
    shown.current = step;
    const current = list.current?.querySelector<HTMLElement>('[aria-current="step"]');
    if (current === null || current === undefined) return;
    // Found again after days it opens where it stood; later the focus is left where the person put it.
    if (opened || isFocusNowhere()) {
      current.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true });
    }
    if ('scrollIntoView' in current) current.scrollIntoView({ block: 'nearest' });
  }, [step]);
  return list;
}

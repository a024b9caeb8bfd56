// A button for what cannot be undone and cannot wait: held for a second, or pressed twice. Key repeat
// counts for nothing; whoever cannot hold a key needs no hold (WCAG 2.5.7).
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { stop } from './en-revoke-all.ts';

export const HOLD_MS = 1_000;
/** A first press is forgotten after this. */
const ARMED_MS = 10_000;

export function HoldButton(props: {
  readonly busy: boolean;
  /** Else the focus stays where something is being chosen. */
  readonly takesFocus: boolean;
  readonly onConfirm: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const { busy, takesFocus, onConfirm } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [armed, setArmed] = useState(false);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    if (!held) return undefined;
    const timer = setTimeout(() => {
      setHeld(false);
      setArmed(false);
      onConfirm();
    }, HOLD_MS);
    return () => clearTimeout(timer);
  }, [held, onConfirm]);
  useEffect(() => {
    if (!armed) return undefined;
    const timer = setTimeout(() => setArmed(false), ARMED_MS);
    return () => clearTimeout(timer);
  }, [armed]);

  const press = (hold: boolean): void => {
    if (busy) return;
    if (armed) {
      setArmed(false);
      onConfirm();
    } else {
      setArmed(true);
      setHeld(hold);
    }
  };
  const isPress = ({ key }: KeyboardEvent): boolean => key === 'Enter' || key === ' ';
  return (
    <div className="actions">
      <Button
        ref={button}
        look="danger"
        className="button-solid button-large hold-button"
        busy={busy}
        data-held={held ? '' : undefined}
        aria-describedby="hold-hint"
        onKeyDown={(event) => {
          if (!isPress(event)) return;
          event.preventDefault();
          if (!event.repeat) press(true);
        }}
        onKeyUp={(event) => {
          if (isPress(event)) event.preventDefault();
          setHeld(false);
        }}
        onPointerDown={(event) => event.button === 0 && press(true)}
        onPointerUp={() => setHeld(false)}
        onPointerLeave={() => setHeld(false)}
        onBlur={() => setHeld(false)}
        // A click without a pointer comes from assistive technology.
        onClick={(event) => event.detail === 0 && press(false)}
      >
        {props.children}
      </Button>
      <output id="hold-hint" className="secondary">
        {armed ? stop.again : stop.hint}
      </output>
    </div>
  );
}

// The question of a sheet that is about to be closed over what was typed in it. The focus stands on what keeps it.
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { en } from '../i18n/en.ts';
import { Button } from './Button.tsx';

export function DropTyped(props: {
  readonly onKeep: () => void;
  readonly onDrop: () => void;
}): ReactNode {
  const keep = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    keep.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <div className="drop-typed" role="alertdialog" aria-labelledby={id}>
      <p id={id}>{en.typed.question}</p>
      <Button ref={keep} className="button-small" onClick={props.onKeep}>
        {en.typed.keep}
      </Button>
      <Button look="danger" className="button-small" onClick={props.onDrop}>
        {en.typed.drop}
      </Button>
    </div>
  );
}

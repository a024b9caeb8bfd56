// A sheet over the window: the native dialog, modal, closed by Esc, which asks first where that would drop what
// was typed; the focus goes back to where it came from. One elevation only; never a sheet on a sheet.
import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { en } from '../i18n/en.ts';
import { useApp } from '../state/app-context.tsx';
import { Button } from './Button.tsx';
import { DrillStrip } from './DrillStrip.tsx';
import { DropTyped } from './DropTyped.tsx';
import { FailuresBefore } from './failures-before.ts';
import { keepFocusIn } from './keep-focus.ts';
import { nothingTyped, watchTyped } from './typed-text.ts';

/** Where nothing in it is what it was opened for (`data-wanted`). Of choices, the one that is chosen. */
const FIRST_IN_BODY = [
  'input:not([type=radio]:not(:checked))',
  'select',
  'button',
  '[tabindex="0"]',
]
  .map((each) => `.sheet-body ${each}`)
  .join(', ');

export function Sheet(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly wide?: boolean;
  /** Nothing in it takes the focus: the text itself does, so that keys scroll it. */
  readonly toRead?: boolean;
  readonly strip?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const { feedback } = useApp();
  const [failuresBefore] = useState(() => feedback.current().failures);
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [asking, setAsking] = useState(false);
  const isTyped = useRef(nothingTyped);
  const leave = (): void => {
    if (asking) setAsking(false);
    else if (isTyped.current()) setAsking(true);
    else props.onClose();
  };
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const origin = document.activeElement;
    const stopKeeping = keepFocusIn(element);
    const typed = watchTyped(element, () => feedback.current().failures.values());
    isTyped.current = typed.isTyped;
    element.showModal();
    const wanted = element.querySelector<HTMLElement>('.sheet-body [data-wanted]');
    // A long text begins at its top, although its first button stands below it.
    if (wanted === null) {
      element
        .querySelector<HTMLElement>(`section.sheet-body, ${FIRST_IN_BODY}`)
        ?.focus({ preventScroll: true });
    } else wanted.focus();
    return () => {
      stopKeeping();
      typed.stop();
      element.close();
      if (origin instanceof HTMLElement && origin.isConnected) origin.focus();
    };
  }, [feedback]);
  return (
    <dialog
      ref={dialog}
      className={props.wide === true ? 'sheet sheet-wide' : 'sheet'}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        leave();
      }}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        leave();
      }}
    >
      <DrillStrip />
      {props.strip}
      <header className="sheet-head">
        <h2 id={titleId}>{props.title}</h2>
        <Button look="icon" aria-label={en.verbs.close} title={en.verbs.close} onClick={leave}>
          <X size={16} aria-hidden="true" />
        </Button>
      </header>
      {asking && <DropTyped onKeep={() => setAsking(false)} onDrop={props.onClose} />}
      <FailuresBefore value={failuresBefore}>
        {props.toRead === true ? (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must scroll it.
          <section className="sheet-body" aria-labelledby={titleId} tabIndex={0}>
            {props.children}
          </section>
        ) : (
          <div className="sheet-body">{props.children}</div>
        )}
      </FailuresBefore>
    </dialog>
  );
}

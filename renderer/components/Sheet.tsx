// A sheet over the window: the native dialog, modal, closed by Esc, which asks first where that would drop what
// was typed; the focus goes back to where it came from. One elevation only; never a sheet on a sheet.
import { X } from 'lucide-react';
import {
  createContext,
  use,
  useEffect,
  useId,
  useRef,
  useState,
  type ReactNode,
  type SubmitEvent,
} from 'react';
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import type { AppView } from '../../electron/shared/views.ts';
import type { EnvironmentView } from '../../electron/shared/environments/environment-view.ts';
import { en } from '../i18n/en.ts';
import { useApp } from '../state/app-context.tsx';
import { Button } from './Button.tsx';
import { EnvironmentChip } from './Chips.tsx';
import { DrillStrip } from './DrillStrip.tsx';
import { FailuresBefore, SheetFailure } from './Failures.tsx';
import { keepFocusIn } from './keep-focus.ts';

/** The question of a sheet that is about to be closed over what was typed in it. The focus stands on what keeps it. */
function DropTyped(props: { readonly onKeep: () => void; readonly onDrop: () => void }): ReactNode {
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
    <div className="line drop-typed" role="alertdialog" aria-labelledby={id}>
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

const FIELDS = 'form input:not([type="checkbox"], [type="radio"], [type="search"]), form textarea';

export interface CredentialSheetProps {
  readonly credential: CredentialView;
}

export interface ViewSheetProps {
  readonly view: AppView;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Whether a form of a sheet holds text that was typed and not sent: each field is held against what stood in it when
 * it was first entered, or when its form was last sent without a failure. A choice that was ticked is soon ticked
 * again, and counts for nothing.
 */
const nothingTyped = (): boolean => false;

/** @param failures that are shown now: one that was not there when a form was sent may be of it. */
function watchTyped(
  sheet: HTMLElement,
  failures: () => Iterable<unknown>,
): {
  readonly isTyped: () => boolean;
  readonly stop: () => void;
} {
  const before = new Map<Field, string>();
  const sent = new Map<Field, { readonly value: string; readonly known: ReadonlySet<unknown> }>();
  const remember = ({ target }: FocusEvent): void => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isField && target.matches(FIELDS) && !before.has(target)) before.set(target, target.value);
  };
  const noteSent = ({ target }: Event): void => {
    const known = new Set(failures());
    for (const field of before.keys()) {
      if (field.form === target) sent.set(field, { value: field.value, known });
    }
  };
  const isSent = (field: Field): boolean => {
    const last = sent.get(field);
    if (last?.value !== field.value) return false;
    return [...failures()].every((each) => last.known.has(each));
  };
  sheet.addEventListener('focusin', remember);
  sheet.addEventListener('submit', noteSent);
  return {
    isTyped: () =>
      [...before].some(
        ([field, value]) => field.isConnected && field.value !== value && !isSent(field),
      ),
    stop() {
      sheet.removeEventListener('focusin', remember);
      sheet.removeEventListener('submit', noteSent);
    },
  };
}

/** Where nothing in it is what it was opened for (`data-wanted`). Of choices, the one that is chosen. */
const FIRST_IN_BODY = [
  'input:not([type=radio]:not(:checked))',
  'select',
  'button',
  '[tabindex="0"]',
]
  .map((each) => `.sheet-body ${each}`)
  .join(', ');

/** What closes the sheet around it. */
const Close = createContext<() => void>(() => undefined);

export function Sheet(props: {
  readonly title: string;
  /** Where closing it leads elsewhere than to what it was opened from. */
  readonly onClose?: (() => void) | undefined;
  readonly wide?: boolean;
  /** A small answer beside the buttons of the token, which a click elsewhere closes. */
  readonly beside?: boolean;
  /** Nothing in it takes the focus: the text itself does, so that keys scroll it. */
  readonly toRead?: boolean;
  /** The environment that everything in it is about. */
  readonly about?: EnvironmentView | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const { feedback, window: store } = useApp();
  const { onClose = store.close } = props;
  const [failuresBefore] = useState(() => feedback.current().failures);
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [asking, setAsking] = useState(false);
  const isTyped = useRef(nothingTyped);
  const leave = (): void => {
    if (asking) setAsking(false);
    else if (isTyped.current()) setAsking(true);
    else onClose();
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
      className={`sheet${props.wide === true ? ' sheet-wide' : ''}${props.beside === true ? ' sheet-beside' : ''}`}
      closedby={props.beside === true ? 'any' : 'closerequest'}
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
      <header className="line line-firm line-apart sheet-head">
        <div className="line sheet-title">
          <h2 id={titleId}>{props.title}</h2>
          {props.about !== undefined && <EnvironmentChip environment={props.about} />}
        </div>
        <Button look="icon" aria-label={en.verbs.close} title={en.verbs.close} onClick={leave}>
          <X size={16} aria-hidden="true" />
        </Button>
      </header>
      {asking && <DropTyped onKeep={() => setAsking(false)} onDrop={onClose} />}
      <Close value={onClose}>
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
      </Close>
    </dialog>
  );
}

/** What is done with the whole of it, and the way out. */
export function SheetFoot({ children }: { readonly children?: ReactNode }): ReactNode {
  return (
    <div className="sheet-actions">
      {children}
      <Button look="quiet" onClick={use(Close)}>
        {en.verbs.close}
      </Button>
    </div>
  );
}

/** What is sent; null, or a promise of it, where it may not be sent or was refused: the form stays. */
export type Send = () => Promise<unknown> | null;

/** `submitted`: what is wrong may be said from now on. */
export function useForm(send: Send, onClose: () => void) {
  const [submitted, setSubmitted] = useState(false);
  const [busy, setBusy] = useState(false);
  const onSubmit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    setSubmitted(true);
    setBusy(true);
    const done = await send();
    setBusy(false);
    if (done !== null && done !== undefined) return onClose();
    const wrong = '[data-error] :is(input, select, textarea)';
    setTimeout(() => form.querySelector<HTMLElement>(wrong)?.focus());
  };
  return {
    submitted,
    busy,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => void onSubmit(event),
  };
}

/** Of one form: what failed stands above its foot, beside what was typed; what is wrong has the focus. */
export function FormSheet(props: {
  readonly title: string;
  readonly subject: string;
  readonly submit: string;
  readonly look?: 'danger';
  readonly disabled?: boolean;
  readonly about?: EnvironmentView | undefined;
  /** At the other end of the foot. */
  readonly beside?: ReactNode;
  readonly onSubmit: Send;
  readonly onClose?: (() => void) | undefined;
  readonly children: (submitted: boolean) => ReactNode;
}): ReactNode {
  const { window: store } = useApp();
  const { onClose = store.close } = props;
  const { submitted, busy, onSubmit } = useForm(props.onSubmit, onClose);
  return (
    <Sheet title={props.title} onClose={onClose} about={props.about}>
      <form noValidate onSubmit={onSubmit}>
        {props.children(submitted)}
        <SheetFailure subject={props.subject} />
        <div className="sheet-actions">
          {props.beside}
          <span className="spring" />
          <Button onClick={onClose}>{en.verbs.cancel}</Button>
          <Button
            look={props.look ?? 'primary'}
            submit
            busy={busy}
            disabled={props.disabled === true}
          >
            {props.submit}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

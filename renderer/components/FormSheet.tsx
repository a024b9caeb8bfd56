// A sheet of one form: what failed stands above its foot, beside what was typed; what is wrong has the focus.
import { useState, type ReactNode, type SubmitEvent } from 'react';
import type { EnvironmentView } from '../../electron/shared/environments/environment-view.ts';
import { en } from '../i18n/en.ts';
import { Button } from './Button.tsx';
import { SheetFailure } from './Failures.tsx';
import { useApp } from '../state/app-context.tsx';
import { Sheet } from './Sheet.tsx';

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

// A section of an environment's sheet, and the form that takes its place while it is changed. The form takes the
// focus of the button that made room for it; afterwards that button has it again.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import { Button } from '../../components/Button.tsx';
import { en } from '../../i18n/en.ts';

export interface SectionProps {
  readonly environment: EnvironmentView;
  readonly subject: string;
}

export function ChangeableSection(props: {
  readonly change: string;
  readonly renderForm: (onClose: () => void) => ReactNode;
  /** What can be done without the form. */
  readonly beside?: ReactNode;
  readonly children?: ReactNode;
}): ReactNode {
  const [form, setForm] = useState<'never' | 'open' | 'closed'>('never');
  if (form === 'open') return props.renderForm(() => setForm('closed'));
  return (
    <>
      {props.children}
      <div className="field-row">
        <Button
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form it opened is gone.
          autoFocus={form === 'closed'}
          onClick={() => setForm('open')}
        >
          {props.change}
        </Button>
        {props.beside}
      </div>
    </>
  );
}

export function SectionForm(props: {
  readonly title: string;
  readonly saveWord: string;
  /** What is wrong in it has the focus afterwards. */
  readonly onSave: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input:checked, input:not([type=radio])')?.focus();
  }, []);
  const save = (sent: HTMLFormElement): void => {
    props.onSave();
    setTimeout(() => sent.querySelector<HTMLElement>('[data-error] input')?.focus());
  };
  return (
    <form
      ref={form}
      aria-label={props.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save(event.currentTarget);
      }}
    >
      <h3>{props.title}</h3>
      {props.children}
      <div className="field-row">
        <Button look="primary" submit>
          {props.saveWord}
        </Button>
        <Button onClick={props.onClose}>{en.verbs.cancel}</Button>
      </div>
    </form>
  );
}

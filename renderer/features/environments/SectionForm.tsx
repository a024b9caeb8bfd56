// A section of an environment's sheet, and the form that takes its place while it is changed. The form takes the
// focus of the button that made room for it; afterwards that button has it again.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import { Button } from '../../components/Button.tsx';
import { useForm, type Send } from '../../components/FormSheet.tsx';
import { en } from '../../i18n/en.ts';

export interface SectionProps {
  readonly environment: EnvironmentView;
  readonly subject: string;
}

export type SectionFormProps = SectionProps & { readonly onClose: () => void };

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
      <div className="actions">
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
  readonly submit: string;
  readonly onSubmit: Send;
  readonly onClose: () => void;
  readonly children: (submitted: boolean) => ReactNode;
}): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  const { submitted, onSubmit } = useForm(props.onSubmit, props.onClose);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input:checked, input:not([type=radio])')?.focus();
  }, []);
  return (
    <form ref={form} aria-label={props.title} noValidate onSubmit={onSubmit}>
      <h3>{props.title}</h3>
      {props.children(submitted)}
      <div className="actions">
        <Button look="primary" submit>
          {props.submit}
        </Button>
        <Button onClick={props.onClose}>{en.verbs.cancel}</Button>
      </div>
    </form>
  );
}

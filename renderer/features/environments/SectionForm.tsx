// A section of an environment's sheet, and the form that takes its place while it is changed. The form takes the
// focus of the button that made room for it; afterwards that button has it again.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import { Button } from '../../components/Button.tsx';
import { useForm, type Send } from '../../components/Sheet.tsx';
import { en } from '../../i18n/en.ts';

/** What failed in any section stands at the foot of the sheet. */
export const SUBJECT = 'environment';

export interface SectionProps {
  readonly environment: EnvironmentView;
}

interface Form<Draft> {
  readonly title: string;
  readonly submit: string;
  /** What stands in its fields at first. */
  readonly draft: Draft;
  readonly send: (draft: Draft) => ReturnType<Send>;
  /** `submitted`: what is wrong may be said. */
  readonly renderFields: (
    draft: Draft,
    change: (draft: Draft) => void,
    submitted: boolean,
  ) => ReactNode;
}

export function ChangeableSection<Draft>(
  props: Form<Draft> & {
    readonly change: string;
    /** What can be done without the form. */
    readonly beside?: ReactNode;
    readonly children?: ReactNode;
  },
): ReactNode {
  const [form, setForm] = useState<'never' | 'open' | 'closed'>('never');
  if (form === 'open') return <SectionForm {...props} onClose={() => setForm('closed')} />;
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

function SectionForm<Draft>(props: Form<Draft> & { readonly onClose: () => void }): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(props.draft);
  const { submitted, onSubmit } = useForm(() => props.send(draft), props.onClose);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input:checked, input:not([type=radio])')?.focus();
  }, []);
  return (
    <form ref={form} aria-label={props.title} noValidate onSubmit={onSubmit}>
      <h3>{props.title}</h3>
      {props.renderFields(draft, setDraft, submitted)}
      <div className="actions">
        <Button look="primary" submit>
          {props.submit}
        </Button>
        <Button onClick={props.onClose}>{en.verbs.cancel}</Button>
      </div>
    </form>
  );
}

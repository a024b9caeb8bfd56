// The form that takes the place of a section of an environment's sheet while it is changed, and takes the
// focus of the button that made room for it.
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { en } from '../../i18n/en.ts';

export function SectionForm(props: {
  readonly title: string;
  readonly saveWord: string;
  readonly onSave: (form: HTMLFormElement) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input:checked, input:not([type=radio])')?.focus();
  }, []);
  return (
    <form
      ref={form}
      aria-label={props.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        props.onSave(event.currentTarget);
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

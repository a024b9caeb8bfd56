// A section about an environment while it is changed: its heading, what is filled in, save and cancel.
import type { ReactNode, Ref } from 'react';
import { Button } from '../../components/Button.tsx';
import { en } from '../../i18n/en.ts';

export function SectionForm(props: {
  readonly title: string;
  readonly save: string;
  readonly ref?: Ref<HTMLFormElement>;
  readonly onSave: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <form
      ref={props.ref}
      aria-label={props.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void props.onSave();
      }}
    >
      <h3>{props.title}</h3>
      {props.children}
      <div className="field-row">
        <Button look="primary" submit>
          {props.save}
        </Button>
        <Button onClick={props.onClose}>{en.verbs.cancel}</Button>
      </div>
    </form>
  );
}

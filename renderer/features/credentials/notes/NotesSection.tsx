// The notes of a credential in its detail, and the place where they are written. What was typed stays until it is
// saved or dropped.
import { useState, type FormEvent, type ReactNode } from 'react';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import {
  areFitNotes,
  MOST_NOTES,
  tidyNotes,
} from '../../../../electron/shared/credentials/notes.ts';
import { callKey } from '../../../bridge/commands.ts';
import { Button } from '../../../components/Button.tsx';
import { TextArea } from '../../../components/Field.tsx';
import { Notes } from '../../../components/Notes.tsx';
import { SheetFailure } from '../../../components/SheetFailure.tsx';
import { en } from '../../../i18n/en.ts';
import { useApp, useFeedback } from '../../../state/app-context.tsx';
import { notesWords as words } from './en-notes.ts';

/** As it is drawn first: the next step is there. */
const focusOnce = (element: HTMLElement | null): void => element?.focus();

export function NotesSection(props: { readonly credential: CredentialView }): ReactNode {
  const { credential } = props;
  /** `left`: the form was closed, and its button takes the focus back. */
  const [form, setForm] = useState<'unused' | 'open' | 'left'>('unused');
  return (
    <section className="detail-section" aria-labelledby="notes-heading">
      <div className="section-head">
        <h3 id="notes-heading">{words.heading}</h3>
        {form !== 'open' && (
          <Button
            look="quiet"
            ref={form === 'left' ? focusOnce : null}
            onClick={() => setForm('open')}
          >
            {credential.notes === '' ? words.add : words.edit}
          </Button>
        )}
      </div>
      {form === 'open' ? (
        <NotesForm credential={credential} onClose={() => setForm('left')} />
      ) : credential.notes === '' ? (
        <p className="secondary">{words.none}</p>
      ) : (
        <Notes of={credential} />
      )}
    </section>
  );
}

function NotesForm(props: {
  readonly credential: CredentialView;
  readonly onClose: () => void;
}): ReactNode {
  const { credential, onClose } = props;
  const { commands } = useApp();
  const [typed, setTyped] = useState(credential.notes);
  const subject = `notes-${credential.id}`;
  const busy = useFeedback(({ pending }) => pending.has(callKey('credentialNotesSet', subject)));
  const notes = tidyNotes(typed);
  const left = MOST_NOTES - notes.length;
  const error = left < 0 ? words.tooLong(-left) : areFitNotes(notes) ? null : words.unfit;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (error !== null) return;
    if (await commands.setNotes(subject, credential, notes)) onClose();
  }

  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <TextArea
        label={words.label(credential.label)}
        hint={words.hint(Math.max(0, left))}
        error={error}
        rows={6}
        value={typed}
        ref={focusOnce}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <SheetFailure subject={subject} />
      <div className="notes-actions">
        <Button look="primary" submit busy={busy} disabled={error !== null}>
          {words.save}
        </Button>
        <Button onClick={onClose}>{en.verbs.cancel}</Button>
      </div>
    </form>
  );
}

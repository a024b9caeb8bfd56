// Where the notes of a credential are written. What was typed stays beside a refusal.
import { useState, type FormEvent, type ReactNode } from 'react';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import {
  areFitNotes,
  MOST_NOTES,
  tidyNotes,
} from '../../../../electron/shared/credentials/notes.ts';
import { Button } from '../../../components/Button.tsx';
import { TextArea } from '../../../components/Field.tsx';
import { Sheet } from '../../../components/Sheet.tsx';
import { SheetFailure } from '../../../components/Failures.tsx';
import { en } from '../../../i18n/en.ts';
import { useApp, usePending } from '../../../state/app-context.tsx';
import { notesWords as words } from '../../../i18n/en-notes.ts';

const SUBJECT = 'notes';

export function NotesSheet(props: {
  readonly credential: CredentialView;
  readonly onClose: () => void;
}): ReactNode {
  const { credential, onClose } = props;
  const { call } = useApp();
  const [typed, setTyped] = useState(credential.notes);
  const busy = usePending('credentialNotesSet', SUBJECT);
  const notes = tidyNotes(typed);
  const left = MOST_NOTES - notes.length;
  const error = left < 0 ? words.tooLong(-left) : areFitNotes(notes) ? null : words.unfit;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (error !== null) return;
    const input = { credentialId: credential.id, notes };
    const manner = { subject: SUBJECT, said: words.saved(credential.label) };
    if ((await call('credentialNotesSet', input, manner)) !== null) onClose();
  }

  return (
    <Sheet title={words.label(credential.label)} onClose={onClose}>
      <form onSubmit={(event) => void save(event)} noValidate>
        <TextArea
          label={words.heading}
          hint={words.hint(Math.max(0, left))}
          error={error}
          rows={8}
          value={typed}
          data-wanted=""
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <SheetFailure subject={SUBJECT} />
        <div className="sheet-actions">
          <span className="spring" />
          <Button onClick={onClose}>{en.verbs.cancel}</Button>
          <Button look="primary" submit busy={busy} disabled={error !== null}>
            {words.save}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

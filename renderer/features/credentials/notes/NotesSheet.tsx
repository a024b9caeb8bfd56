// Where the notes of a credential are written. What was typed stays beside a refusal.
import { useState, type ReactNode } from 'react';
import {
  areFitNotes,
  MOST_NOTES,
  tidyNotes,
} from '../../../../electron/shared/credentials/notes.ts';
import { TextArea } from '../../../components/Field.tsx';
import { FormSheet } from '../../../components/FormSheet.tsx';
import type { CredentialSheetProps } from '../../../components/Sheet.tsx';
import { useApp } from '../../../state/app-context.tsx';
import { notesWords as words } from '../../../i18n/en-notes.ts';

const SUBJECT = 'notes';

export function NotesSheet(props: CredentialSheetProps): ReactNode {
  const { credential, onClose } = props;
  const { call } = useApp();
  const [typed, setTyped] = useState(credential.notes);
  const notes = tidyNotes(typed);
  const left = MOST_NOTES - notes.length;
  const error = left < 0 ? words.tooLong(-left) : areFitNotes(notes) ? null : words.unfit;
  const save = () =>
    error === null
      ? call(
          'credentialNotesSet',
          { credentialId: credential.id, notes },
          { subject: SUBJECT, said: words.saved(credential.label) },
        )
      : null;
  return (
    <FormSheet
      title={words.label(credential.label)}
      subject={SUBJECT}
      submit={words.save}
      disabled={error !== null}
      onSubmit={save}
      onClose={onClose}
    >
      {() => (
        <TextArea
          label={words.heading}
          hint={words.hint(Math.max(0, left))}
          error={error}
          rows={8}
          value={typed}
          data-wanted=""
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </FormSheet>
  );
}

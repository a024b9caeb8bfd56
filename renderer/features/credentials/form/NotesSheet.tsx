// Where the notes of a credential are written, and the address of its page in the web app. What was typed stays
// beside a refusal.
import { useState, type ReactNode } from 'react';
import {
  areFitNotes,
  MOST_NOTES,
  tidyNotes,
  webPageAddress,
} from '../../../../electron/shared/credentials/notes.ts';
import { TextArea, TextField } from '../../../components/Field.tsx';
import { FormSheet, type CredentialSheetProps } from '../../../components/Sheet.tsx';
import { useApp } from '../../../state/app-context.tsx';
import { notesWords as words, webPageWords } from '../../../i18n/en-notes.ts';

const SUBJECT = 'notes';
const PAGE_SUBJECT = 'web_page';

export function NotesSheet({ credential }: CredentialSheetProps): ReactNode {
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

export function WebPageSheet({ credential }: CredentialSheetProps): ReactNode {
  const { call } = useApp();
  const [typed, setTyped] = useState(credential.webPage);
  const address = typed.trim() === '' ? '' : webPageAddress(typed);
  const save = () =>
    address === null
      ? null
      : call(
          'credentialWebPageSet',
          { credentialId: credential.id, address },
          { subject: PAGE_SUBJECT, said: webPageWords.saved(credential.label) },
        );
  return (
    <FormSheet
      title={webPageWords.label(credential.label)}
      subject={PAGE_SUBJECT}
      submit={webPageWords.save}
      onSubmit={save}
    >
      {(submitted) => (
        <TextField
          label={webPageWords.field}
          hint={webPageWords.hint}
          error={submitted && address === null ? webPageWords.unfit : null}
          inputMode="url"
          value={typed}
          data-wanted=""
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </FormSheet>
  );
}

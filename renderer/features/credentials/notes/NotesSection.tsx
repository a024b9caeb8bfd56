// The notes of a credential in its detail.
import type { ReactNode } from 'react';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Notes } from '../../../components/Notes.tsx';
import { notesWords as words } from '../../../i18n/en-notes.ts';

export function NotesSection(props: { readonly credential: CredentialView }): ReactNode {
  const { credential } = props;
  return (
    <section className="detail-section" aria-labelledby="notes-heading">
      <div className="section-head">
        <h3 id="notes-heading">{words.heading}</h3>
        <ActionButton name="edit_web_page" about={{ credential }} />
        <ActionButton name="edit_notes" about={{ credential }} />
      </div>
      {credential.notes === '' && <p className="secondary">{words.none}</p>}
      <Notes of={credential} />
    </section>
  );
}

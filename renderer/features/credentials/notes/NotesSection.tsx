// The notes of a credential in its detail.
import type { ReactNode } from 'react';
import { DetailSection } from '../../../components/DetailSection.tsx';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Notes } from '../../../components/Notes.tsx';
import { notesWords as words } from '../../../i18n/en-notes.ts';

export function NotesSection(props: { readonly credential: CredentialView }): ReactNode {
  const { credential } = props;
  return (
    <DetailSection
      title={words.heading}
      beside={
        <>
          <ActionButton name="edit_web_page" about={{ credential }} />
          <ActionButton name="edit_notes" about={{ credential }} />
        </>
      }
    >
      {credential.notes === '' && <p className="secondary">{words.none}</p>}
      <Notes of={credential} />
    </DetailSection>
  );
}

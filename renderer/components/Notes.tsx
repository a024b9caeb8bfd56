// What the person wrote down about a credential, with its line breaks. Drawn where it helps; nothing where there
// is nothing.
import type { ReactNode } from 'react';
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import { notesWords as words } from '../features/credentials/notes/en-notes.ts';

export function Notes(props: { readonly of: Pick<CredentialView, 'label' | 'notes'> }): ReactNode {
  const { label, notes } = props.of;
  if (notes === '') return null;
  return (
    <p className="notes" role="note" aria-label={words.label(label)}>
      {notes}
    </p>
  );
}

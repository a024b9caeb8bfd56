// What the person wrote down about a credential, with its line breaks, and the way to its page in the web app. Drawn
// where it helps; nothing where there is nothing.
import type { ReactNode } from 'react';
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import { notesWords as words } from '../i18n/en-notes.ts';
import { ActionButton } from './ActionButton.tsx';

export function Notes(props: { readonly of: CredentialView }): ReactNode {
  const credential = props.of;
  const { label, notes, webPage } = credential;
  return (
    <>
      {notes !== '' && (
        <p className="notes wrap" role="note" aria-label={words.label(label)}>
          {notes}
        </p>
      )}
      {webPage !== '' && (
        <p className="line line-apart">
          <span className="mono wrap">{webPage}</span>
          <ActionButton name="open_web_page" about={{ credential }} look="plain" />
        </p>
      )}
    </>
  );
}

// The way to what was done with this credential.
import type { ReactNode } from 'react';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { historyWords as words } from '../../history/en-history.ts';
import { ephemeralWords } from '../../../i18n/en-ephemeral.ts';

export function HistorySection(props: { readonly credential: CredentialView }): ReactNode {
  const { credential } = props;
  const { kept } = credential;
  return (
    <section className="detail-section" aria-labelledby="history-heading">
      <h3 id="history-heading">{words.title}</h3>
      <div className="section-row">
        <p className="secondary">{kept ? words.ofCredential : ephemeralWords.history}</p>
        <ActionButton
          name="credential_history"
          about={{ credential }}
          onlyWherePossible
          look="plain"
        />
      </div>
    </section>
  );
}

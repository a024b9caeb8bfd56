// The way to what was done with this credential.
import type { ReactNode } from 'react';
import type { CredentialView } from '../../../electron/shared/credential-view.ts';
import { Button } from '../../components/Button.tsx';
import { historyWords as words } from '../../i18n/en-history.ts';
import { unkeptWords } from '../../i18n/en-unkept.ts';
import { useApp } from '../../state/app-context.tsx';

export function HistorySection(props: { readonly credential: CredentialView }): ReactNode {
  const { window: store } = useApp();
  const { id, kept } = props.credential;
  return (
    <section className="detail-section" aria-labelledby="history-heading">
      <h3 id="history-heading">{words.title}</h3>
      <div className="section-row">
        <p className="secondary">{kept ? words.ofCredential : unkeptWords.history}</p>
        {kept && (
          <Button onClick={() => store.show({ kind: 'history', credentialId: id })}>
            {words.open}
          </Button>
        )}
      </div>
    </section>
  );
}

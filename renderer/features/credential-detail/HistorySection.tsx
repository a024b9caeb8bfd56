// The way to what was done with this credential.
import type { ReactNode } from 'react';
import type { CredentialView } from '../../../electron/shared/credential-view.ts';
import { Button } from '../../components/Button.tsx';
import { historyWords as words } from '../../i18n/en-history.ts';
import { useApp } from '../../state/app-context.tsx';

export function HistorySection(props: { readonly credential: CredentialView }): ReactNode {
  const { window: store } = useApp();
  return (
    <section className="detail-section" aria-labelledby="history-heading">
      <h3 id="history-heading">{words.title}</h3>
      <div className="section-row">
        <p className="secondary">{words.ofCredential}</p>
        <Button onClick={() => store.show({ kind: 'history', credentialId: props.credential.id })}>
          {words.open}
        </Button>
      </div>
    </section>
  );
}

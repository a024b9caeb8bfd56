// The secret is a fact, not a field: when it was set and its fingerprint. And the way to delete the
// credential, apart from everything else.
import type { ReactNode } from 'react';
import type { CredentialView } from '../../../electron/shared/views.ts';
import { Button } from '../../components/Button.tsx';
import { Ago } from '../../components/Time.tsx';
import { en } from '../../i18n/en.ts';
import { useApp } from '../../state/app-context.tsx';

export function SecretSection(props: { readonly credential: CredentialView }): ReactNode {
  const { credential } = props;
  const { window: store } = useApp();
  return (
    <section className="detail-section" aria-labelledby="secret-heading">
      <h3 id="secret-heading">{en.detail.secret}</h3>
      <div className="section-row">
        <p>
          <Ago atMs={credential.secret.setAtMs} say={en.detail.secretFact} />
          {`, ${en.detail.fingerprint} `}
          <span className="mono">{credential.secret.fingerprint}</span>
        </p>
        <Button onClick={() => store.show({ kind: 'replace_secret', credentialId: credential.id })}>
          {en.verbs.replaceSecret}
        </Button>
      </div>
    </section>
  );
}

export function DeleteSection(props: { readonly credential: CredentialView }): ReactNode {
  const { credential } = props;
  const { window: store } = useApp();
  return (
    <section className="detail-section" aria-labelledby="delete-heading">
      <h3 id="delete-heading">{en.detail.danger}</h3>
      <div className="section-row">
        <p className="secondary">{en.detail.dangerHint}</p>
        <Button
          className="button-stop"
          onClick={() => store.show({ kind: 'delete_credential', credentialId: credential.id })}
        >
          {en.verbs.deleteCredential}
        </Button>
      </div>
    </section>
  );
}

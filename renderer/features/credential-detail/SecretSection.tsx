// The secret is a fact, not a field: when it was set, its fingerprint, where a rotation of it stands,
// and what to do if it leaked. And the way to delete the credential, apart from everything else.
import type { ReactNode } from 'react';
import type { CredentialView } from '../../../electron/shared/credential-view.ts';
import { Button } from '../../components/Button.tsx';
import { Ago } from '../../components/Time.tsx';
import { en } from '../../i18n/en.ts';
import { leakWords } from '../../i18n/en-leak.ts';
import { rotationWords } from '../../i18n/en-rotation.ts';
import { unkeptWords } from '../../i18n/en-unkept.ts';
import { useApp } from '../../state/app-context.tsx';

export function SecretSection(props: { readonly credential: CredentialView }): ReactNode {
  const { credential } = props;
  const { commands, window: store } = useApp();
  const { leakPlan, rotation } = credential;
  const standing = rotation && rotationWords.standing(rotation.step, rotation.waitingFor);
  const openRotation = async (): Promise<void> => {
    if (rotation === null && !(await commands.startRotation(credential))) return;
    store.show({ kind: 'rotation', credentialId: credential.id });
  };
  const openLeakPlan = async (): Promise<void> => {
    if (leakPlan === null && !(await commands.startLeakPlan(credential))) return;
    store.show({ kind: 'leak_plan', credentialId: credential.id });
  };
  return (
    <section className="detail-section" aria-labelledby="secret-heading">
      <h3 id="secret-heading">{en.detail.secret}</h3>
      <div className="section-row">
        <p>
          <Ago atMs={credential.secret.setAtMs} say={en.detail.secretFact} />
          {`, ${en.detail.fingerprint} `}
          <span className="mono">{credential.secret.fingerprint}</span>
        </p>
        <div className="secret-actions">
          {credential.kept && (
            <Button onClick={() => void openRotation()}>
              {rotation === null ? rotationWords.start : rotationWords.goOn}
              {rotation !== null && <span className="visually-hidden"> {standing}</span>}
            </Button>
          )}
          {rotation === null && (
            <Button
              onClick={() => store.show({ kind: 'replace_secret', credentialId: credential.id })}
            >
              {en.verbs.replaceSecret}
            </Button>
          )}
        </div>
      </div>
      {!credential.kept && <p className="secondary">{unkeptWords.noRotation}</p>}
      {standing !== null && <p className="plan-standing">{standing}</p>}
      <div className="section-row">
        <p className="secondary">{leakPlan === null ? leakWords.note : leakWords.notice}</p>
        <Button className="button-stop" onClick={() => void openLeakPlan()}>
          {leakPlan === null ? leakWords.open : leakWords.goOn}
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

// The secret is a fact, not a field: when it was set, its fingerprint, until when it is valid and how to rotate it; what is
// under way stands among the notices. And the way to delete the credential, apart from everything else.
import type { ReactNode } from 'react';
import { DetailSection } from '../../../components/Facts.tsx';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import { shownCommand } from '../../../../electron/shared/credentials/secret-command.ts';
import { CallButton } from '../../../components/CallButton.tsx';
import { secretCommandWords } from '../../../i18n/en-secret-command.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Ago } from '../../../components/Time.tsx';
import { en } from '../../../i18n/en.ts';
import { dateOf } from '../../../../electron/shared/health/secret-due.ts';
import { secretDueWords as words } from '../../health/en-secret-due.ts';

export function SecretSection({ credential }: { readonly credential: CredentialView }): ReactNode {
  const { rotation } = credential;
  return (
    <DetailSection title={en.detail.secret}>
      <div className="section-row">
        <p>
          <Ago atMs={credential.secret.setAtMs} say={en.detail.secretFact} />{' '}
          <span className="mono">{credential.secret.fingerprint}</span>
        </p>
        <div className="actions">
          {rotation === null && (
            <ActionButton
              name="rotate_secret"
              about={{ credential }}
              onlyWherePossible
              look="plain"
            />
          )}
          <ActionButton name="replace_secret" about={{ credential }} look="plain" />
        </div>
      </div>
      <SecretEnd credential={credential} />
      <CommandFact credential={credential} />
    </DetailSection>
  );
}

/** A secret that the vault does not hold: where it comes from. */
function CommandFact({ credential }: { readonly credential: CredentialView }): ReactNode {
  const { command } = credential.secret;
  if (command === undefined) return null;
  const isChanged = credential.lastFailure?.failure.facts?.about === 'changed';
  return (
    <div className="section-row">
      <p className="secondary">
        {secretCommandWords.fact(shownCommand(command))}{' '}
        {secretCommandWords[command.keepsWhileLive ? 'keeps' : 'keepsNot']}
      </p>
      {isChanged && (
        <CallButton
          call="credentialCommandSet"
          input={{
            credentialId: credential.id,
            command: { ...command, arguments: [...command.arguments] },
          }}
          said={secretCommandWords.set(credential.label)}
        >
          {secretCommandWords.again}
        </CallButton>
      )}
    </div>
  );
}

export function DeleteSection({ credential }: { readonly credential: CredentialView }): ReactNode {
  return (
    <DetailSection title={en.detail.danger}>
      <div className="section-row">
        <p className="secondary">{en.detail.dangerHint}</p>
        <ActionButton
          name="delete_credential"
          about={{ credential }}
          look="plain"
          className="button-stop"
        />
      </div>
    </DetailSection>
  );
}

function SecretEnd({ credential }: { readonly credential: CredentialView }): ReactNode {
  const { secret, secretDue } = credential;
  const { validUntilMs } = secret;
  return (
    <div className="section-row">
      <div className="secondary">
        <p>{validUntilMs === null ? words.noEnd : words.validUntil(dateOf(validUntilMs))}</p>
        {secretDue !== null && <p>{words.due(dateOf(secretDue.atMs))}</p>}
      </div>
      <ActionButton name="secret_end" about={{ credential }} look="plain" />
    </div>
  );
}

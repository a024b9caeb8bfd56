// Until when a client secret is valid and when it is to be replaced, as facts; and the sheet in which the date is
// written down.
import { useState, type ReactNode } from 'react';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import { dateOf, endOfDayMs } from '../../../../electron/shared/health/secret-due.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { TextField } from '../../../components/Field.tsx';
import { FormSheet } from '../../../components/FormSheet.tsx';
import type { CredentialSheetProps } from '../../../components/Sheet.tsx';
import { useApp } from '../../../state/app-context.tsx';
import { secretDueWords as words } from '../../health/en-secret-due.ts';

const SUBJECT = 'secret_end';

export function SecretEnd(props: { readonly credential: CredentialView }): ReactNode {
  const { credential } = props;
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

export function SecretEndSheet({ credential }: CredentialSheetProps): ReactNode {
  const { call } = useApp();
  const { validUntilMs } = credential.secret;
  const [typed, setTyped] = useState(validUntilMs === null ? '' : dateOf(validUntilMs));
  const endMs = typed.trim() === '' ? null : endOfDayMs(typed);
  const isWrong = typed.trim() !== '' && endMs === null;
  const save = () =>
    isWrong
      ? null
      : call(
          'credentialValidUntilSet',
          { credentialId: credential.id, validUntilMs: endMs },
          { subject: SUBJECT, said: words.endSaved(credential.label) },
        );
  return (
    <FormSheet
      title={words.endOf(credential.label)}
      subject={SUBJECT}
      submit={words.saveEnd}
      onSubmit={save}
    >
      {(submitted) => (
        <TextField
          label={words.endTitle}
          hint={words.endHint}
          error={submitted && isWrong ? words.endError : null}
          maxLength={10}
          value={typed}
          data-wanted=""
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </FormSheet>
  );
}

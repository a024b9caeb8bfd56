// Replacing the stored secret of a credential, from one of three sources or by a command. Main asks once more.
import { useState, type ReactNode } from 'react';
import { FormSheet, type CredentialSheetProps } from '../../../components/Sheet.tsx';
import { secretDraftOf, SecretFields, secretOf } from '../../../components/SecretFields.tsx';
import { forms } from '../../../i18n/en-forms.ts';
import { useApp } from '../../../state/app-context.tsx';
import { secretCommandWords } from '../../../i18n/en-secret-command.ts';
import { said } from '../../../i18n/en-said.ts';

const subject = 'replace-secret';
const words = forms.replaceSecret;

export function ReplaceSecret({ credential }: CredentialSheetProps): ReactNode {
  const { call } = useApp();
  const [draft, setDraft] = useState(() => secretDraftOf(credential.secret.command));
  const replace = () => {
    const { id: credentialId, label } = credential;
    const secret = secretOf(draft);
    if (secret === null) return null;
    return 'command' in secret
      ? call(
          'credentialCommandSet',
          { credentialId, ...secret },
          { subject, said: secretCommandWords.set(label) },
        )
      : call(
          'credentialReplaceSecret',
          { credentialId, ...secret },
          { subject, said: said.secretReplaced(label) },
        );
  };
  return (
    <FormSheet title={words.title} subject={subject} submit={words.submit} onSubmit={replace}>
      {(submitted) => (
        <>
          <p>{words.lead(credential.label)}</p>
          <SecretFields legend={words.source} {...{ draft, submitted }} onChange={setDraft} />
        </>
      )}
    </FormSheet>
  );
}

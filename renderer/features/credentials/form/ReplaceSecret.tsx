// Replacing the stored secret of a credential, from one of three sources or by a command. Main asks once more.
import { useState, type ReactNode } from 'react';
import type { SecretSource } from '../../../../electron/shared/words.ts';
import { FormSheet } from '../../../components/FormSheet.tsx';
import type { CredentialSheetProps } from '../../../components/Sheet.tsx';
import { forms } from '../../../i18n/en-forms.ts';
import { useApp } from '../../../state/app-context.tsx';
import { secretCommandWords } from '../../../i18n/en-secret-command.ts';
import { said } from '../../../i18n/en-said.ts';
import {
  commandDraftOf,
  commandOf,
  SecretCommandFields,
} from '../../../components/SecretCommandFields.tsx';
import { commandSource, SecretSourceFields } from '../../../components/SecretSourceFields.tsx';

const SUBJECT = 'replace-secret';
const words = forms.replaceSecret;

export function ReplaceSecret(props: CredentialSheetProps): ReactNode {
  const { credential, onClose } = props;
  const { call } = useApp();
  const known = credential.secret.command;
  const [source, setSource] = useState<SecretSource | 'command'>(
    known === undefined ? 'entry' : 'command',
  );
  const [command, setCommand] = useState(() => commandDraftOf(known));
  const replace = () => {
    const { id: credentialId, label } = credential;
    if (source !== 'command') {
      const manner = { subject: SUBJECT, said: said.secretReplaced(label) };
      return call('credentialReplaceSecret', { credentialId, secretSource: source }, manner);
    }
    const fetched = commandOf(command);
    if (fetched === null) return null;
    const manner = { subject: SUBJECT, said: secretCommandWords.set(label) };
    return call('credentialCommandSet', { credentialId, command: fetched }, manner);
  };
  return (
    <FormSheet
      title={words.title}
      subject={SUBJECT}
      submit={words.submit}
      onSubmit={replace}
      onClose={onClose}
    >
      {(submitted) => (
        <>
          <p>{words.lead(credential.label)}</p>
          <SecretSourceFields
            legend={words.source}
            source={source}
            more={[commandSource]}
            onChange={setSource}
          />
          {source === 'command' && (
            <SecretCommandFields draft={command} submitted={submitted} onChange={setCommand} />
          )}
        </>
      )}
    </FormSheet>
  );
}

// Replacing the stored secret of a credential, from one of three sources or by a command. Main asks once more.
import { useState, type ReactNode } from 'react';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import type { SecretSource } from '../../../../electron/shared/words.ts';
import { Button } from '../../../components/Button.tsx';
import { Sheet } from '../../../components/Sheet.tsx';
import { SheetFailure } from '../../../components/Failures.tsx';
import { en } from '../../../i18n/en.ts';
import { forms } from '../../../i18n/en-forms.ts';
import { useApp, usePending } from '../../../state/app-context.tsx';
import { secretCommandWords } from '../../../i18n/en-secret-command.ts';
import { said } from '../../../i18n/en-said.ts';
import {
  commandDraftOf,
  commandOf,
  SecretCommandFields,
} from '../../../components/SecretCommandFields.tsx';
import { SecretSourceFields } from '../../../components/SecretSourceFields.tsx';

const SUBJECT = 'replace-secret';
const words = forms.replaceSecret;

export function ReplaceSecret(props: {
  readonly credential: CredentialView;
  readonly onClose: () => void;
}): ReactNode {
  const { credential, onClose } = props;
  const { call } = useApp();
  const known = credential.secret.command;
  const [source, setSource] = useState<SecretSource | 'command'>(
    known === undefined ? 'entry' : 'command',
  );
  const [command, setCommand] = useState(() => commandDraftOf(known));
  const [submitted, setSubmitted] = useState(false);
  const name = source === 'command' ? 'credentialCommandSet' : 'credentialReplaceSecret';
  const busy = usePending(name, SUBJECT);
  return (
    <Sheet title={words.title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setSubmitted(true);
          const fetched = commandOf(command);
          if (source === 'command' && fetched === null) return;
          const { id: credentialId, label } = credential;
          const replacing =
            source === 'command'
              ? fetched !== null &&
                call(
                  'credentialCommandSet',
                  { credentialId, command: fetched },
                  { subject: SUBJECT, said: secretCommandWords.set(label) },
                )
              : call(
                  'credentialReplaceSecret',
                  { credentialId, secretSource: source },
                  { subject: SUBJECT, said: said.secretReplaced(label) },
                );
          void Promise.resolve(replacing).then((done) => (done ? onClose() : undefined));
        }}
      >
        <p>{words.lead(credential.label)}</p>
        <SecretSourceFields
          legend={words.source}
          source={source}
          onChange={setSource}
          onCommand={credential.kept ? () => setSource('command') : undefined}
        />
        {source === 'command' && (
          <SecretCommandFields draft={command} submitted={submitted} onChange={setCommand} />
        )}
        <SheetFailure subject={SUBJECT} />
        <div className="sheet-actions">
          <Button onClick={onClose}>{en.verbs.cancel}</Button>
          <Button look="primary" submit busy={busy}>
            {words.submit}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

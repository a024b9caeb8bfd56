// Where the address of a credential's page in the web app is written. What was typed stays beside a refusal.
import { useState, type ReactNode } from 'react';
import { webPageAddress } from '../../../../electron/shared/credentials/notes.ts';
import { TextField } from '../../../components/Field.tsx';
import { FormSheet } from '../../../components/FormSheet.tsx';
import type { CredentialSheetProps } from '../../../components/Sheet.tsx';
import { useApp } from '../../../state/app-context.tsx';
import { webPageWords as words } from '../../../i18n/en-notes.ts';

const SUBJECT = 'web_page';

export function WebPageSheet(props: CredentialSheetProps): ReactNode {
  const { credential, onClose } = props;
  const { call } = useApp();
  const [typed, setTyped] = useState(credential.webPage);
  const address = typed.trim() === '' ? '' : webPageAddress(typed);
  const save = () =>
    address === null
      ? null
      : call(
          'credentialWebPageSet',
          { credentialId: credential.id, address },
          { subject: SUBJECT, said: words.saved(credential.label) },
        );
  return (
    <FormSheet
      title={words.label(credential.label)}
      subject={SUBJECT}
      submit={words.save}
      onSubmit={save}
      onClose={onClose}
    >
      {(submitted) => (
        <TextField
          label={words.field}
          hint={words.hint}
          error={submitted && address === null ? words.unfit : null}
          inputMode="url"
          value={typed}
          data-wanted=""
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </FormSheet>
  );
}

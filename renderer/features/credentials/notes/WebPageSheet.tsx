// Where the address of a credential's page in the web app is written. What was typed stays beside a refusal.
import { useState, type FormEvent, type ReactNode } from 'react';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import { webPageAddress } from '../../../../electron/shared/credentials/notes.ts';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/Field.tsx';
import { Sheet } from '../../../components/Sheet.tsx';
import { SheetFailure } from '../../../components/Failures.tsx';
import { en } from '../../../i18n/en.ts';
import { useApp, usePending } from '../../../state/app-context.tsx';
import { webPageWords as words } from '../../../i18n/en-notes.ts';

const SUBJECT = 'web_page';

export function WebPageSheet(props: {
  readonly credential: CredentialView;
  readonly onClose: () => void;
}): ReactNode {
  const { credential, onClose } = props;
  const { call } = useApp();
  const [typed, setTyped] = useState(credential.webPage);
  const [submitted, setSubmitted] = useState(false);
  const busy = usePending('credentialWebPageSet', SUBJECT);
  const address = typed.trim() === '' ? '' : webPageAddress(typed);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setSubmitted(true);
    if (address === null) return;
    const input = { credentialId: credential.id, address };
    const manner = { subject: SUBJECT, said: words.saved(credential.label) };
    if ((await call('credentialWebPageSet', input, manner)) !== null) onClose();
  }

  return (
    <Sheet title={words.label(credential.label)} onClose={onClose}>
      <form onSubmit={(event) => void save(event)} noValidate>
        <TextField
          label={words.field}
          hint={words.hint}
          error={submitted && address === null ? words.unfit : null}
          inputMode="url"
          value={typed}
          data-wanted=""
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <SheetFailure subject={SUBJECT} />
        <div className="sheet-actions">
          <span className="spring" />
          <Button onClick={onClose}>{en.verbs.cancel}</Button>
          <Button look="primary" submit busy={busy}>
            {words.save}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

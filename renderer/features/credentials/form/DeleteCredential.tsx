// Deleting a credential: names what is lost, blocked while tokens live unless they are revoked with it,
// confirmed by typing its label. Main asks once more in a dialog of its own.
import { useState, type ReactNode } from 'react';
import { asRead } from '../../../../electron/shared/one-line.ts';
import { TextField } from '../../../components/Field.tsx';
import { FormSheet, type CredentialSheetProps } from '../../../components/Sheet.tsx';
import { forms } from '../../../i18n/en-forms.ts';
import { liveTokens } from '../../../model/token-standing.ts';
import { useApp } from '../../../state/app-context.tsx';
import { said } from '../../../i18n/en-said.ts';

const SUBJECT = 'delete-credential';
const words = forms.deleteCredential;

export function DeleteCredential({ credential }: CredentialSheetProps): ReactNode {
  const { call, window: store } = useApp();
  const [typed, setTyped] = useState('');
  const live = liveTokens(credential);
  const revocable = live.filter((token) => token.can.revoke).length;
  const waiting = live.length - revocable;
  // A label may hold two spaces where one is shown, or one that no key types.
  const wrong = asRead(typed) !== asRead(credential.label);
  const remove = async () => {
    if (wrong) return null;
    const revokeFirst = live.length > 0;
    const gone = revokeFirst ? said.credentialGoing : said.credentialDeleted;
    const input = { credentialId: credential.id, revokeFirst };
    const manner = { subject: SUBJECT, said: gone(credential.label) };
    const deleted = await call('credentialRemove', input, manner);
    if (deleted !== null) store.patch({ selectedId: null, pane: 'list' });
    return deleted;
  };
  return (
    <FormSheet
      title={words.title}
      subject={SUBJECT}
      look="danger"
      submit={
        revocable > 0
          ? words.submitRevoke(revocable)
          : waiting > 0
            ? words.submitWait
            : words.submit
      }
      onSubmit={remove}
    >
      {(submitted) => (
        <>
          <p>{words.lead(credential.label)}</p>
          {revocable > 0 && <p className="notice">{words.live(revocable)}</p>}
          {waiting > 0 && <p className="notice">{words.notRevocable(waiting)}</p>}
          <TextField
            label={words.type(credential.label)}
            error={submitted && wrong ? words.mismatch : null}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </>
      )}
    </FormSheet>
  );
}

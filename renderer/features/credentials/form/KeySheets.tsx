// The sheets of one short form about a credential: its notes, the address of its page in the web app, the end of its secret,
// another secret, its deletion. What was typed stays beside a refusal.
import { useState, type ReactNode } from 'react';
import {
  areFitNotes,
  MOST_NOTES,
  tidyNotes,
  webPageAddress,
} from '../../../../electron/shared/credentials/notes.ts';
import { TextArea, TextField } from '../../../components/Field.tsx';
import { FormSheet, type CredentialSheetProps } from '../../../components/Sheet.tsx';
import { useApp } from '../../../state/app-context.tsx';
import { dateOf, endOfDayMs } from '../../../../electron/shared/health/secret-due.ts';
import { secretDueWords } from '../../health/en-secret-due.ts';
import { notesWords, webPageWords } from '../../../i18n/en-notes.ts';
import { asRead } from '../../../../electron/shared/one-line.ts';
import { forms } from '../../../i18n/en-forms.ts';
import { liveTokens } from '../../../model/token-standing.ts';
import { said } from '../../../i18n/en-said.ts';
import { secretDraftOf, SecretFields, secretOf } from '../../../components/SecretFields.tsx';
import { secretCommandWords } from '../../../i18n/en-secret-command.ts';

const NOTES = 'notes';
const WEB_PAGE = 'web_page';
const SECRET_END = 'secret_end';

export function NotesSheet({ credential }: CredentialSheetProps): ReactNode {
  const { call } = useApp();
  const [typed, setTyped] = useState(credential.notes);
  const notes = tidyNotes(typed);
  const left = MOST_NOTES - notes.length;
  const error = left < 0 ? notesWords.tooLong(-left) : areFitNotes(notes) ? null : notesWords.unfit;
  const save = () =>
    error === null
      ? call(
          'credentialNotesSet',
          { credentialId: credential.id, notes },
          { subject: NOTES, said: notesWords.saved(credential.label) },
        )
      : null;
  return (
    <FormSheet
      title={notesWords.label(credential.label)}
      subject={NOTES}
      submit={notesWords.save}
      disabled={error !== null}
      onSubmit={save}
    >
      {() => (
        <TextArea
          label={notesWords.heading}
          hint={notesWords.hint(Math.max(0, left))}
          error={error}
          rows={8}
          value={typed}
          data-wanted=""
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </FormSheet>
  );
}

export function WebPageSheet({ credential }: CredentialSheetProps): ReactNode {
  const { call } = useApp();
  const [typed, setTyped] = useState(credential.webPage);
  const address = typed.trim() === '' ? '' : webPageAddress(typed);
  const save = () =>
    address === null
      ? null
      : call(
          'credentialWebPageSet',
          { credentialId: credential.id, address },
          { subject: WEB_PAGE, said: webPageWords.saved(credential.label) },
        );
  return (
    <FormSheet
      title={webPageWords.label(credential.label)}
      subject={WEB_PAGE}
      submit={webPageWords.save}
      onSubmit={save}
    >
      {(submitted) => (
        <TextField
          label={webPageWords.field}
          hint={webPageWords.hint}
          error={submitted && address === null ? webPageWords.unfit : null}
          inputMode="url"
          value={typed}
          data-wanted=""
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </FormSheet>
  );
}

/**
 * Deleting a credential: names what is lost, blocked while tokens live unless they are revoked with it,
 * confirmed by typing its label. Main asks once more in a dialog of its own.
 */
const DELETION = 'delete-credential';
const deleteWords = forms.deleteCredential;

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
    const manner = { subject: DELETION, said: gone(credential.label) };
    const deleted = await call('credentialRemove', input, manner);
    if (deleted !== null) store.patch({ selectedId: null, pane: 'list' });
    return deleted;
  };
  return (
    <FormSheet
      title={deleteWords.title}
      subject={DELETION}
      look="danger"
      submit={
        revocable > 0
          ? deleteWords.submitRevoke(revocable)
          : waiting > 0
            ? deleteWords.submitWait
            : deleteWords.submit
      }
      onSubmit={remove}
    >
      {(submitted) => (
        <>
          <p>{deleteWords.lead(credential.label)}</p>
          {revocable > 0 && <p className="notice">{deleteWords.live(revocable)}</p>}
          {waiting > 0 && <p className="notice">{deleteWords.notRevocable(waiting)}</p>}
          <TextField
            label={deleteWords.type(credential.label)}
            error={submitted && wrong ? deleteWords.mismatch : null}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </>
      )}
    </FormSheet>
  );
}

/** Replacing the stored secret of a credential, from one of three sources or by a command. Main asks once more. */
const subject = 'replace-secret';
const replaceWords = forms.replaceSecret;

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
    <FormSheet
      title={replaceWords.title}
      subject={subject}
      submit={replaceWords.submit}
      onSubmit={replace}
    >
      {(submitted) => (
        <>
          <p>{replaceWords.lead(credential.label)}</p>
          <SecretFields
            legend={replaceWords.source}
            {...{ draft, submitted }}
            onChange={setDraft}
          />
        </>
      )}
    </FormSheet>
  );
}

/** The date at which the validity of a client secret ends. */
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
          { subject: SECRET_END, said: secretDueWords.endSaved(credential.label) },
        );
  return (
    <FormSheet
      title={secretDueWords.endOf(credential.label)}
      subject={SECRET_END}
      submit={secretDueWords.saveEnd}
      onSubmit={save}
    >
      {(submitted) => (
        <TextField
          label={secretDueWords.endTitle}
          hint={secretDueWords.endHint}
          error={submitted && isWrong ? secretDueWords.endError : null}
          maxLength={10}
          value={typed}
          data-wanted=""
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </FormSheet>
  );
}

// The contract's calls about what a person writes down about a credential: notes, and the page in the web app where it
// is managed. No address crosses towards opening: main opens what the vault holds for the credential, after its own
// question that shows it whole.
import { isKeyLike } from '../domain/key-like.ts';
import type { CredentialId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
import type { Handlers } from '../ipc/serve-contract.ts';
import { createWhileOpen } from '../ipc/while-open.ts';
import { fullNameOf, secretHostOf } from '../domain/place-words.ts';
import type { Question } from '../secret-input/ports.ts';
import { obstacleToNotes, setWritten, type WrittenField } from './credential-notes.ts';
import { notesQuestion, openPageQuestion, webPageQuestion } from './credential-questions.ts';
import { findById } from './credentials.ts';

type NotesCall = 'credentialNotesSet' | 'credentialWebPageSet' | 'credentialWebPageOpen';

export function createCredentialNotesHandlers({
  vaultSession,
  dialogs,
  desktop,
}: HandlerPorts): Pick<Handlers, NotesCall> {
  const whileOpen = createWhileOpen(vaultSession);

  /** @param between what separates the parts of the text, each of which may look like a key. */
  const sets = <Input extends { readonly credentialId: string }>(
    field: WrittenField,
    textOf: (input: Input) => string,
    between: RegExp,
    question: (label: string, host: string) => Question,
  ) => ({
    ask: whileOpen(
      async ({ session, texts }, input: Input): Promise<Result<Question | null, Failure>> => {
        const id = input.credentialId as CredentialId;
        const obstacle = await obstacleToNotes(session, texts, id, textOf(input));
        if (obstacle !== null) return fail(obstacle);
        if (!textOf(input).split(between).some(isKeyLike)) return ok(null);
        const credential = findById(session, id);
        if (credential === null) return fail({ code: 'unknown_credential' });
        const host = secretHostOf(session.vault.contents(), credential.environmentId);
        return ok(question(fullNameOf(session.vault.contents(), id), host));
      },
    ),
    act: whileOpen(async ({ session, texts }, input: Input): Promise<Result<'done', Failure>> => {
      const id = input.credentialId as CredentialId;
      // Looked at again: a secret may have come while the question stood.
      const obstacle = await obstacleToNotes(session, texts, id, textOf(input));
      if (obstacle !== null) return fail(obstacle);
      const saved = await setWritten(session, id, field, textOf(input));
      return saved.ok ? ok('done') : saved;
    }),
  });

  function pageOf(id: CredentialId) {
    const open = vaultSession.services();
    if (!open.ok) return open;
    const credential = findById(open.value.session, id);
    if (credential?.webPage === undefined) return fail({ code: 'unknown_credential' } as const);
    const label = fullNameOf(open.value.session.vault.contents(), id);
    return ok({ label, address: credential.webPage });
  }

  return {
    credentialNotesSet: sets('notes', ({ notes }) => notes, /\s+/, notesQuestion),
    // An address is long by nature: only its parts can look like a key.
    credentialWebPageSet: sets('webPage', ({ address }) => address, /[/?#&=:;,]+/, webPageQuestion),
    async credentialWebPageOpen({ credentialId }) {
      const id = credentialId as CredentialId;
      const asked = pageOf(id);
      if (!asked.ok) return asked;
      const choice = await dialogs.ask(openPageQuestion(asked.value.label, asked.value.address));
      if (choice === null) return ok('cancelled');
      // SECURITY(S07): what was asked about, or nothing: another may have been set while the question stood.
      const still = pageOf(id);
      if (!still.ok) return still;
      if (still.value.address !== asked.value.address) return ok('cancelled');
      return (await desktop.openWebPage(asked.value.address))
        ? ok('done')
        : fail({ code: 'web_page_not_opened' });
    },
  };
}

// The contract's calls about a credential's page in the web app. No address crosses towards opening: main opens what
// the vault holds for the credential, after its own question that shows it whole.
import { isKeyLike } from '../domain/key-like.ts';
import type { CredentialId } from '../domain/ids.ts';
import { fail, ok } from '../domain/result.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
import type { Handlers } from '../ipc/serve-contract.ts';
import { createWhileOpen } from '../ipc/while-open.ts';
import { secretHostOf } from '../environments/place-words.ts';
import { obstacleToNotes, setWebPage } from './credential-notes.ts';
import { openPageQuestion, webPageQuestion } from './credential-questions.ts';
import { findById } from './credentials.ts';

export function createWebPageHandlers({
  vaultSession,
  dialogs,
  desktop,
}: HandlerPorts): Pick<Handlers, 'credentialWebPageSet' | 'credentialWebPageOpen'> {
  const whileOpen = createWhileOpen(vaultSession);

  const pageOf = whileOpen(({ session }, id: CredentialId) => {
    const credential = findById(session, id);
    if (credential?.webPage === undefined) return fail({ code: 'unknown_credential' } as const);
    return ok({ label: credential.label, address: credential.webPage });
  });

  return {
    credentialWebPageSet: {
      ask: whileOpen(async ({ session, texts }, { credentialId, address }) => {
        const id = credentialId as CredentialId;
        const obstacle = await obstacleToNotes(session, texts, id, address);
        if (obstacle !== null) return fail(obstacle);
        const credential = findById(session, id);
        if (credential === null) return fail({ code: 'unknown_credential' });
        // An address is long by nature: only its parts can look like a key.
        if (!address.split(/[/?#&=:;,]+/).some(isKeyLike)) return ok(null);
        const host = secretHostOf(session.vault.contents(), credential.environmentId);
        return ok(webPageQuestion(credential.label, host));
      }),
      act: whileOpen(async ({ session, texts }, { credentialId, address }) => {
        const id = credentialId as CredentialId;
        const obstacle = await obstacleToNotes(session, texts, id, address);
        if (obstacle !== null) return fail(obstacle);
        const saved = await setWebPage(session, id, address);
        return saved.ok ? ok('done') : saved;
      }),
    },
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

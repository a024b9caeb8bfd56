// The contract's calls about credentials and what a person writes down about them, and what main asks before one gets
// another secret or notes that look like one, or is deleted. No address crosses towards opening a page: main opens what
// the vault holds, after its own question that shows it whole.
import { counted } from '../../shared/counts.ts';
import { gone } from '../../shared/failures/failure.ts';
import type { CallName, CheckedInput } from '../../shared/ipc-contract.ts';
import type { Credential } from '../domain/credential.ts';
import { PRACTICE_ENVIRONMENT_ID, type CredentialId, type TokenId } from '../domain/ids.ts';
import { isKeyLike } from '../domain/key-like.ts';
import { secretHost, secretHostOf } from '../domain/place-words.ts';
import { fail, ok, type Outcome } from '../domain/result.ts';
import { openRotation } from '../domain/rotation.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { isLive } from '../domain/token-life.ts';
import { aboutKey } from '../tokens/about-key.ts';
import type { HandlerParts } from '../ipc/handler-parts.ts';
import { whileOpen } from '../ipc/while-open.ts';
import type { Question } from '../secret-input/ports.ts';
import {
  credentialById,
  namedCredential,
  type NamedCredential,
  type OpenSession,
} from '../tokens/open-session.ts';
import type { Revocations } from '../tokens/revocation/revocations.ts';
import { obstacleToNotes, setWritten, type WrittenField } from './credential-notes.ts';
import {
  addCredential,
  changeCredential,
  countLiveTokens,
  obstacleToAdding,
  removeCredential,
  replaceSecret,
  setValidUntil,
} from './credentials.ts';
import { takenWhileOpen } from './taken-secret.ts';

interface Open {
  readonly session: OpenSession;
  readonly revocations: Revocations;
  /** Ends a Partner's token, step by step. */
  readonly plans: { readonly start: (id: TokenId) => Outcome };
}

/** The practice gateway, whose clients are the credentials of its environment. */
export interface PracticeClients {
  /** Knows the credentials of the vault from then on. */
  readonly open: (session: OpenSession) => Promise<void>;
  readonly register: (session: OpenSession, credential: Credential, printed?: SecretBytes) => void;
}

type Parts = HandlerParts<Open> & {
  readonly practice: PracticeClients;
  readonly desktop: { readonly openWebPage: (address: string) => Promise<boolean> };
};

export function credentialHandlers(parts: Parts) {
  const { vaultSession, secretInput, practice } = parts;
  return whileOpen(vaultSession, {
    async credentialAdd({ session }, { secretSource, ...asked }) {
      const obstacle = obstacleToAdding(session, asked);
      if (obstacle !== null) return fail(obstacle);
      const host = secretHostOf(session.vault.contents(), asked.environmentId);
      const asking = secretInput.take(secretSource, { about: asked.label, host });
      return await takenWhileOpen(vaultSession, asking, async (secret, open) => {
        const added = await addCredential(open.session, asked, secret);
        if (!added.ok) return added;
        await secretInput.kept();
        await practice.open(open.session);
        return ok({ credentialId: added.value });
      });
    },
    async credentialEdit({ session }, { credentialId, ...facts }) {
      const changed = await changeCredential(session, credentialId, facts);
      if (changed.ok) tellPractice(practice, session, credentialId);
      return changed;
    },
    credentialValidUntilSet: ({ session }, { credentialId, validUntilMs }) =>
      setValidUntil(session, credentialId, validUntilMs),
    credentialReplaceSecret: {
      ask: ({ session }, { credentialId }) =>
        aboutKey(session, credentialId, (key) =>
          isRotating(session, credentialId)
            ? { code: 'in_use', facts: { about: 'rotation' } }
            : replaceSecretQuestion(key, countLiveTokens(session, credentialId)),
        ),
      async act({ session }, { credentialId, secretSource }) {
        const found = namedCredential(session, credentialId);
        if (!found.ok) return found;
        const goes = { about: found.value.name, host: secretHost(found.value.environment) };
        const asking = secretInput.take(secretSource, goes);
        return await takenWhileOpen(vaultSession, asking, async (secret, open) => {
          const replaced = await replaceSecret(open.session, credentialId, secret);
          if (!replaced.ok) return replaced;
          await secretInput.kept();
          tellPractice(practice, open.session, credentialId);
          return ok();
        });
      },
    },
    credentialRemove: {
      ask: (open, { credentialId, revokeFirst }) =>
        aboutKey(open.session, credentialId, ({ name }) => {
          const live = countLiveTokens(open.session, credentialId);
          return live > 0 && !revokeFirst
            ? { code: 'in_use', facts: { about: 'key', count: live } }
            : deletionQuestion(name, live, countRevocable(open, credentialId));
        }),
      async act(open, { credentialId }) {
        const ended = await endLiveTokens(open, credentialId);
        return ended.ok ? await removeCredential(open.session, credentialId) : ended;
      },
    },
    credentialNotesSet: writing<'credentialNotesSet'>(
      'notes',
      ({ notes }) => notes,
      /\s+/,
      notesQuestion,
    ),
    // An address is long by nature: only its parts can look like a key.
    credentialWebPageSet: writing<'credentialWebPageSet'>(
      'webPage',
      ({ address }) => address,
      /[/?#&=:;,]+/,
      webPageQuestion,
    ),
    credentialWebPageOpen: ({ session }, { credentialId }) =>
      openWebPage(parts, session, credentialId),
  });
}

/** In a rotation the gateway knows more than the secret in use. */
function tellPractice(practice: PracticeClients, session: OpenSession, id: CredentialId): void {
  const credential = credentialById(session, id);
  if (credential?.environmentId !== PRACTICE_ENVIRONMENT_ID || isRotating(session, id)) return;
  practice.register(session, credential);
}

export const isRotating = ({ vault }: OpenSession, id: CredentialId): boolean =>
  openRotation(vault.contents().rotations, id) !== undefined;

/** @param between what separates the parts of the text, each of which may look like a key. */
function writing<N extends CallName>(
  field: WrittenField,
  textOf: (input: CheckedInput<N>) => string,
  between: RegExp,
  question: (name: string, host: string) => Question,
) {
  type Input = CheckedInput<N> & { readonly credentialId: CredentialId };
  return {
    async ask({ session }: Open, input: Input): Outcome<Question | null> {
      const written = textOf(input);
      const obstacle = await obstacleToNotes(session, input.credentialId, written);
      if (obstacle !== null) return fail(obstacle);
      if (!written.split(between).some(isKeyLike)) return ok(null);
      return aboutKey(session, input.credentialId, ({ name, environment }) =>
        question(name, secretHost(environment)),
      );
    },
    async act({ session }: Open, input: Input): Outcome {
      const written = textOf(input);
      // Looked at again: a secret may have come while the question stood.
      const obstacle = await obstacleToNotes(session, input.credentialId, written);
      if (obstacle !== null) return fail(obstacle);
      return await setWritten(session, input.credentialId, field, written);
    },
  };
}

async function openWebPage(
  { vaultSession, dialogs, desktop }: Parts,
  session: OpenSession,
  id: CredentialId,
): Outcome<void | 'cancelled'> {
  const asked = pageOf(session, id);
  if (!asked.ok) return asked;
  const { name, address } = asked.value;
  if ((await dialogs.ask(openPageQuestion(name, address))) === null) return ok('cancelled');
  // SECURITY(S07): what was asked about, or nothing: another may have been set while the question stood.
  const open = vaultSession.services();
  const still = open.ok ? pageOf(open.value.session, id) : open;
  if (!still.ok) return still;
  if (still.value.address !== address) return ok('cancelled');
  return (await desktop.openWebPage(address))
    ? ok()
    : fail({ code: 'system_refused', facts: { about: 'web page' } });
}

function pageOf(session: OpenSession, id: CredentialId) {
  const found = namedCredential(session, id);
  if (!found.ok) return found;
  const { name, credential } = found.value;
  return credential.webPage === undefined
    ? fail(gone('key'))
    : ok({ name, address: credential.webPage });
}

/** Live Trader tokens whose text is here and whose revocation the server has not accepted yet. */
function countRevocable({ session }: Open, id: CredentialId): number {
  if (credentialById(session, id)?.accessType === 'partner') return 0;
  const contents = session.vault.contents();
  return contents.tokens.filter(
    (token) =>
      token.credentialId === id &&
      token.revocation?.acceptedAtMs == null &&
      session.texts.hasText(token.id) &&
      isLive(session, contents, token),
  ).length;
}

/** Revokes each live Trader token; starts the guided plan for each live Partner token. */
async function endLiveTokens({ session, revocations, plans }: Open, id: CredentialId): Outcome {
  const partner = credentialById(session, id)?.accessType === 'partner';
  const contents = session.vault.contents();
  for (const token of contents.tokens) {
    if (token.credentialId !== id || !isLive(session, contents, token)) continue;
    // A token that was never seen or whose text was forgotten cannot be revoked: it is waited for.
    if (!session.texts.hasText(token.id)) continue;
    const ended = partner ? await plans.start(token.id) : await revocations.revoke(token.id);
    if (!ended.ok) return ended;
  }
  return ok();
}

function replaceSecretQuestion(
  { name, credential, environment }: NamedCredential,
  live: number,
): Question {
  const consequence =
    live === 0
      ? 'It has no live tokens.'
      : `${counted(live, 'token')} of it may be live. A server that no longer knows the old ` +
        'secret may refuse to revoke its tokens. Revoke first if they must die.';
  return {
    message: `Replace the client secret of ${name}?`,
    detail:
      `The stored secret, fingerprint ${credential.secretFingerprint}, is destroyed; the new one is ` +
      `sent to ${secretHost(environment)}. ${consequence}`,
    choices: ['Replace secret'],
    serious: true,
  };
}

function deletionQuestion(label: string, live: number, revocable: number): Question {
  if (live === 0) {
    return {
      message: `Delete the key ${label}?`,
      detail:
        'Its client secret and its token records are destroyed here. The client itself stays at ' +
        'the server until it is deleted in the web app.',
      choices: ['Delete key'],
      serious: true,
    };
  }
  const wait = 'The key is deleted once every token is confirmed dead or has expired.';
  if (revocable === 0) {
    return {
      message: `Delete ${label} once its ${counted(live, 'token')} ${live === 1 ? 'is' : 'are'} dead?`,
      detail: `${live === 1 ? 'It' : 'They'} cannot be revoked from here. ${wait}`,
      choices: ['Delete once dead'],
      serious: true,
    };
  }
  return {
    message: `Revoke ${counted(revocable, 'token')} and delete ${label}?`,
    detail: `Programs that use ${revocable === 1 ? 'it' : 'them'} stop. ${wait} There is no undo.`,
    choices: [`Revoke ${counted(revocable, 'token')} and delete`],
    serious: true,
  };
}

/** Where a word in the notes looks like a password or key. */
const notesQuestion = (label: string, host: string): Question => ({
  message: `Save the notes of ${label}?`,
  detail:
    'A word in them looks like a password or key. Notes are shown in the window and in reports. A secret ' +
    `for ${host} belongs in “Replace secret…”. That keeps it sealed and out of the window.`,
  choices: ['Save notes'],
  serious: true,
});

/** Where a part of the address looks like a password or key. */
const webPageQuestion = (label: string, host: string): Question => ({
  message: `Save the address of the page of ${label}?`,
  detail:
    'A part of it looks like a password or key. The address is shown in the window and in reports. A secret ' +
    `for ${host} belongs in “Replace secret…”. That keeps it sealed and out of the window.`,
  choices: ['Save address'],
  serious: true,
});

/** SECURITY(S07): the address stands in it whole. */
const openPageQuestion = (label: string, address: string): Question => ({
  message: `Open the page of ${label} at ${URL.parse(address)?.host ?? ''}?`,
  detail: `${address}\n\nThe browser of this system opens it. Strongroom sends nothing along.`,
  choices: ['Open in the browser'],
});

// What main asks before a credential is kept, gets another secret or notes that look like one, or is deleted. Pure.
import { counted } from '../../shared/counts.ts';
import type { Credential } from '../domain/credential.ts';
import type { Question } from '../secret-input/ports.ts';

export function replaceSecretQuestion(
  { label, secretFingerprint }: Pick<Credential, 'label' | 'secretFingerprint'>,
  host: string,
  live: number,
): Question {
  const consequence =
    live === 0
      ? 'It has no live tokens.'
      : `${counted(live, 'token')} of it may be live. A server that no longer knows the old ` +
        'secret may refuse to revoke its tokens: revoke first if they must die.';
  return {
    message: `Replace the client secret of ${label}?`,
    detail:
      `The stored secret, fingerprint ${secretFingerprint}, is destroyed; the new one is ` +
      `sent to ${host}. ${consequence}`,
    choices: ['Replace secret'],
    serious: true,
  };
}

export function keepingQuestion(label: string, host: string, live: number): Question {
  const what =
    live === 0 ? 'Its client secret is' : `Its client secret and ${counted(live, 'token')} are`;
  return {
    message: `Keep ${label} in the vault?`,
    detail:
      `${what} in memory only until now. Kept, it is sealed into the vault like any other ` +
      `credential, and into the backups of the vault. The secret is sent to ${host}.`,
    choices: ['Keep it'],
    serious: false,
  };
}

export function deletionQuestion(label: string, live: number, revocable: number): Question {
  if (live === 0) {
    return {
      message: `Delete the credential ${label}?`,
      detail:
        'Its client secret and its token records are destroyed here. The client itself stays at ' +
        'the server until it is deleted in the web app.',
      choices: ['Delete credential'],
      serious: true,
    };
  }
  const wait = 'The credential is deleted once every token is confirmed dead or has expired.';
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
export const notesQuestion = (label: string, host: string): Question => ({
  message: `Save the notes of ${label}?`,
  detail:
    'A word in them looks like a password or key. Notes are shown in the window and in reports. A secret ' +
    `for ${host} belongs in “Replace secret…”, which keeps it sealed and out of the window.`,
  choices: ['Save notes'],
  serious: true,
});

/** Where a part of the address looks like a password or key. */
export const webPageQuestion = (label: string, host: string): Question => ({
  message: `Save the address of the page of ${label}?`,
  detail:
    'A part of it looks like a password or key. The address is shown in the window and in reports. A secret ' +
    `for ${host} belongs in “Replace secret…”, which keeps it sealed and out of the window.`,
  choices: ['Save address'],
  serious: true,
});

/** SECURITY(S07): the address stands in it whole. */
export const openPageQuestion = (label: string, address: string): Question => ({
  message: `Open the page of ${label} at ${URL.parse(address)?.host ?? ''}?`,
  detail: `${address}\n\nThe browser of this system opens it. Strongroom sends nothing along.`,
  choices: ['Open in the browser'],
  serious: false,
});

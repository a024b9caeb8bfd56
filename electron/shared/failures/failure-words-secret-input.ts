// Words for a secret that was typed, given from a file or the clipboard, or printed by a program, and cannot be taken. Pure.
import { counted } from '../counts.ts';
import type { FailureFacts } from './failure.ts';
import { type Say, type Words, wait } from './failure-words-shape.ts';

const unchanged = 'Nothing was changed.';

/** The words of each code about what was typed, pasted or read. */
export const secretInputFailureWords = {
  web_page_not_opened: [
    'The page was not opened.',
    'The system has no browser that takes an address, or refused to start it.',
    'Set a browser in the settings of the system, or copy the address from the credential.',
  ],
  notes_hold_secret: ({ about }: FailureFacts): Words => [
    `There is a secret or token in the notes${about === undefined ? '' : ` of ${about}`}, whole or in part.`,
    `Notes are shown in the window and in reports, where no secret may be. ${unchanged}`,
    'Remove it from the notes, then try again. If somebody may have read it there, replace the secret.',
  ],
  authority_invalid: ({ count }: FailureFacts): Words => [
    count === undefined
      ? 'The file holds no usable certificate authority.'
      : `The file holds ${counted(count, 'certificate')}.`,
    count === undefined
      ? unchanged
      : 'Each would be trusted, and only one could be compared. Nothing was changed.',
    'Choose a PEM file with one authority certificate that is valid today.',
  ],
  authority_not_one: ({ about }: FailureFacts): Words => [
    `This certificate is not of an authority${about === undefined ? '' : `: ${about}`}.`,
    'It may vouch for no other certificate (basicConstraints). It is probably the server’s own. Nothing was changed.',
    'Choose the certificate of the authority that issued it.',
  ],
  authority_not_yet_valid: ({ about }: FailureFacts): Words => [
    `This authority is not valid yet${about === undefined ? '' : `: it begins on ${about}`}.`,
    'No certificate that it vouches for would be accepted before that. Nothing was changed.',
    'Check this machine’s clock, or choose the authority that is valid today.',
  ],
  authority_expired: ({ about }: FailureFacts): Words => [
    `This authority has expired${about === undefined ? '' : ` on ${about}`}.`,
    'No certificate that it vouches for is accepted any more. Nothing was changed.',
    'Check this machine’s clock, or ask for the authority that took its place.',
  ],
  file_unreadable: ['The file could not be read.', unchanged, 'Check the file, or choose another.'],
  file_too_large: [
    'The file is too large.',
    'A secret or certificate is a few kilobytes; nothing was read from this file.',
    'Choose the right file.',
  ],
  file_is_link: [
    'This is a link to another file.',
    'Links are not followed, so that nothing is read but what you chose.',
    'Choose the file it leads to.',
  ],
  secret_empty: [
    'No secret was given.',
    'It is empty, or only spaces.',
    'Copy the secret from the web app and try again.',
  ],
  secret_too_large: [
    'What was given is too long to be a client secret.',
    'At most 4096 bytes are accepted; nothing was kept.',
    'Copy only the secret and try again.',
  ],
  secret_no_line: [
    'This is not a single line of UTF-8 text.',
    'A client secret is one: what was given has several lines, or is in another encoding. Nothing was kept.',
    'Save the secret alone as UTF-8, or paste it in the separate window.',
  ],
  clipboard_empty: [
    'There is no text on the clipboard.',
    unchanged,
    'Copy it again, then try again.',
  ],
} as const satisfies Readonly<Record<string, Say>>;

/** The words of each code about a passphrase. */
export const passphraseFailureWords = {
  passphrase_too_weak: [
    'This passphrase is too easy to guess.',
    'Whoever copies the vault file could try billions of passphrases.',
    'Add words that do not belong together; five or six are enough.',
  ],
  passphrase_unchanged: [
    'That is the passphrase this vault has already.',
    'Nothing was changed.',
    'Choose another one.',
  ],
  too_many_attempts: (facts: FailureFacts): Words => [
    'Too many wrong passphrases in a row.',
    'The vault is intact.',
    `${facts.count === undefined ? 'Wait a moment' : `Wait ${wait(facts.count)}`}, then try again.`,
  ],
} as const;

const named = ({ about }: FailureFacts): string => (about === undefined ? '' : ` (${about})`);
const unsent = 'Nothing was sent to the service.';

/** The words of each code about a command that prints a secret. */
export const managerFailureWords = {
  manager_path: [
    'This command cannot be used.',
    'It needs an absolute path, and at most 1,500 characters in all, so that a question can show it. Nothing was run.',
    'Enter the whole path of the program, and one argument on each line.',
  ],
  manager_missing: (facts: FailureFacts): Words => [
    `The program that prints the client secret cannot be started${named(facts)}.`,
    `There is no program at this path, or you may not run it. ${unsent}`,
    'Install the program again, or change the command of the credential.',
  ],
  manager_not_started: (facts: FailureFacts): Words => [
    `The program that prints the client secret could not be started this time${named(facts)}.`,
    `This computer had no room for one more program or file, or the program was just being replaced. ${unsent}`,
    'Close what you do not need, then try again.',
  ],
  manager_unsafe: (facts: FailureFacts): Words => [
    `The program that prints the client secret is not safe to run${named(facts)}.`,
    `It belongs to another user, everyone may change it, or a shell runs it. ${unsent}`,
    'Make it yours or the system’s and writable by nobody else, or choose another program.',
  ],
  manager_changed: (facts: FailureFacts): Words => [
    `The program that prints the client secret is not the one you confirmed${named(facts)}.`,
    `An update may have replaced it, or somebody else. It was not run. ${unsent}`,
    'If you know why it changed, choose “Confirm the program again” beside the secret. You are shown both.',
  ],
  manager_refused: ({ about, count }: FailureFacts): Words => [
    `The program ${about === undefined ? '' : `${about} `}ended without a client secret${count === undefined ? '' : ` (exit code ${count})`}.`,
    `It may be locked, signed out, or not know the entry. What it said is not kept, since it may hold a secret. ${unsent}`,
    'Run the same command in a terminal, unlock or sign in there, then try again.',
  ],
  manager_timeout: ({ count }: FailureFacts): Words => [
    `The program printed no client secret within ${count ?? 15} seconds, and was ended.`,
    `It may be waiting for you to unlock it or to confirm something. ${unsent}`,
    'Unlock your secret manager, then try again.',
  ],
  manager_garbled: [
    'The program printed something that is not one client secret.',
    `It must print exactly one line of text, of at most 4,096 bytes. What it printed was wiped. ${unsent}`,
    'Choose arguments that print the secret alone, such as one field of an entry.',
  ],
  manager_other_secret: [
    'The program now prints a different client secret from the one that issued the live tokens.',
    `Strongroom keeps the earlier one to revoke them, and does not mix the two. ${unsent}`,
    'Rotate the secret here, or revoke the live tokens first.',
  ],
} as const;

// Words for what was typed, or given from a file or the clipboard, and cannot be taken. Pure.
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
  passphrases_differ: [
    'The two passphrases differ.',
    'One of them has a typing error; no vault was made.',
    'Enter the same passphrase twice.',
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

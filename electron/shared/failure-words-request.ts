// Words for what a person or a window asked for that cannot be done. Pure.
import type { FailureFacts } from './failure.ts';
import { counted, wait, type Words } from './failure-words-shape.ts';

const unchanged = 'Nothing was changed.';

export const requestWords = {
  cancelled_by_person: ['You cancelled.', unchanged, 'Start again whenever you want to.'],
  unknown_environment: [
    'This environment is no longer there.',
    unchanged,
    'Choose another environment.',
  ],
  unknown_credential: [
    'This credential is no longer there.',
    unchanged,
    'Choose another credential.',
  ],
  unknown_token: ['This token is no longer in the ledger.', unchanged, 'Choose another token.'],
  address_invalid: (facts: FailureFacts): Words => [
    `The ${facts.about ?? 'address'} cannot be used.`,
    'Only a plain https address is safe to send a secret to.',
    'Enter an https address without user name, query or fragment.',
  ],
  addresses_overlap: [
    'The base address is the trading address, or lies under it.',
    'Tokens are never requested at the trading host, so no token could be got here.',
    'Enter the two addresses as the service gave them.',
  ],
  authority_invalid: [
    'The file holds no usable certificate authority.',
    unchanged,
    'Choose a PEM file with one authority certificate that is valid today.',
  ],
  file_unreadable: ['The file could not be read.', unchanged, 'Check the file, or choose another.'],
  file_too_large: [
    'The file is too large.',
    'A secret or certificate is a few kilobytes; nothing was read from this file.',
    'Choose the right file.',
  ],
  secret_empty: [
    'There is no secret in what was given.',
    'It is empty or only blank.',
    'Copy the secret from the web app and try again.',
  ],
  secret_too_large: [
    'What was given is too long to be a client secret.',
    'At most 4096 bytes are accepted; nothing was kept.',
    'Copy only the secret and try again.',
  ],
  clipboard_empty: [
    'There is no text on the clipboard.',
    unchanged,
    'Copy the secret in the web app, then try again.',
  ],
  passphrase_too_weak: [
    'This passphrase is too easy to guess.',
    'Whoever copies the vault file could try billions of passphrases.',
    'Add words that do not belong together; five or six are enough.',
  ],
  passphrases_differ: [
    'The two passphrases differ.',
    'One of them has a slip; no vault was made.',
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
  label_taken: [
    'Another credential has this label.',
    'Two with one label would be taken for each other.',
    'Choose another label.',
  ],
  live_tokens_exist: (facts: FailureFacts): Words => [
    facts.count === undefined
      ? 'This credential still has live tokens.'
      : `This credential still has ${counted(facts.count, 'live token')}.`,
    'Without the credential they could no longer be revoked.',
    'Revoke them first, or choose to revoke and delete together.',
  ],
  credentials_exist: (facts: FailureFacts): Words => [
    facts.count === undefined
      ? 'Credentials still belong to this environment.'
      : `${counted(facts.count, 'credential')} still ${facts.count === 1 ? 'belongs' : 'belong'} to this environment.`,
    'Without it their tokens could not be revoked.',
    'Delete the credentials first.',
  ],
  built_in_environment: [
    'The practice environment belongs to Strongroom.',
    'It cannot be changed or removed.',
    'Add an environment of your own instead.',
  ],
  copy_disabled: [
    'Copying access tokens is off.',
    'Whatever reads the clipboard can use a copied token, so it starts switched off.',
    'Allow copying in the settings.',
  ],
  token_text_gone: [
    'The text of this token is no longer kept.',
    'It was forgotten or has expired, so it cannot be sent or copied.',
    'Get a new token if you need one.',
  ],
  not_revocable_here: [
    'A Partner token cannot be revoked from here.',
    'The service documents no endpoint for it.',
    'Follow the guide: revoke the key in the web app, then check the result here.',
  ],
  not_checkable: [
    'This token cannot be checked.',
    'No documented call accepts a token with these scopes.',
    'Its expiry time is all that is known about it.',
  ],
  already_running: [
    'The same call is already running.',
    'It was not started twice.',
    'Wait for its answer.',
  ],
  attempts_stopped: [
    'Automatic attempts have stopped.',
    'The server refused these credentials three times in a row; more could lock the client out.',
    'Check the client id and the secret, then ask for a token yourself.',
  ],
  practice_unavailable: [
    'The practice gateway is not running.',
    'No port could be opened on this machine’s own address.',
    'Lock and unlock, or start Strongroom again.',
  ],
  invalid_input: (facts: FailureFacts): Words => [
    facts.about === undefined ? 'An entry cannot be used.' : `The ${facts.about} cannot be used.`,
    unchanged,
    'Correct it and try again.',
  ],
  not_allowed: ['This window may not do that.', unchanged, 'Use the main window.'],
  internal_error: (facts: FailureFacts): Words => [
    'Something went wrong inside Strongroom.',
    'This is a fault of the program, not of your entry. What was saved before stays saved.',
    `Try again. If it happens again, report it${facts.correlationId === undefined ? '' : ` with reference ${facts.correlationId}`}.`,
  ],
} as const;

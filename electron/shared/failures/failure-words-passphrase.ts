// Words for a passphrase that was not taken. Pure.
import type { FailureFacts } from './failure.ts';
import { wait, type Words } from './failure-words-shape.ts';

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

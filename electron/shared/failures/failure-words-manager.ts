// Words for a command that should print a client secret and did not. Nothing that it said is in them: its error
// output is never read, since it may hold the secret. Pure.
import type { FailureFacts } from './failure.ts';
import type { Words } from './failure-words-shape.ts';

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

// The words of the secret-entry window, for each of its questions.
import type { NoAnswer } from '../bridge/ask-until-answered.ts';
import { counted } from '../../electron/shared/counts.ts';
import type { UnansweredWords } from '../i18n/en-unanswered.ts';
import {
  MIN_PASSPHRASE_BITS,
  type EntryPurpose,
} from '../../electron/shared/unlock/entry-contract.ts';

/** Of one that people choose themselves, roughly. */
const BITS_OF_A_WORD = 9;

/** What is asked for by a field; a recovery key that is shown has words of its own. */
export type FieldPurpose = Exclude<EntryPurpose, 'show_recovery_key'>;

export const entryWords = {
  title: {
    client_secret: 'Client secret',
    access_token: 'Token to inspect',
    suspect: 'Is this one of ours?',
    proxy_password: 'Password of the proxy',
    new_passphrase: 'Choose a passphrase',
    passphrase: 'Passphrase',
    present_passphrase: 'Current passphrase',
    next_passphrase: 'New passphrase',
    backup_passphrase: 'Passphrase of the backup',
    recovery_key: 'Recovery key',
  } satisfies Record<FieldPurpose, string>,
  submit: {
    client_secret: 'Use this secret',
    access_token: 'Inspect this token',
    suspect: 'Look for it',
    proxy_password: 'Use this password',
    new_passphrase: 'Create vault',
    passphrase: 'Unlock',
    present_passphrase: 'Continue',
    next_passphrase: 'Use this passphrase',
    backup_passphrase: 'Open backup',
    recovery_key: 'Use this key',
  } satisfies Record<FieldPurpose, string>,
  submitIn: (label: string, seconds: number): string => `${label} in ${seconds} s`,
  waitOver: 'You can try again now.',
  notAsked: {
    silent: {
      what: 'The main process does not say what to ask.',
      means: 'Nothing can be typed here until it does. What you began is not lost, and not done.',
      todo: 'This window goes on asking by itself. Cancel to go back.',
    },
    refused: {
      what: 'The main process refuses this window.',
      means: 'It does not take it for its own page. So it asks for no secret here.',
      todo: 'Cancel, and begin again from the main window.',
    },
    failed: {
      what: 'The main process cannot say what to ask.',
      means: 'Nothing can be typed here. What you began is not done.',
      todo: 'Try again, or cancel and begin again from the main window.',
    },
  } satisfies Record<NoAnswer, UnansweredWords>,
  notTaken:
    'The main process did not take it, and nothing was done with it. Cancel, and begin again from the main window.',
  checking: 'Checking…',
  again: 'Repeat passphrase',
  suggest: 'Suggest a passphrase',
  suggestAnother: 'Suggest another',
  suggestion: 'Suggested passphrase',
  suggested: (bits: number): string =>
    `Words drawn at random, ${bits} bits. Write them down, then type them below.`,
  show: 'Show',
  cancel: 'Cancel',
  capsLock: 'Caps lock is on.',
  edgeSpace: 'It begins or ends with a space. That counts.',
  empty: 'Type or paste it first.',
  tooLong: (bytes: number): string => `It is longer than ${bytes} bytes.`,
  weak: 'Add more words until the bar is green.',
  differ: 'The two differ.',
  advice:
    'Five or six words that do not belong together are strong. Nobody can recover it for you.',
  strength(bits: number): string {
    if (bits >= MIN_PASSPHRASE_BITS) return bits < 80 ? 'Good' : 'Strong';
    const words = Math.ceil((MIN_PASSPHRASE_BITS - bits) / BITS_OF_A_WORD);
    return `Too easy to guess. Add about ${counted(words, 'word')}.`;
  },
} as const;

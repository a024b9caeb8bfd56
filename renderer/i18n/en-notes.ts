// The words of a credential's notes.
import { counted } from '../../electron/shared/counts.ts';

export const notesWords = {
  heading: 'Notes',
  none: 'Write down what helps on a bad night: whom to call, where it is used.',
  label: (label: string) => `Notes of ${label}`,
  hint: (left: number) =>
    `Search finds them. Keep secrets out: notes are shown on screen. ${counted(left, 'character')} left.`,
  tooLong: (over: number) => `Shorten the notes by ${counted(over, 'character')}.`,
  unfit: 'A character in the notes cannot be shown. Remove it.',
  save: 'Save notes',
  saved: (label: string) => `Notes of ${label} saved.`,
} as const;

export const webPageWords = {
  none: 'It has no page in the web app yet.',
  label: (label: string) => `Page of ${label} in the web app`,
  field: 'Address',
  hint: 'Where this key is managed. It begins with https, and you are asked before it is opened.',
  unfit: 'Enter a full address that begins with https:// and contains no user name or password.',
  save: 'Save address',
  saved: (label: string) => `Address of the page of ${label} saved.`,
  opened: 'Opened in the browser.',
} as const;

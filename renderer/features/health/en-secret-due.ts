// The words about when a client secret is to be replaced, and when a credential was last used.
import { counted } from '../../../electron/shared/counts.ts';
import type { SecretDueView } from '../../../electron/shared/health/secret-due.ts';

const why = {
  valid_until: 'Its secret stops working then.',
  rotation_age: 'That is the age its environment allows.',
} satisfies Readonly<Record<SecretDueView['why'], string>>;

export const secretDueWords = {
  lastUse: 'Last used',
  uses: {
    got: (ago: string) => `token got ${ago}`,
    checked: (ago: string) => `token checked ${ago}`,
    handedOut: (ago: string) => `token copied ${ago}`,
  },
  neverUsed: 'The history knows of no use.',
  notice: (due: SecretDueView, date: string, over: boolean) =>
    over
      ? `The client secret was to be replaced by ${date}. Rotate it now.`
      : `The client secret is to be replaced by ${date}. ${why[due.why]}`,
  due: (date: string) => `To be replaced by ${date}.`,
  validUntil: (date: string) => `Valid until ${date}.`,
  noEnd: 'Nobody wrote down until when it is valid.',
  endOf: (label: string) => `End of the secret of ${label}`,
  endTitle: 'Valid until',
  endHint: 'As the web app says, for example 2027-03-31. Leave it empty if it does not say.',
  endError: 'Write the date as year-month-day, for example 2027-03-31.',
  saveEnd: 'Save date',
  endSaved: (label: string) => `End of the secret of ${label} saved.`,
  age: 'Rotation age',
  ageOf: (days: number) =>
    `A client secret is to be replaced once it is ${counted(days, 'day')} old.`,
  noAge: 'No rule: a client secret may become as old as it likes.',
  setAge: 'Set rotation age…',
  ageLabel: 'Days',
  ageHint: 'Empty: no rule. Nothing is replaced by itself; you are told before.',
  ageError: (most: number) => `Write a whole number from 1 to ${most}, or leave it empty.`,
  saveAge: 'Save rotation age',
  ageSaved: (name: string) => `Rotation age of ${name} saved.`,
  longer: 'Client secrets to be replaced in the next 90 days',
  nothingLonger: 'None is to be replaced in the next 90 days.',
  overdue: 'overdue',
  before: 'Before a client secret is to be replaced',
  beforeNote: 'From the first of these days on it stands in “Needs attention” as well.',
  presets: {
    '30 7 1': '30, 7 and 1 days before',
    '14 3': '14 and 3 days before',
    '7 1': '7 and 1 days before',
    '': 'only once the day is over',
  },
  own: (days: readonly number[]) => `${days.join(', ')} days before`,
} as const;

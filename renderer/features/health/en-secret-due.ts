// The words about when a client secret is to be replaced, and when a credential was last used.
import { dayMonth } from '../../i18n/time.ts';
import { counted } from '../../../electron/shared/counts.ts';
import type { SecretDueView } from '../../../electron/shared/health/secret-due.ts';

const why = {
  valid_until: 'Its secret stops working then.',
  rotation_age: 'That is the rotation age of its environment.',
} satisfies Readonly<Record<SecretDueView['why'], string>>;

export const secretDueWords = {
  lastUse: 'Last used',
  uses: {
    got: (ago: string) => `got a token ${ago}`,
    checked: (ago: string) => `checked a token ${ago}`,
    handedOut: (ago: string) => `copied a token ${ago}`,
  },
  neverUsed: 'No use is recorded.',
  notice: (due: SecretDueView, date: string, over: boolean) =>
    over
      ? `The client secret was due for replacement by ${date}. Rotate it now.`
      : `The client secret is due for replacement by ${date}. ${why[due.why]}`,
  row: (atMs: number, over: boolean) =>
    `${over ? 'Secret overdue since' : 'Secret due'} ${dayMonth(atMs)}`,
  due: (date: string) => `Replace it by ${date}.`,
  validUntil: (date: string) => `Valid until ${date}.`,
  noEnd: 'No expiry date set.',
  endOf: (label: string) => `End of the secret of ${label}`,
  endTitle: 'Valid until',
  endHint: 'As the web app shows it, for example 2027-03-31. Leave it empty if it shows none.',
  endError: 'Write the date as year-month-day, for example 2027-03-31.',
  saveEnd: 'Save date',
  endSaved: (label: string) => `End of the secret of ${label} saved.`,
  age: 'Rotation age',
  ageOf: (days: number) =>
    `A client secret is due for replacement once it is ${counted(days, 'day')} old.`,
  noAge: 'No rule: a client secret may be of any age.',
  setAge: 'Set rotation age…',
  ageLabel: 'Days',
  ageHint: 'Empty: no rule. You are told in time; Strongroom replaces nothing by itself.',
  ageError: (most: number) => `Write a whole number from 1 to ${most}, or leave it empty.`,
  saveAge: 'Save rotation age',
  ageSaved: (name: string) => `Rotation age of ${name} saved.`,
  longer: 'Client secrets due for replacement in the next 90 days',
  nothingLonger: 'None is due in the next 90 days.',
  overdue: 'overdue',
  before: 'Before a client secret is due for replacement',
  beforeNote: 'From the first of these days on it is also listed under “Needs attention”.',
  presets: [
    ['30 7 1', '30, 7 and 1 days before'],
    ['14 3', '14 and 3 days before'],
    ['7 1', '7 and 1 days before'],
    ['', 'only once the day is over'],
  ],
  own: (days: readonly number[]) => `${days.join(', ')} days before`,
} as const;

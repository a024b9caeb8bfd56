// The words of the history: the sheet, the bands over the window, the events of a credential. What
// events and damages are called is shared with exported files (history-sentences.ts).
import { counted, whole } from '../../../electron/shared/counts.ts';
import { madeOnce } from '../../../electron/shared/made-once.ts';

const events = (n: number): string => `${whole(n)} ${n === 1 ? 'event' : 'events'}`;

export const historyWords = {
  title: 'History',
  lead: 'What was done here and what came of it. Events are sealed and chained: if one is removed, changed or moved, it shows.',
  search: 'Search the history',
  searchHint: 'Key, fingerprint, event',
  clearSearch: 'Clear search',
  total: events,
  list: 'Events, newest first',
  earlier: 'Show earlier events',
  reading: 'Reading…',
  none: 'Nothing yet.',
  noMatch: (words: string) => `Nothing in the history matches “${words}”.`,
  beginning: 'This is the beginning of the history.',
  later: 'An event of a newer version of Strongroom',
  byApp: 'by the app',
  verify: 'Verify',
  verified: (n: number, time: string) =>
    `Verified at ${time}: ${events(n)}, every one in its place.`,
  intact: (n: number) => `History verified: ${events(n)}, every one in its place.`,
  exportLines: 'Export as JSON Lines…',
  exportPage: 'Export as a page…',
  exported: (n: number) => `History exported: ${events(n)}.`,
  head: 'Exports name the newest event by its link in the chain:',
  keptAs: (name: string) => `The damaged file is kept as ${name}.`,
  fromEvent: (seq: number) => `First event concerned: number ${whole(seq)}.`,
  damage: 'Damaged history',
  notWritten: 'The history is not being written.',
  waiting: (n: number) =>
    `${counted(n, 'event waits', 'events wait')} in memory and would be lost if the app ended now.`,
  lifetimes: {
    title: 'Tokens of the last 7 days',
    noGap: 'A token was there all the time.',
    /** `until` null: it lasts. */
    gaps: (n: number, from: string, until: string | null) =>
      `${n === 1 ? 'Once' : `${whole(n)} times`} without a token${n === 1 ? ':' : '; the longest:'} ${until === null ? `since ${from}` : `${from} to ${until}`}.`,
    legend: { token: 'Token', check: 'Check', cut: 'Revoked or refused', gap: 'No token' },
    life: (fingerprint: string, from: string, until: string, end: string) =>
      `Token ${fingerprint}: ${from} to ${until}, ${end}`,
    token: (fingerprint: string) => `Token ${fingerprint}`,
    columns: ['What', 'From', 'Until', 'End', 'Checks'],
    ends: {
      expiry: 'expiry',
      revoked: 'revoked',
      refused: 'refused by the server',
      unknown: 'end not known',
    },
  },
} as const;

const day = madeOnce(() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' }));
const time = madeOnce(() => new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' }));

const short = madeOnce(
  () => new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric' }),
);

export const shortDay = (atMs: number): string => short().format(atMs);
export const dayOf = (atMs: number): string => day().format(atMs);
export const timeOf = (atMs: number): string => time().format(atMs);

/** Hex in groups of eight, as people compare it. */
export const grouped = (hex: string): string => hex.replaceAll(/(.{8})(?=.)/g, '$1 ');

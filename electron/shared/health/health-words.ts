// What the health report says of each rule, the same in the window and on its page: what it is, why it matters,
// what to do.
import { counted } from '../counts.ts';

/** The words of one rule. */
interface HealthWords {
  readonly title: string;
  readonly why: string;
  readonly todo: string;
}

/** The words of each rule, what would hurt most first. */
export const healthWords = {
  secret_over: {
    title: 'Client secrets that are overdue',
    why: 'A secret past its date stops working when nobody expects it. The longer it is in use, the more places it has reached.',
    todo: 'Rotate it: the new secret is checked before the old one goes.',
  },
  same_secret: {
    title: 'The same client secret under two keys',
    why: 'Whoever learns one of them has both, and rotating one breaks the other.',
    todo: 'Rotate the secret of all but one.',
  },
  recovery_untested: {
    title: 'A recovery key that was never tried',
    why: 'Once the passphrase is forgotten, a typing mistake on the paper is found too late.',
    todo: 'Lock the vault and open it with the recovery key once. If the key is lost, replace it.',
  },
  backups_untested: {
    title: 'Backups that were never tested',
    why: 'A backup that does not open is worthless. Only a test shows whether it does.',
    todo: 'Test the newest one. Nothing is replaced by that.',
  },
  authority_ends: {
    title: 'Environments whose authority ends soon',
    why: 'From then on no call of the environment gets through, not even a revocation.',
    todo: 'Ask whoever runs the gateway for the next certificate, and choose its file.',
  },
  left_to_live: {
    title: 'Tokens that were replaced and left to live',
    why: 'Each of them works until it expires, though nobody needs it any more.',
    todo: 'Revoke the replaced tokens. Or let the key renew by itself: that ends the old one.',
  },
  two_access_types: {
    title: 'Both access types on one owner account',
    why: 'The service allows one access type an account. One of the two will be refused.',
    todo: 'Move one of them to an account of its own, then correct the owner here.',
  },
  renewal_rests: {
    title: 'Renewals that pause while the vault is locked',
    why: 'The vault locks by itself, and a token that ends meanwhile is not replaced.',
    todo: 'Let the vault lock later, or ask for a token that outlives the lock.',
  },
  trade_unused: {
    title: 'Trading scope that was never used',
    why: 'A leaked key with it can trade. Without it, the same leak only reads.',
    todo: 'Register a key that may only read, then correct the scopes here.',
  },
  unused: {
    title: 'Not used for 90 days',
    why: 'When a key that nobody uses leaks, nobody notices.',
    todo: 'Ask its owner. If it is not needed, delete the client in the web app and here.',
  },
  never_used: {
    title: 'Never used',
    why: 'When a key that nobody uses leaks, nobody notices.',
    todo: 'Get a token to see that it works. Or delete it in the web app and here.',
  },
  no_owner: {
    title: 'No owner',
    why: 'On a bad night nobody knows who to call about it.',
    todo: 'Write down the owner account.',
  },
} as const satisfies Readonly<Record<string, HealthWords>>;
type Rule = keyof typeof healthWords;

/** What belongs behind a name; empty where the rule says it all. */
const details = {
  secret_over: (_count, date) => `since ${date}`,
  same_secret: (count) => `with ${counted(count, 'other key')}`,
  recovery_untested: (_count, date) => `made ${date}`,
  backups_untested: () => '',
  authority_ends: (_count, date) => `ends ${date}`,
  left_to_live: (count) => counted(count, 'live token'),
  two_access_types: () => '',
  renewal_rests: () => '',
  trade_unused: () => '',
  unused: (_count, date) => `last used ${date}`,
  never_used: (_count, date) => `added ${date}`,
  no_owner: () => '',
} satisfies Readonly<Record<Rule, (count: number, date: string) => string>>;

/** @param dateOf in the calendar of whoever reads it. */
export function healthDetail(
  rule: Rule,
  { count, atMs }: { readonly count: number | null; readonly atMs: number | null },
  dateOf: (atMs: number) => string,
): string {
  return details[rule](count ?? 0, atMs === null ? '' : dateOf(atMs));
}

/** The words around the findings. */
export const healthReportWords = {
  title: 'Health report',
  quiet: 'Everything is fine: nothing found.',
  found: (n: number) => counted(n, 'finding'),
  fine: (fine: number, all: number) => `${fine} of ${counted(all, 'key')} are fine`,
  rules: 'Findings by rule',
  looked: (n: number) => `${counted(n, 'key')} looked at. Practice is left out.`,
  incomplete:
    'The history could not be read to its end. So nothing is said about what was never used or tested.',
  more: (n: number) => `and ${n} more; all of them are in the inventory, under Export.`,
  why: 'Why it matters',
  todo: 'What to do',
  save: 'Save as a page to print…',
  saved: 'Health report saved.',
  saveTitle: 'Save health report',
  made: (at: string) => `Made at ${at} (UTC).`,
  vault: 'This vault',
  looking: 'Looking…',
} as const;

// The words about credentials that are tried without being kept.
import type { UnkeptAtLockView } from '../../electron/shared/credential-view.ts';
import { count } from './en.ts';
import { clockTime } from './time.ts';

export const unkeptWords = {
  mark: 'not kept',
  form: {
    title: 'Try a credential',
    legend: 'How long it stays',
    keep: 'Keep it in the vault',
    keepNote: 'Sealed, and in the backups of the vault.',
    session: 'Only for this session; nothing is written',
    sessionNote:
      'It, its secret and its tokens are in memory alone, neither in the history nor in a backup, and gone at lock and at quit. ' +
      'After a crash nothing here knows of a token that was issued: it lives until it expires.',
    submit: 'Try it',
    tried: (label: string) => `${label} is here until you lock. Nothing of it is written.`,
  },
  notice: 'Not kept: in memory alone, and gone at lock and at quit.',
  keep: 'Keep it…',
  kept: (label: string) => `${label} is kept in the vault now.`,
  noRenewal: 'Not for a credential that is not kept: what is renewed must outlast a lock.',
  noRotation: 'Rotation takes a credential that is kept.',
  history: 'Nothing is written about it while it is not kept.',
  deleteLead: (label: string) =>
    `Takes ${label}, its secret and its tokens out of memory. The credential itself stays valid on the server.`,
  action: {
    try: 'Try a credential without keeping it',
    keep: 'Keep the credential in the vault…',
    isKept: 'It is kept.',
    notKept: 'It is not kept. Keep it first.',
  },
  setting: {
    legend: 'Credentials that are not kept',
    label: 'Revoke their tokens when the vault locks by itself',
    note: 'As far as a few seconds allow. When you lock or quit yourself, you are asked.',
  },
} as const;

/** What the locked screen says, until it is unlocked or the app ends. */
export function unkeptAtLock({ accepted, live, untilMs }: UnkeptAtLockView, nowMs: number): string {
  const were = (n: number): string =>
    `${count(n, 'token')} that ${n === 1 ? 'was' : 'were'} not kept`;
  const first =
    accepted === 0
      ? ''
      : `The server accepted to revoke ${were(accepted)}; whether ${accepted === 1 ? 'it is' : 'they are'} dead was not seen.`;
  const end =
    untilMs === null ? 'for a time the server did not say' : `until ${clockTime(untilMs, nowMs)}`;
  const rest =
    live === 0
      ? ''
      : `${were(live)} may live ${end}; nothing here can revoke ${live === 1 ? 'it' : 'them'} now.`;
  return [first, rest].filter((each) => each !== '').join(' ');
}

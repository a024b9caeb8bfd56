// The words about credentials that are tried without being kept, on sheets too.
import { counted } from '../../electron/shared/counts.ts';
import type { EphemeralAtLockView } from '../../electron/shared/credentials/credential-view.ts';
import { clockTime } from './time.ts';

export const ephemeralWords = {
  mark: 'not kept',
  notice: 'Not kept: in memory only, and gone at lock and at quit.',
  keep: 'Keep it…',
  kept: (label: string) => `${label} is kept in the vault now.`,
  noRenewal: 'Not for a key that is not kept: what is renewed must outlast a lock.',
  noRotation: 'Only a key that is kept can be rotated.',
  history: 'Nothing is written about it while it is not kept.',
  action: {
    keep: 'Keep it: the key goes into the vault…',
    isKept: 'It is kept.',
    notKept: 'It is not kept. Keep it first.',
  },
} as const;

/** What the locked screen says, until it is unlocked or the app ends. */
export function ephemeralAtLock(
  { accepted, live, untilMs }: EphemeralAtLockView,
  nowMs: number,
): string {
  const were = (n: number): string =>
    `${counted(n, 'token')} that ${n === 1 ? 'was' : 'were'} not kept`;
  const first =
    accepted === 0
      ? ''
      : `The server accepted the revocation of ${were(accepted)}; whether ${accepted === 1 ? 'it is' : 'they are'} dead is not known.`;
  const end =
    untilMs === null ? 'for a time the server did not say' : `until ${clockTime(untilMs, nowMs)}`;
  const rest =
    live === 0
      ? ''
      : `${were(live)} may live ${end}; nothing here can revoke ${live === 1 ? 'it' : 'them'} now.`;
  return [first, rest].filter((each) => each !== '').join(' ');
}

export const ephemeralSheetWords = {
  form: {
    title: 'Try a key',
    legend: 'Storage',
    keep: 'Keep it in the vault',
    keepNote: 'Sealed, and in the backups of the vault.',
    session: 'Don’t save (this session only)',
    sessionNote:
      'Kept in memory only. Gone when you lock or quit. After a crash, a token that was issued lives until it expires.',
    submit: 'Try it',
    tried: (label: string) => `${label} is here until you lock. Nothing of it is written.`,
  },
  deleteLead: (label: string) =>
    `Takes ${label}, its secret and its tokens out of memory. The key itself stays valid on the server.`,
  setting: {
    legend: 'Keys that are not kept',
    label: 'Revoke their tokens when the vault locks by itself',
    note: 'As far as a few seconds allow. When you lock or quit yourself, you are asked.',
  },
} as const;

// The words about a vault that is opened without saving: in memory alone, and gone at its lock.
import { counted } from '../../electron/shared/counts.ts';
import type { AppView } from '../../electron/shared/views.ts';
import { clockTime } from './time.ts';

export const inMemoryWords = {
  open: 'Without saving',
  lead: 'Only trying a key?',
  note: 'No passphrase, and nothing is written. All is gone when you lock or quit.',
  beside: 'The saved vault stays locked meanwhile.',
  label: 'Without saving',
  band: 'This vault is in memory alone. Nothing of it is written. All of it is gone when you lock or quit. After a crash, a token that was issued lives until it expires.',
  refused: 'This vault is in memory alone: there is no file of it.',
} as const;

/** What the first screen says, until a vault is open or the app ends. */
export function leftAtLock(
  { accepted, live, untilMs }: NonNullable<AppView['leftAtLock']>,
  nowMs: number,
): string {
  const first =
    accepted === 0
      ? ''
      : `The server accepted the revocation of ${counted(accepted, 'token')} of the vault in memory. Whether ${accepted === 1 ? 'it is' : 'they are'} dead is not known.`;
  const end =
    untilMs === null ? 'for a time the server did not say' : `until ${clockTime(untilMs, nowMs)}`;
  const rest =
    live === 0
      ? ''
      : `${counted(live, 'token')} of the vault in memory may live ${end}; nothing here can revoke ${live === 1 ? 'it' : 'them'} now.`;
  return [first, rest].filter((each) => each !== '').join(' ');
}

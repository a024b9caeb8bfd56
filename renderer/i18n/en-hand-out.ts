// The words of tokens that programs were given.
import { counted } from '../../electron/shared/counts.ts';
import type { DoorState, HandOutView } from '../../electron/shared/hand-out/hand-out-view.ts';

export const handOutWords = {
  title: 'Programs',
  label: 'Let programs ask for access tokens',
  note: 'Strongroom then listens. A program that runs as you can ask for a token through its command line. You are asked each time before one is given. The token is revoked when the program ends.',
  elsewhere: 'Programs can ask for access tokens on Linux and macOS only.',
  doors: {
    closed: '',
    open: '',
    not_a_folder:
      'Programs cannot ask. Something that is not a folder is in the place of the private folder.',
    of_another_user: 'Programs cannot ask: the private folder belongs to another user.',
    open_to_others: 'Programs cannot ask: other users can reach into the private folder.',
    planted_socket: 'Programs cannot ask: something else stands in the place of the socket.',
    served_elsewhere: 'Programs cannot ask here: another Strongroom of yours answers them.',
    failed: 'Programs cannot ask: the system did not let Strongroom listen.',
  } satisfies Record<DoorState, string>,
  inUse: (program: string, others: number) =>
    others === 0 ? `used by ${program}` : `used by ${program} and ${others} more`,
  use: 'Use in a program',
  copy: 'Copy command',
  finds: 'The program finds the token in ACCESS_TOKEN. Write your own in place of python3 bot.py.',
  usedBy: (program: string, at: string) => `Used by ${program}, since ${at}.`,
} as const;

/** What the locked screen says of tokens that programs hold; empty where there are none. */
export function handOutAtLock({ held, waiting }: HandOutView, worksOn: boolean): string {
  const rests = worksOn ? '' : ' Nothing renews or revokes it until the vault is unlocked.';
  const holding =
    held === 0
      ? ''
      : `${counted(held, 'program')} still ${held === 1 ? 'holds' : 'hold'} a token.${rests}`;
  const ended =
    waiting === 0
      ? ''
      : `${counted(waiting, 'token')} of programs that have ended ${waiting === 1 ? 'is' : 'are'} revoked at the next unlock.`;
  return [holding, ended].filter(Boolean).join(' ');
}

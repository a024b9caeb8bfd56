// The words of tokens that programs were given.
import { counted } from '../../../electron/shared/counts.ts';
import type { HandOutView } from '../../../electron/shared/hand-out/hand-out-view.ts';

export const handOutWords = {
  usedBy: (program: string, at: string) => `Used by ${program}, since ${at}.`,
} as const;

/** What the locked screen says of tokens that programs hold; empty where there are none. */
export function handOutAtLock({ held, waiting }: HandOutView): string {
  const holding =
    held === 0
      ? ''
      : `${counted(held, 'program')} still ${held === 1 ? 'holds' : 'hold'} a token. Nothing renews or revokes it until the vault is unlocked.`;
  const ended =
    waiting === 0
      ? ''
      : `${counted(waiting, 'token')} of programs that have ended ${waiting === 1 ? 'is' : 'are'} revoked at the next unlock.`;
  return [holding, ended].filter(Boolean).join(' ');
}

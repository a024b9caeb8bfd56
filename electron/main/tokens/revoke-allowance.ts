// How many tokens the page may end before main asks. One press on a token needs no dialog: its bar has asked.
// A page that turned hostile can press as often as it likes, so after a few every further one is asked about,
// until the person says yes. No time gives it more: only a yes does, or a lock.
import type { Room } from './session-context.ts';

/** Tokens that may be revoked unasked since the vault was opened, or since the person said yes last. */
export const UNASKED_REVOCATIONS = 3;

export interface RevokeAllowance {
  /** True: this one needs no question. It is counted. */
  readonly take: (room: Room) => boolean;
  /** The person said yes to main. */
  readonly renew: (room: Room) => void;
}

export function createRevokeAllowance(): RevokeAllowance {
  let used = new WeakMap<Room, number>();
  return {
    take(room) {
      const before = used.get(room) ?? 0;
      if (before >= UNASKED_REVOCATIONS) return false;
      used.set(room, before + 1);
      return true;
    },
    renew(room) {
      used = new WeakMap([[room, 0]]);
    },
  };
}

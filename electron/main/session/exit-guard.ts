// Locking and quitting by hand while tokens live that nobody would revoke afterwards: the person is asked
// first, once at a time. A lock that comes by itself asks nobody (session-services.ts) and tells on the locked
// screen; a system that ends waits for no answer.
import type { Dialogs } from '../secret-input/ports.ts';
import type { Keeper } from './vault-session.ts';
import { unkeptQuestion } from './exit-prompts.ts';
import { quiet } from './idle-wait.ts';
import { LONGEST_WAIT_MS, LOOK_EVERY_MS, mayQuitRoom } from './quit-decision.ts';
import type { RoomServices } from './session-services.ts';

export interface Leaving {
  /** False: the person stays. @param why as of `Keeper.lock` */
  readonly lock: (why?: 'to_open_another') => Promise<boolean>;
  readonly mayQuit: () => Promise<boolean>;
}

export function createLeaving(
  keeper: Pick<Keeper, 'services' | 'lock'>,
  dialogs: Pick<Dialogs, 'ask'>,
  /** A shutdown or log-off is under way: nothing is asked, and an open question holds nothing up. */
  systemEnds: () => boolean = () => false,
): Leaving {
  let asking = false;

  async function mayLock({ unkept, room: { clock } }: RoomServices): Promise<boolean> {
    const facts = { live: unkept.live(), revocable: unkept.revocable() };
    const choice = await dialogs.ask(unkeptQuestion('lock', facts));
    if (choice === null) return false;
    if (choice === 1 || facts.revocable === 0) {
      unkept.spare();
      return true;
    }
    await unkept.revoke();
    const untilMs = clock.monotonicMs() + LONGEST_WAIT_MS;
    await quiet(clock, untilMs, () => unkept.waiting() === 0, LOOK_EVERY_MS);
    return true;
  }

  async function once(mayLeave: (open: RoomServices) => Promise<boolean>): Promise<boolean> {
    if (asking) return false;
    const open = keeper.services();
    if (!open.ok) return true;
    asking = true;
    try {
      return await mayLeave(open.value);
    } finally {
      asking = false;
    }
  }

  return {
    async lock(why) {
      const open = keeper.services();
      // With nothing to ask, a lock waits for no other question.
      const asks = open.ok && open.value.unkept.live() > 0;
      if (asks && !(await once(mayLock))) return false;
      await keeper.lock(why);
      return true;
    },
    mayQuit: async () => systemEnds() || (await once((open) => mayQuitRoom(open, dialogs))),
  };
}

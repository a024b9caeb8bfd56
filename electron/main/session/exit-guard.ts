// Locking and quitting by hand while tokens live that nobody would revoke afterwards: the person is asked
// first, once at a time. A lock that comes by itself asks nobody (session-services.ts) and tells on the locked
// screen; a system that ends waits for no answer.
import type { Dialogs } from '../secret-input/ports.ts';
import type { VaultSession } from './vault-session.ts';
import { ephemeralQuestion } from './exit-prompts.ts';
import { quiet } from '../domain/time-limit.ts';
import { LONGEST_WAIT_MS, LOOK_EVERY_MS, mayQuitSession } from './quit-decision.ts';
import type { SessionServices } from './session-services.ts';

export type ExitGuard = ReturnType<typeof createExitGuard>;

export function createExitGuard(
  vaultSession: Pick<VaultSession, 'working' | 'mayWorkOn' | 'lock'>,
  dialogs: Pick<Dialogs, 'ask'>,
  /** A shutdown or log-off is under way: nothing is asked, and an open question holds nothing up. */
  systemEnds: () => boolean = () => false,
) {
  let asking = false;

  async function mayLock({ ephemeral, session: { clock } }: SessionServices): Promise<boolean> {
    const facts = { live: ephemeral.live(), revocable: ephemeral.revocable() };
    const choice = await dialogs.ask(ephemeralQuestion('lock', facts));
    if (choice === null) return false;
    if (choice === 1 || facts.revocable === 0) {
      ephemeral.spare();
      return true;
    }
    await ephemeral.revoke();
    const untilMs = clock.monotonicMs() + LONGEST_WAIT_MS;
    await quiet(clock, untilMs, () => ephemeral.waiting() === 0, LOOK_EVERY_MS);
    return true;
  }

  async function once(mayLeave: (open: SessionServices) => Promise<boolean>): Promise<boolean> {
    if (asking) return false;
    const open = vaultSession.working();
    if (!open.ok) return true;
    asking = true;
    try {
      return await mayLeave(open.value);
    } finally {
      asking = false;
    }
  }

  return {
    /** False: the person stays. @param why as of `VaultSession.lock` */
    async lock(why?: 'to_open_another'): Promise<boolean> {
      // Where the vault works on, nothing that it holds is lost. Locked again, it is closed.
      const worksOn = why === undefined && vaultSession.mayWorkOn();
      const open = vaultSession.working();
      // With nothing to ask, a lock waits for no other question.
      const asks = !worksOn && open.ok && open.value.ephemeral.live() > 0;
      if (asks && !(await once(mayLock))) return false;
      await vaultSession.lock(worksOn ? 'may_work_on' : why);
      return true;
    },
    mayQuit: async (): Promise<boolean> =>
      systemEnds() || (await once((open) => mayQuitSession(open, dialogs))),
  };
}

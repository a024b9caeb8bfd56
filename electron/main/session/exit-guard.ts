// Quitting by hand, and locking a vault in memory, while tokens live that nobody would revoke afterwards: the person is
// asked first, once at a time. A lock that comes by itself asks nobody (session-closing.ts) and tells on the first
// screen; a system that ends waits for no answer.
import type { Dialogs } from '../secret-input/ports.ts';
import type { VaultSession } from './vault-session.ts';
import { exitQuestionOf, mayLeave } from './quit-decision.ts';
import type { SessionServices } from './session-services.ts';

export type ExitGuard = ReturnType<typeof createExitGuard>;

export function createExitGuard(
  vaultSession: Pick<VaultSession, 'working' | 'mayWorkOn' | 'lock'>,
  dialogs: Pick<Dialogs, 'ask'>,
  /** A shutdown or log-off is under way: nothing is asked, and an open question holds nothing up. */
  systemEnds: () => boolean = () => false,
) {
  let asking = false;

  async function once(leave: (open: SessionServices) => Promise<boolean>): Promise<boolean> {
    if (asking) return false;
    const open = vaultSession.working();
    if (!open.ok) return true;
    asking = true;
    try {
      return await leave(open.value);
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
      const asks =
        !worksOn &&
        open.ok &&
        open.value.session.vault.inMemory &&
        exitQuestionOf(open.value, 'lock') !== null;
      if (asks && !(await once((now) => mayLeave(now, dialogs, 'lock')))) return false;
      await vaultSession.lock(worksOn ? 'may_work_on' : why);
      return true;
    },
    mayQuit: async (): Promise<boolean> =>
      systemEnds() || (await once((open) => mayLeave(open, dialogs, 'quit'))),
  };
}

// Locking and quitting by hand while tokens live that nobody would revoke afterwards: the person is asked
// first, once at a time. A lock that comes by itself asks nobody (session-services.ts) and tells on the locked
// screen; a system that ends waits for no answer.
import type { Dialogs } from '../secret-input/ports.ts';
import type { VaultSession } from './vault-session.ts';
import { ephemeralQuestion, usableQuestion } from './exit-prompts.ts';
import { quiet } from '../domain/time-limit.ts';
import { LONGEST_WAIT_MS, LOOK_EVERY_MS, mayQuitSession } from './quit-decision.ts';
import type { SessionServices } from './session-services.ts';

export interface ExitGuard {
  /** False: the person stays. @param why as of `VaultSession.lock` */
  readonly lock: (why?: 'to_open_another') => Promise<boolean>;
  readonly mayQuit: () => Promise<boolean>;
}

/** Programs whose tokens are renewed while the vault is locked. */
interface UsableLocked {
  readonly usable: () => number;
  readonly endUsable: () => Promise<void>;
}

const NONE_USABLE: UsableLocked = { usable: () => 0, endUsable: () => Promise.resolve() };

export function createExitGuard(
  vaultSession: Pick<VaultSession, 'services' | 'lock'>,
  dialogs: Pick<Dialogs, 'ask'>,
  /** A shutdown or log-off is under way: nothing is asked, and an open question holds nothing up. */
  systemEnds: () => boolean = () => false,
  handOuts: UsableLocked = NONE_USABLE,
): ExitGuard {
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
    const open = vaultSession.services();
    if (!open.ok && handOuts.usable() === 0) return true;
    asking = true;
    try {
      if (!open.ok) return (await dialogs.ask(usableQuestion(handOuts.usable()))) !== null;
      return await mayLeave(open.value);
    } finally {
      asking = false;
    }
  }

  return {
    async lock(why) {
      const open = vaultSession.services();
      // With nothing to ask, a lock waits for no other question.
      const asks = open.ok && open.value.ephemeral.live() > 0;
      if (asks && !(await once(mayLock))) return false;
      // Nothing else is left to lock.
      if (!open.ok && why === undefined) await handOuts.endUsable();
      await vaultSession.lock(why);
      return true;
    },
    mayQuit: async () => systemEnds() || (await once((open) => mayQuitSession(open, dialogs))),
  };
}

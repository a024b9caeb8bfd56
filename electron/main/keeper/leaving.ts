// Locking and quitting by hand while tokens of credentials that are not kept may live: nobody will know of
// them afterwards, so the person is asked whether to revoke them first. A lock that comes by itself asks
// nobody (room-services.ts), and tells on the locked screen.
import { counted } from '../../shared/counts.ts';
import type { Clock } from '../domain/clock.ts';
import type { Dialogs, Question } from '../intake/ports.ts';
import type { UnkeptEnd } from '../tokens/unkept-end.ts';
import type { Keeper } from './keeper.ts';
import { createQuitGuard } from './quit-guard.ts';

export interface Leaving {
  /** False: the person stays. */
  readonly lock: () => Promise<boolean>;
  readonly mayQuit: () => Promise<boolean>;
}

/** So long the servers are waited for where the person asked to revoke first. */
const LONGEST_WAIT_MS = 10_000;
const LOOK_EVERY_MS = 50;

export function createLeaving(
  keeper: Pick<Keeper, 'services' | 'lock'>,
  dialogs: Pick<Dialogs, 'ask'>,
  clock: Clock,
): Leaving {
  const quitGuard = createQuitGuard(keeper, dialogs);
  let asking = false;

  async function answered(unkept: UnkeptEnd): Promise<void> {
    const endsMs = clock.monotonicMs() + LONGEST_WAIT_MS;
    while (unkept.waiting() > 0 && clock.monotonicMs() < endsMs) {
      await new Promise<void>((resume) => {
        clock.after(LOOK_EVERY_MS, resume);
      });
    }
  }

  async function settle(how: 'lock' | 'quit'): Promise<boolean> {
    const open = keeper.services();
    if (!open.ok) return true;
    const { unkept } = open.value;
    if (unkept.live() === 0) return true;
    const revocable = unkept.revocable();
    const choice = await dialogs.ask(question(how, unkept.live(), revocable));
    if (choice === null) return false;
    if (choice === 1 || revocable === 0) {
      unkept.spare();
      return true;
    }
    await unkept.revoke();
    await answered(unkept);
    // Nothing can be told after the end of the app: what is still open is told before it.
    if (how === 'lock' || unkept.live() === 0) return true;
    return (await dialogs.ask(unanswered(unkept.live()))) !== null;
  }

  async function mayLeave(how: 'lock' | 'quit'): Promise<boolean> {
    if (asking) return false;
    asking = true;
    try {
      return await settle(how);
    } finally {
      asking = false;
    }
  }

  return {
    async lock() {
      if (!(await mayLeave('lock'))) return false;
      await keeper.lock();
      return true;
    },
    mayQuit: async () => (await quitGuard()) && (await mayLeave('quit')),
  };
}

function question(how: 'lock' | 'quit', live: number, revocable: number): Question {
  const one = live === 1;
  const tokens = counted(live, 'token');
  const gone =
    `${one ? 'It is' : 'They are'} in memory alone and cannot be revoked from here afterwards: ` +
    'nothing will know of ' +
    (one ? 'it.' : 'them.');
  const partly =
    revocable < live
      ? ` ${counted(live - revocable, 'token')} cannot be revoked from here now either.`
      : '';
  return {
    message: `${tokens} that ${one ? 'is' : 'are'} not kept may live. ${how === 'lock' ? 'Lock' : 'Quit'} all the same?`,
    detail: gone + partly,
    choices:
      revocable === 0
        ? [`Leave ${one ? 'it' : 'them'} and ${how}`]
        : [
            `Revoke ${counted(revocable, 'token')} and ${how}`,
            `Leave ${one ? 'it' : 'them'} and ${how}`,
          ],
    serious: true,
    inHurry: revocable > 0,
  };
}

function unanswered(live: number): Question {
  return {
    message: `${counted(live, 'token')} may live on. Quit all the same?`,
    detail:
      'The server has not accepted every revocation. What is not kept cannot be revoked after Strongroom ' +
      'has ended; deleting the client in the web app ends its tokens.',
    choices: ['Quit all the same'],
    serious: true,
  };
}

// What a lock does, in its order: nothing can be done any more, the clipboard is being cleared and windows are
// closed, the session ends, the keys go, and what is left may take its time. Nothing that does not answer keeps a
// key in memory, and every wait has a limit. A machine that goes to sleep waits for nobody: the keys go first then,
// at once, and what was under way ends without them (docs/reliability.md, "What a lock waits for").
import type { Clock } from '../domain/clock.ts';
import { OUTSIDE_LIMIT_MS, within } from '../domain/time-limit.ts';
import type { LeasesEnded } from '../tokens/revocation/leases.ts';
import type { UnlockedVault } from '../vault/unlocked-vault.ts';
import type { SessionServices } from './session-services.ts';

/**
 * What a session may take to end by itself: calls under way, then what they left to be saved. The keys go then,
 * whatever it still waits for.
 */
const CLOSING_LIMIT_MS = 5_000;

export interface LockPorts {
  readonly clock: Clock;
  /** Begins with the lock, and is waited for after the keys: clipboard, open windows, old views. */
  readonly beforeLock: () => Promise<void>;
  /**
   * Zeroes what is kept beside the vault's own keys: the history's. Waits for nothing.
   * @param noted the lock is written down first. Not after a limit that ran out: the disk may be why.
   */
  readonly wipe: (noted?: 'noted') => void;
  /** Runs once the keys are gone. */
  readonly afterLock: () => Promise<void>;
}

interface LockTold {
  /** As the lock begins. */
  readonly begins: () => void;
  /** Once no key is left. @param leases null where the session did not end by itself. */
  readonly locked: (leases: LeasesEnded | null) => void;
}

export interface Locking {
  /** Rejects with the first bug of a step, after the last one: whatever one throws, the keys go. */
  readonly done: Promise<void>;
  /** The machine goes to sleep: no key is left when this returns. */
  readonly hurry: () => void;
}

export function lockSession(
  open: Pick<SessionServices, 'close' | 'closeNow'>,
  vault: Pick<UnlockedVault, 'lockNow'>,
  ports: LockPorts,
  told: LockTold,
  atOnce = false,
): Locking {
  const { clock } = ports;
  const bugs: unknown[] = [];
  const begun = async <T>(work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work();
    } catch (bug) {
      bugs.push(bug);
      return null;
    }
  };
  const step = (work: () => void): void => {
    try {
      work();
    } catch (bug) {
      bugs.push(bug);
    }
  };
  const hurried = Promise.withResolvers<null>();
  let isWiped = false;
  const wipe = (noted?: 'noted'): void => {
    if (isWiped) return;
    isWiped = true;
    // SECURITY(S37): a bug in one of them keeps no key of another.
    step(vault.lockNow);
    step(() => ports.wipe(noted));
    step(open.closeNow);
  };
  const hurry = (): void => {
    // SECURITY(S38): Electron lets the machine sleep as soon as its listeners have returned.
    wipe('noted');
    hurried.resolve(null);
  };

  async function run(): Promise<void> {
    step(told.begins);
    const aside = within(clock, OUTSIDE_LIMIT_MS, begun(ports.beforeLock), null);
    if (atOnce) hurry();
    const closed = within(clock, CLOSING_LIMIT_MS, begun(open.close), null);
    const leases = await Promise.race([closed, hurried.promise]);
    wipe();
    step(() => told.locked(leases));
    await closed;
    await aside;
    await within(clock, OUTSIDE_LIMIT_MS, begun(ports.afterLock), null);
    if (bugs.length > 0) throw bugs[0];
  }

  return { done: run(), hurry };
}

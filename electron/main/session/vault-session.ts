// Opens and locks the vault, and holds the session while it is open. A lock closes the vault, or, where the person chose
// that, locks its window alone and leaves it at work. What is asked for a passphrase, and what it opens, is in
// passphrase-attempts.ts.
import type { Failure } from '../../shared/failures/failure.ts';
import type { Clock } from '../domain/clock.ts';
import { runEvery } from '../domain/every-step.ts';
import { afterSleep, afterSpan } from '../domain/span.ts';
import { OUTSIDE_LIMIT_MS, within } from '../domain/time-limit.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { SecretPrompt } from '../secret-input/ports.ts';
import type { UnlockedVault, VaultStore, OpenVault, VaultContents } from '../vault/vault.ts';
import type { AttemptDelay } from './attempt-delay.ts';
import type { LeasesEnded } from '../renewal/leases.ts';
import { lockSession, type LockPorts } from './lock-steps.ts';
import { createPassphraseAttempts } from './passphrase-attempts.ts';
import type { SessionServices } from './session-services.ts';
import { NOTHING_TO_TELL, type LockSummary } from './lock-summary.ts';

export interface VaultSessionState extends LockSummary {
  /** `locking`: nothing can be done any more, and the keys are not gone yet. */
  readonly state: 'starting' | 'absent' | 'locked' | 'unlocking' | 'unlocked' | 'locking';
  readonly failure: Failure | null;
}

/** How `VaultSession.openBy` is told how far an attempt is. Its work answers null when the person gave up. */
interface Attempt {
  /** The person has answered: a lock that comes from now on is after it, and holds. */
  readonly answered: () => void;
  /** A lock came since: nothing may be opened or replaced any more. */
  readonly isOver: () => boolean;
  /** The person has answered everything. */
  readonly opening: () => void;
}

export interface VaultSession {
  readonly state: () => VaultSessionState;
  /** The session that the window may use, or `vault_locked`: also while the vault works behind the locked window. */
  readonly services: () => Result<SessionServices, Failure>;
  /** The open session, whether or not its window is locked; else `vault_locked`. For what no window asks for. */
  readonly working: () => Result<SessionServices, Failure>;
  /** The window is locked, and the vault behind it is not closed. */
  readonly isAtWork: () => boolean;
  /** Whether a lock that comes now would leave the vault at work, unless it must not. */
  readonly mayWorkOn: () => boolean;
  /** The ways into the vault that is open in its window, or null. */
  readonly opened: () => UnlockedVault | null;
  /** Who asks, and what opens and closes with the vault. Once, before anything is asked of the session. */
  readonly attend: (lifecycle: SessionLifecycle) => void;
  readonly start: () => Promise<void>;
  readonly create: () => Promise<Result<'done' | 'cancelled', Failure>>;
  readonly unlock: () => Promise<Result<'done' | 'cancelled', Failure>>;
  /** Opens by another way than the passphrase alone, never beside another attempt. */
  readonly openBy: (
    work: (attempt: Attempt) => Promise<Result<UnlockedVault | null, Failure>>,
  ) => Promise<Result<'done' | 'cancelled', Failure>>;
  /** The person has begun to open the vault, and it is not open yet. */
  readonly isOpening: () => boolean;
  /**
   * Resolves once no key is left and what comes after is over: soon, whoever does not answer. What an attempt
   * under way would open is not opened, unless that attempt locks what is open `to_open_another`. Where the
   * `machine_sleeps` no key is left as soon as this returns, even if a lock was under way. A lock that `may_work_on`
   * locks the window alone where the person chose that.
   */
  readonly lock: (why?: 'to_open_another' | 'machine_sleeps' | 'may_work_on') => Promise<void>;
  /** Locks for good: what an attempt under way still opens is locked again at once. */
  readonly end: () => Promise<void>;
  /** `end` was called. */
  readonly isEnding: () => boolean;
}

/** What happens around the vault as it opens and locks. */
export interface SessionLifecycle extends Omit<LockPorts, 'clock'> {
  readonly prompt: SecretPrompt;
  /** There is no vault file: what else lies in its place is looked for before anyone makes one. */
  readonly missing: () => Promise<void>;
  /** The vault's file is damaged: what can be done with the passphrase before it is wiped. */
  readonly damaged: (passphrase: SecretBytes) => Promise<void>;
  readonly openSession: (vault: OpenVault, isNew: boolean) => Promise<SessionServices>;
  /** So long the vault works on behind a locked window; 0: a lock closes it. */
  readonly workMs: () => number;
  /** The window was locked while the vault works on, or unlocked again. */
  readonly atWork: (is: 'locked' | 'unlocked') => void;
}

interface VaultSessionPorts {
  readonly clock: Clock;
  readonly store: VaultStore;
  readonly delay: AttemptDelay;
  readonly firstContents: VaultContents;
  readonly changed: () => void;
}

export function createVaultSession(ports: VaultSessionPorts): VaultSession {
  const { store, clock } = ports;
  let attending: SessionLifecycle | null = null;
  let now: VaultSessionState = { state: 'starting', failure: null, ...NOTHING_TO_TELL };
  let services: SessionServices | null = null;
  let opened: UnlockedVault | null = null;
  /** Ends the work behind the locked window; null while the window shows the vault, or nothing is open. */
  let endWork: (() => void) | null = null;
  let busy = false;
  let locking: Promise<void> | null = null;
  /** Of the lock that is under way. */
  let hurry = (): void => undefined;
  let entering: Promise<void> = Promise.resolve();
  let ended = false;
  /** How often a lock was asked for. */
  let locks = 0;
  /** `locks` as the person last answered in the attempt under way; null while there is none. */
  let locksAtAnswer: number | null = null;

  const answered = (): void => {
    locksAtAnswer = locks;
  };
  function lifecycle(): SessionLifecycle {
    if (attending === null) throw new Error('nobody attends the session');
    return attending;
  }
  const isOver = (): boolean => ended || (locksAtAnswer !== null && locks > locksAtAnswer);

  function become(state: VaultSessionState['state'], failure: Failure | null = null): void {
    const told = state === 'unlocked' ? NOTHING_TO_TELL : now;
    now = { ...told, state, failure };
    ports.changed();
  }

  async function alone(
    work: () => Promise<Result<'done' | 'cancelled', Failure>>,
  ): Promise<Result<'done' | 'cancelled', Failure>> {
    if (busy) return fail({ code: 'already_running' });
    busy = true;
    answered();
    try {
      return await work();
    } catch (bug) {
      // Whatever failed, the person can try again.
      if (endWork !== null && now.state === 'unlocking') {
        become('locked', { code: 'internal_error' });
      } else if (services === null && now.state === 'unlocking') {
        const exists = await store.exists().catch(() => true);
        become(exists ? 'locked' : 'absent', isOver() ? null : { code: 'internal_error' });
      }
      throw bug;
    } finally {
      busy = false;
      locksAtAnswer = null;
    }
  }

  async function stayClosed(failure: Failure | null): Promise<void> {
    if (endWork !== null) return become('locked', failure);
    const exists = await store.exists();
    if (!exists) await lifecycle().missing();
    become(exists ? 'locked' : 'absent', failure);
  }

  async function enter(vault: UnlockedVault, isNew: boolean): Promise<'done' | 'cancelled'> {
    if (vault === opened) return unlockWindow();
    entering = admit(vault, isNew);
    await entering;
    return services === null ? 'cancelled' : 'done';
  }

  async function admit(vault: UnlockedVault, isNew: boolean): Promise<void> {
    if (isOver()) {
      await vault.lock();
      return become('locked');
    }
    if (now.state !== 'unlocking') become('unlocking');
    opened = vault;
    let session: SessionServices;
    try {
      session = await lifecycle().openSession(vault, isNew);
    } catch (fault) {
      opened = null;
      lifecycle().wipe();
      await vault.lock();
      await within(clock, OUTSIDE_LIMIT_MS, lifecycle().afterLock(), null);
      // Without its keys a session fails to open: that is the lock's doing, and no bug.
      if (isOver()) return become('locked');
      become('locked', { code: 'internal_error' });
      throw fault;
    }
    if (isOver()) return await close(session, vault);
    services = session;
    become('unlocked');
  }

  /**
   * Locks the window alone: nothing is shown or done from it until the passphrase was typed. Main keeps the keys, and
   * what runs by itself goes on.
   */
  async function lockWindow(open: SessionServices, forMs: number): Promise<void> {
    const untilMs = clock.nowMs() + forMs;
    const ends = (): void => void lock();
    const stops = [afterSpan(clock, forMs, ends), afterSleep(clock, ends)];
    endWork = () => stops.forEach((stop) => stop());
    const due = open.leases.due('lock').ended;
    const leases = due > 0 ? { ended: due, waiting: 0 } : null;
    now = { ...now, ...NOTHING_TO_TELL, worksUntilMs: untilMs, leases };
    become('locked');
    lifecycle().atWork('locked');
    const aside = Promise.all([lifecycle().beforeLock(), open.leases.happened('lock')]);
    // SECURITY(S55): what the sheets of the window hold goes with them.
    runEvery(open.inspections.end, open.secretScan.end, () => open.imports.end());
    await within(clock, OUTSIDE_LIMIT_MS, aside, null);
  }

  /** The passphrase was right. A lock that came since holds. */
  function unlockWindow(): 'done' | 'cancelled' {
    if (endWork === null || isOver()) {
      if (now.state === 'unlocking') become('locked');
      return 'cancelled';
    }
    endWork();
    endWork = null;
    lifecycle().atWork('unlocked');
    become('unlocked');
    return 'done';
  }

  /** The session is still being opened: the keys go at once, and the session is closed as soon as it stands. */
  async function abandon(vault: UnlockedVault): Promise<void> {
    // SECURITY(S37)
    vault.lockNow();
    opened = null;
    lifecycle().wipe();
    become('locking');
    await within(clock, OUTSIDE_LIMIT_MS, entering, null).catch(() => undefined);
    if (now.state === 'locking') become('locked');
  }

  const passphrase = createPassphraseAttempts({
    ...ports,
    atWork: () => (endWork === null ? null : opened),
    failure: () => now.failure,
    become,
    answered,
    damaged: (typed) => lifecycle().damaged(typed),
    enter,
    stayClosed,
  });

  async function create(): Promise<Result<'done' | 'cancelled', Failure>> {
    if (services !== null) return fail({ code: 'vault_exists' });
    if (await store.exists()) {
      // It was put back since it was missed: it can be unlocked.
      if (services === null) become('locked', { code: 'vault_exists' });
      return fail({ code: 'vault_exists' });
    }
    return await lifecycle().prompt.askAgain(passphrase.makeFor);
  }

  async function unlock(): Promise<Result<'done' | 'cancelled', Failure>> {
    const isOpen = services !== null && endWork === null;
    return isOpen ? ok('done') : await lifecycle().prompt.askAgain(passphrase.openFor);
  }

  const openBy: VaultSession['openBy'] = (work) =>
    alone(async () => {
      // Another way in opens the file anew: what works behind the window is closed for it.
      if (endWork !== null) await lock('to_open_another');
      await locking;
      const before = now.failure;
      const vault = await work({ answered, isOver, opening: () => become('unlocking') });
      if (vault.ok && vault.value !== null) return ok(await enter(vault.value, false));
      if (services === null) await stayClosed(vault.ok ? before : vault.failure);
      return vault.ok ? ok('cancelled') : vault;
    });

  const lock: VaultSession['lock'] = async (why) => {
    const sleeps = why === 'machine_sleeps';
    if (why !== 'to_open_another') locks += 1;
    if (services !== null && opened !== null) {
      const forMs = why === 'may_work_on' && !ended ? lifecycle().workMs() : 0;
      if (forMs === 0) locking = close(services, opened, sleeps);
      else if (endWork === null) locking = lockWindow(services, forMs);
    } else if (sleeps && now.state === 'locking') hurry();
    else if (opened !== null && now.state === 'unlocking') locking = abandon(opened);
    await locking;
  };

  async function close(open: SessionServices, vault: UnlockedVault, atOnce = false): Promise<void> {
    services = null;
    opened = null;
    endWork?.();
    endWork = null;
    now = { ...now, worksUntilMs: null };
    let due: LeasesEnded | null = null;
    const told = {
      begins() {
        try {
          due = open.leasesDue();
          now = { ...now, unproven: open.stops.unfinished(), resting: open.renewals.waiting() };
        } finally {
          become('locking');
        }
      },
      locked(revoked: LeasesEnded | null) {
        // Where it did not come to revoking them, they wait for the next unlock.
        const leases = revoked ?? due;
        now = {
          ...now,
          leases: leases !== null && leases.ended > 0 ? leases : null,
          ephemeral: open.ephemeralLeft(),
        };
        become('locked');
      },
    };
    const ending = lockSession(open, vault, { ...lifecycle(), clock }, told, atOnce);
    hurry = ending.hurry;
    try {
      await ending.done;
    } finally {
      ports.changed();
    }
  }

  const working = (): Result<SessionServices, Failure> =>
    services === null ? fail({ code: 'vault_locked' }) : ok(services);

  return {
    state: () => now,
    services: () => (endWork === null ? working() : fail({ code: 'vault_locked' })),
    working,
    isAtWork: () => endWork !== null,
    mayWorkOn: () => services !== null && endWork === null && lifecycle().workMs() > 0,
    opened: () => (endWork === null ? opened : null),
    openBy,
    attend(wanted) {
      attending = wanted;
    },
    isOpening: () => locksAtAnswer !== null && (services === null || endWork !== null),
    async start() {
      await stayClosed(null);
    },
    create: () => alone(create),
    unlock: () =>
      alone(async () => {
        await locking;
        return await unlock();
      }),
    lock,
    async end() {
      ended = true;
      await lock();
    },
    isEnding: () => ended,
  };
}

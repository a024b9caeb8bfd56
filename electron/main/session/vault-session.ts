// Creates, unlocks and locks the vault, and holds the session while it is open. Asks for the passphrase
// through the secret-entry window; a passphrase lives here only between that window and the key.
import type { Failure } from '../../shared/failures/failure.ts';
import { MIN_PASSPHRASE_BITS } from '../../shared/unlock/entry-contract.ts';
import { passphraseBits } from '../../shared/unlock/passphrase-strength.ts';
import { OUTSIDE_LIMIT_MS, within } from '../domain/time-limit.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { AskForSecret, SecretPrompt } from '../secret-input/ports.ts';
import type { UnlockedVault } from '../vault/store/vault-access.ts';
import type { OpenVault, VaultContents, VaultFailure } from '../vault/store/vault.ts';
import type { VaultStore } from '../vault/store/vault-access.ts';
import type { AttemptDelay } from './attempt-delay.ts';
import { isDamage } from './damage.ts';
import type { LeasesEnded } from '../renewal/leases.ts';
import { lockSession, type LockPorts } from './lock-steps.ts';
import { problemOf } from './passphrase-prompts.ts';
import type { SessionServices } from './session-services.ts';
import { NOTHING_TO_TELL, type LockSummary } from './lock-summary.ts';

export interface VaultSessionState extends LockSummary {
  /** `locking`: nothing can be done any more, and the keys are not gone yet. */
  readonly state: 'starting' | 'absent' | 'locked' | 'unlocking' | 'unlocked' | 'locking';
  readonly failure: Failure | null;
}

/** How `Keeper.openBy` is told how far an attempt is. Its work answers null when the person gave up. */
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
  /** The open session, or `vault_locked`. */
  readonly services: () => Result<SessionServices, Failure>;
  /** The ways into the open vault, or null. */
  readonly opened: () => UnlockedVault | null;
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
   * `machine_sleeps` no key is left as soon as this returns, even if a lock was under way.
   */
  readonly lock: (why?: 'to_open_another' | 'machine_sleeps') => Promise<void>;
  /** Locks for good: what an attempt under way still opens is locked again at once. */
  readonly end: () => Promise<void>;
}

interface VaultSessionPorts extends LockPorts {
  readonly store: VaultStore;
  readonly prompt: SecretPrompt;
  readonly delay: AttemptDelay;
  readonly firstContents: VaultContents;
  /** There is no vault file: what else lies in its place is looked for before anyone makes one. */
  readonly missing: () => Promise<void>;
  /** The vault's file is damaged: what can be done with the passphrase before it is wiped. */
  readonly damaged: (passphrase: SecretBytes) => Promise<void>;
  readonly openSession: (vault: OpenVault, isNew: boolean) => Promise<SessionServices>;
  readonly changed: () => void;
}

export function createVaultSession(ports: VaultSessionPorts): VaultSession {
  const { store, prompt, clock, delay } = ports;
  let now: VaultSessionState = { state: 'starting', failure: null, ...NOTHING_TO_TELL };
  let services: SessionServices | null = null;
  let opened: UnlockedVault | null = null;
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
  const isOver = (): boolean => ended || (locksAtAnswer !== null && locks > locksAtAnswer);

  function become(state: VaultSessionState['state'], failure: Failure | null = null): void {
    const told = state === 'unlocked' ? NOTHING_TO_TELL : now;
    now = { ...told, state, failure };
    ports.changed();
  }

  /** Says how long to wait, and takes it back when the wait is over. */
  function tellWait(failure: Failure): void {
    become('locked', failure);
    clock.after(delay.waitMs(), () => {
      if (now.failure === failure) become('locked', { code: 'wrong_passphrase' });
    });
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
      if (services === null && now.state === 'unlocking') {
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
    const exists = await store.exists();
    if (!exists) await ports.missing();
    become(exists ? 'locked' : 'absent', failure);
  }

  async function enter(vault: UnlockedVault, isNew: boolean): Promise<'done' | 'cancelled'> {
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
      session = await ports.openSession(vault, isNew);
    } catch (fault) {
      opened = null;
      ports.wipe();
      await vault.lock();
      await within(clock, OUTSIDE_LIMIT_MS, ports.afterLock(), null);
      // Without its keys a session fails to open: that is the lock's doing, and no bug.
      if (isOver()) return become('locked');
      become('locked', { code: 'internal_error' });
      throw fault;
    }
    if (isOver()) return await close(session, vault);
    services = session;
    become('unlocked');
  }

  /** The session is still being opened: the keys go at once, and the session is closed as soon as it stands. */
  async function abandon(vault: UnlockedVault): Promise<void> {
    // SECURITY(S37)
    vault.lockNow();
    opened = null;
    ports.wipe();
    become('locking');
    await within(clock, OUTSIDE_LIMIT_MS, entering, null).catch(() => undefined);
    if (now.state === 'locking') become('locked');
  }

  async function create(): Promise<Result<'done' | 'cancelled', Failure>> {
    if (await store.exists()) {
      // It was put back since it was missed: it can be unlocked.
      if (services === null) become('locked', { code: 'vault_exists' });
      return fail({ code: 'vault_exists' });
    }
    return await prompt.askAgain(makeFor);
  }

  async function makeFor(
    ask: AskForSecret,
    close: () => void,
  ): Promise<Result<'done' | 'cancelled', Failure>> {
    let problem: string | null = null;
    for (;;) {
      const about = 'It will open the vault on this machine.';
      const typed = await ask({ purpose: 'new_passphrase', about, problem });
      if (typed === null) return ok('cancelled');
      answered();
      if (typed.use(passphraseBits) < MIN_PASSPHRASE_BITS) {
        typed.wipe();
        problem = problemOf({ code: 'passphrase_too_weak' });
        continue;
      }
      become('unlocking');
      const created = await store.create(typed, ports.firstContents).finally(() => typed.wipe());
      close();
      if (!created.ok) {
        become(created.failure.code === 'vault_exists' ? 'locked' : 'absent', created.failure);
        return created;
      }
      return ok(await enter(created.value, true));
    }
  }

  async function unlock(): Promise<Result<'done' | 'cancelled', Failure>> {
    return services === null ? await prompt.askAgain(openFor) : ok('done');
  }

  async function openWith(typed: SecretBytes): Promise<Result<UnlockedVault, VaultFailure>> {
    const vault = await store.open(typed);
    if (!vault.ok && isDamage(vault.failure)) await ports.damaged(typed);
    return vault;
  }

  /** The window stays open while what was typed is tried, and where it is wrong. */
  async function openFor(
    ask: AskForSecret,
    close: () => void,
  ): Promise<Result<'done' | 'cancelled', Failure>> {
    let problem: string | null = null;
    for (;;) {
      const waitMs = delay.waitMs();
      const about = 'It opens the vault on this machine.';
      const typed = await ask({ purpose: 'passphrase', about, problem, waitMs });
      if (typed === null) return ok('cancelled');
      answered();
      const tooSoon = delay.obstacle();
      if (tooSoon !== null) {
        typed.wipe();
        tellWait(tooSoon);
        problem = problemOf(tooSoon);
        continue;
      }
      become('unlocking');
      const vault = await openWith(typed).finally(() => typed.wipe());
      if (vault.ok) {
        close();
        delay.right();
        return ok(await enter(vault.value, false));
      }
      if (vault.failure.code !== 'wrong_passphrase') {
        // A file that is missing by now leads on to its backups, or to a new vault.
        await stayClosed(vault.failure);
        return vault;
      }
      delay.wrong();
      const wait = delay.obstacle();
      if (wait === null) become('locked', vault.failure);
      else tellWait(wait);
      problem = problemOf(wait ?? vault.failure);
    }
  }

  const openBy: VaultSession['openBy'] = (work) =>
    alone(async () => {
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
    if (services !== null && opened !== null) locking = close(services, opened, sleeps);
    else if (sleeps && now.state === 'locking') hurry();
    else if (opened !== null && now.state === 'unlocking') locking = abandon(opened);
    await locking;
  };

  async function close(open: SessionServices, vault: UnlockedVault, atOnce = false): Promise<void> {
    services = null;
    opened = null;
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
      locked(ended: LeasesEnded | null) {
        // Where it did not come to revoking them, they wait for the next unlock.
        const leases = ended ?? due;
        now = {
          ...now,
          leases: leases !== null && leases.ended > 0 ? leases : null,
          ephemeral: open.ephemeralLeft(),
        };
        become('locked');
      },
    };
    const ending = lockSession(open, vault, ports, told, atOnce);
    hurry = ending.hurry;
    try {
      await ending.done;
    } finally {
      ports.changed();
    }
  }

  return {
    state: () => now,
    services: () => (services === null ? fail({ code: 'vault_locked' }) : ok(services)),
    opened: () => opened,
    openBy,
    isOpening: () => locksAtAnswer !== null && services === null,
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
  };
}

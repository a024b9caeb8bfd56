// Opens and locks the vault, and holds the session while it is open. A lock closes the vault, or, where the person chose
// that, locks its window alone and leaves it at work. A passphrase lives here only between the secret-entry window and
// the key.
import type { Failure } from '../../shared/failures/failure.ts';
import { runEvery } from '../domain/every-step.ts';
import { afterSleep, afterSpan } from '../domain/span.ts';
import { OUTSIDE_LIMIT_MS, within } from '../domain/time-limit.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { AskForSecret } from '../secret-input/ports.ts';
import type { VaultFailure } from '../vault/vault.ts';
import type { UnlockedVault } from '../vault/unlocked-vault.ts';
import type { LeasesEnded } from '../tokens/revocation/leases.ts';
import { lockSession } from './lock-steps.ts';
import { askUntilFit, askUntilRight, isWeak } from './passphrase-prompts.ts';
import type { SessionServices } from './session-services.ts';
import {
  damage,
  NOTHING_TO_TELL,
  type Attempt,
  type SessionLifecycle,
  type VaultSessionPorts,
  type VaultSessionState,
} from './session-lifecycle.ts';

type Outcome = Result<'done' | 'cancelled', Failure>;

/** As others see it. */
export type VaultSession = Pick<SessionOfVault, keyof SessionOfVault>;

export class SessionOfVault {
  readonly #ports: VaultSessionPorts;
  #attending: SessionLifecycle | null = null;
  #now: VaultSessionState = { state: 'starting', failure: null, ...NOTHING_TO_TELL };
  #services: SessionServices | null = null;
  #opened: UnlockedVault | null = null;
  /** What it is closed as: of a vault in memory no file remains. */
  #closedAs: 'locked' | 'absent' = 'locked';
  /** Ends the work behind the locked window; null while the window shows the vault, or nothing is open. */
  #endWork: (() => void) | null = null;
  #busy = false;
  #locking: Promise<void> | null = null;
  /** Of the lock that is under way. */
  #hurry = (): void => undefined;
  #entering: Promise<void> = Promise.resolve();
  #ended = false;
  /** How often a lock was asked for. */
  #locks = 0;
  /** `#locks` as the attempt under way began; null while there is none. A lock closes the window that it asks in. */
  #locksAtStart: number | null = null;

  constructor(ports: VaultSessionPorts) {
    this.#ports = ports;
  }

  readonly state = (): VaultSessionState => this.#now;
  /** The session that the window may use, or `vault_locked`: also while the vault works behind the locked window. */
  readonly services = (): Result<SessionServices, Failure> =>
    this.#endWork === null ? this.working() : fail({ code: 'vault_locked' });
  /** The open session, whether or not its window is locked; else `vault_locked`. For what no window asks for. */
  readonly working = (): Result<SessionServices, Failure> =>
    this.#services === null ? fail({ code: 'vault_locked' }) : ok(this.#services);
  /** The window is locked, and the vault behind it is not closed. */
  readonly isAtWork = (): boolean => this.#endWork !== null;
  /** Whether a lock that comes now would leave the vault at work, unless it must not. */
  readonly mayWorkOn = (): boolean =>
    this.#services !== null && this.#endWork === null && this.#workMs > 0;
  /** The ways into the vault that is open in its window; null where there is none, as of a vault in memory. */
  readonly opened = (): UnlockedVault | null =>
    this.#endWork === null && this.#opened?.inMemory === false ? this.#opened : null;
  /** The person has begun to open the vault, and it is not open yet. */
  readonly isOpening = (): boolean =>
    this.#locksAtStart !== null && (this.#services === null || this.#endWork !== null);
  /** `end` was called. */
  readonly isEnding = (): boolean => this.#ended;

  /** Who asks, and what opens and closes with the vault. Once, before anything is asked of the session. */
  readonly attend = (lifecycle: SessionLifecycle): void => {
    this.#attending = lifecycle;
  };

  readonly start = (): Promise<void> => this.#stayClosed(null);

  readonly create = (): Promise<Outcome> =>
    this.#alone(async () => {
      if (this.#services !== null) return fail({ code: 'vault_exists' });
      if (!(await this.#ports.store.exists())) {
        return await this.#lifecycle.prompt.askAgain((ask, close) => this.#makeFor(ask, close));
      }
      // It was put back since it was missed: it can be unlocked.
      if (this.#services === null) this.#become('locked', { code: 'vault_exists' });
      return fail({ code: 'vault_exists' });
    });

  readonly unlock = (): Promise<Outcome> =>
    this.#alone(async () => {
      await this.#locking;
      if (this.#services !== null && this.#endWork === null) return ok('done');
      return await this.#lifecycle.prompt.askAgain((ask, close) => this.#openFor(ask, close));
    });

  /** *Without saving*: a vault in memory alone, while none is open. */
  readonly openInMemory = (): Promise<Outcome> =>
    this.#alone(async () => {
      await this.#locking;
      if (this.#services !== null) return fail({ code: 'in_use', facts: { about: 'call' } });
      const vault = await this.#ports.store.openInMemory(this.#ports.firstContents);
      if (vault.ok) return ok(await this.#enter(vault.value, true));
      this.#become(this.#now.state, vault.failure);
      return vault;
    });

  /** Opens by another way than the passphrase alone, never beside another attempt. */
  readonly openBy = (
    work: (attempt: Attempt) => Promise<Result<UnlockedVault | null, Failure>>,
  ): Promise<Outcome> =>
    this.#alone(async () => {
      // What it holds would be left behind, open, where nobody could close it.
      if (this.#opened?.inMemory === true)
        return fail({ code: 'in_use', facts: { about: 'call' } });
      // Another way in opens the file anew: what works behind the window is closed for it.
      if (this.#endWork !== null) await this.lock('to_open_another');
      await this.#locking;
      const before = this.#now.failure;
      const vault = await work({
        isOver: () => this.#isOver,
        opening: () => this.#become('unlocking'),
      });
      if (vault.ok && vault.value !== null) return ok(await this.#enter(vault.value, false));
      if (this.#services === null) await this.#stayClosed(vault.ok ? before : vault.failure);
      return vault.ok ? ok('cancelled') : vault;
    });

  /**
   * Resolves once no key is left and what comes after is over: soon, whoever does not answer. What an attempt
   * under way would open is not opened, unless that attempt locks what is open `to_open_another`. Where the
   * `machine_sleeps` no key is left as soon as this returns, even if a lock was under way. A lock that `may_work_on`
   * locks the window alone where the person chose that.
   */
  readonly lock = async (
    why?: 'to_open_another' | 'machine_sleeps' | 'may_work_on',
  ): Promise<void> => {
    const sleeps = why === 'machine_sleeps';
    if (why !== 'to_open_another') this.#locks += 1;
    const [services, opened] = [this.#services, this.#opened];
    if (services !== null && opened !== null) {
      const forMs = why === 'may_work_on' && !this.#ended ? this.#workMs : 0;
      if (forMs === 0) this.#locking = this.#close(services, opened, sleeps);
      else if (this.#endWork === null) this.#locking = this.#lockWindow(services, forMs);
    } else if (sleeps && this.#now.state === 'locking') this.#hurry();
    else if (opened !== null && this.#now.state === 'unlocking') {
      this.#locking = this.#abandon(opened);
    }
    await this.#locking;
  };

  /** Locks for good: what an attempt under way still opens is locked again at once. */
  readonly end = async (): Promise<void> => {
    this.#ended = true;
    await this.lock();
  };

  get #lifecycle(): SessionLifecycle {
    if (this.#attending === null) throw new Error('nobody attends the session');
    return this.#attending;
  }

  /** No passphrase would open the window of a vault in memory again. */
  get #workMs(): number {
    return this.#opened?.inMemory === true ? 0 : this.#lifecycle.workMs();
  }

  get #isOver(): boolean {
    return this.#ended || (this.#locksAtStart !== null && this.#locks > this.#locksAtStart);
  }

  #become(state: VaultSessionState['state'], failure: Failure | null = null): void {
    const told = state === 'unlocked' ? NOTHING_TO_TELL : this.#now;
    this.#now = { ...told, state, failure };
    this.#ports.changed();
  }

  async #alone(work: () => Promise<Outcome>): Promise<Outcome> {
    if (this.#busy) return fail({ code: 'in_use', facts: { about: 'call' } });
    this.#busy = true;
    this.#locksAtStart = this.#locks;
    try {
      return await work();
    } catch (bug) {
      // Whatever failed, the person can try again.
      if (this.#endWork !== null && this.#now.state === 'unlocking') {
        this.#become('locked', { code: 'internal_error' });
      } else if (this.#services === null && this.#now.state === 'unlocking') {
        const exists = await this.#ports.store.exists().catch(() => true);
        const failure = this.#isOver ? null : ({ code: 'internal_error' } as const);
        this.#become(exists ? 'locked' : 'absent', failure);
      }
      throw bug;
    } finally {
      this.#busy = false;
      this.#locksAtStart = null;
    }
  }

  async #stayClosed(failure: Failure | null): Promise<void> {
    if (this.#endWork !== null) return this.#become('locked', failure);
    const exists = await this.#ports.store.exists();
    if (!exists) await this.#lifecycle.missing();
    this.#become(exists ? 'locked' : 'absent', failure);
  }

  async #makeFor(ask: AskForSecret, closePrompt: () => void): Promise<Outcome> {
    const about = 'It will open the vault on this machine.';
    const question = { purpose: 'new_passphrase', about } as const;
    const asked = await askUntilFit(ask, question, (passphrase) =>
      Promise.resolve(isWeak(passphrase) ? { code: 'passphrase_unfit' } : null),
    );
    if (!asked.ok) return asked;
    const typed = asked.value;
    if (typed === null) return ok('cancelled');
    this.#become('unlocking');
    const { store, firstContents } = this.#ports;
    const created = await store.create(typed, firstContents).finally(() => typed.wipe());
    closePrompt();
    if (created.ok) return ok(await this.#enter(created.value, true));
    this.#become(created.failure.code === 'vault_exists' ? 'locked' : 'absent', created.failure);
    return created;
  }

  /** The window stays open while what was typed is tried, and where it is wrong. */
  async #openFor(ask: AskForSecret, closePrompt: () => void): Promise<Outcome> {
    const vault = await askUntilRight({
      ask,
      delay: this.#ports.delay,
      question: { purpose: 'passphrase', about: 'It opens the vault on this machine.' },
      work: (typed) => this.#tried(typed),
      refused: (why) => {
        if (why.code === 'too_many_attempts') this.#tellWait(why);
        else this.#become('locked', why);
      },
    });
    if (!vault.ok) {
      // A file that is missing by now leads on to its backups, or to a new vault.
      await this.#stayClosed(vault.failure);
      return vault;
    }
    if (vault.value === null) return ok('cancelled');
    closePrompt();
    return ok(await this.#enter(vault.value, false));
  }

  /**
   * Opens the file, or proves the passphrase to the vault that works behind the locked window. Null: that one was closed
   * meanwhile, which says itself what is shown.
   */
  async #tried(typed: SecretBytes): Promise<Result<UnlockedVault | null, VaultFailure>> {
    this.#become('unlocking');
    const working = this.#endWork === null ? null : this.#opened;
    if (working === null) {
      const vault = await this.#ports.store.open(typed);
      if (!vault.ok && damage.has(vault.failure.code)) await this.#lifecycle.damaged(typed);
      return vault;
    }
    const checked = await working.checkPassphrase(typed);
    if (this.#endWork === null || this.#opened !== working) return ok(null);
    return checked.ok ? ok(working) : checked;
  }

  /** Says how long to wait, and takes it back when the wait is over. */
  #tellWait(failure: Failure): void {
    const { clock, delay } = this.#ports;
    this.#become('locked', failure);
    clock.after(delay.waitMs(), () => {
      if (this.#now.failure === failure) this.#become('locked', { code: 'wrong_passphrase' });
    });
  }

  async #enter(vault: UnlockedVault, isNew: boolean): Promise<'done' | 'cancelled'> {
    if (vault === this.#opened) return this.#unlockWindow();
    this.#entering = this.#admit(vault, isNew);
    await this.#entering;
    return this.#services === null ? 'cancelled' : 'done';
  }

  async #admit(vault: UnlockedVault, isNew: boolean): Promise<void> {
    this.#closedAs = vault.inMemory && this.#now.state === 'absent' ? 'absent' : 'locked';
    if (this.#isOver) {
      await vault.lock();
      return this.#become(this.#closedAs);
    }
    if (this.#now.state !== 'unlocking') this.#become('unlocking');
    this.#opened = vault;
    let session: SessionServices;
    try {
      session = await this.#lifecycle.openSession(vault, isNew);
    } catch (fault) {
      this.#opened = null;
      this.#lifecycle.wipe();
      await vault.lock();
      await within(this.#ports.clock, OUTSIDE_LIMIT_MS, this.#lifecycle.afterLock(), null);
      // Without its keys a session fails to open: that is the lock's doing, and no bug.
      if (this.#isOver) return this.#become(this.#closedAs);
      this.#become(this.#closedAs, { code: 'internal_error' });
      throw fault;
    }
    if (this.#isOver) return await this.#close(session, vault);
    this.#services = session;
    this.#become('unlocked');
  }

  /**
   * Locks the window alone: nothing is shown or done from it until the passphrase was typed. Main keeps the keys, and
   * what runs by itself goes on.
   */
  async #lockWindow(open: SessionServices, forMs: number): Promise<void> {
    const { clock } = this.#ports;
    const ends = (): void => void this.lock();
    const stops = [afterSpan(clock, forMs, ends), afterSleep(clock, ends)];
    this.#endWork = () => stops.forEach((stop) => stop());
    const due = open.leases.due('lock').ended;
    const leasesAtLock = due > 0 ? { ended: due, waiting: 0 } : null;
    const worksUntilMs = clock.nowMs() + forMs;
    this.#now = { ...this.#now, ...NOTHING_TO_TELL, worksUntilMs, leasesAtLock };
    this.#become('locked');
    this.#lifecycle.atWork('locked');
    const aside = Promise.all([this.#lifecycle.beforeLock(), open.leases.happened('lock')]);
    // SECURITY(S55): what the sheets of the window hold goes with them.
    const sheets = [open.inspections, open.secretScan, open.imports];
    runEvery(...sheets.map((each) => () => each.end()));
    await within(clock, OUTSIDE_LIMIT_MS, aside, null);
  }

  /** The passphrase was right. A lock that came since holds. */
  #unlockWindow(): 'done' | 'cancelled' {
    if (this.#endWork === null || this.#isOver) {
      if (this.#now.state === 'unlocking') this.#become('locked');
      return 'cancelled';
    }
    this.#endWork();
    this.#endWork = null;
    this.#lifecycle.atWork('unlocked');
    this.#become('unlocked');
    return 'done';
  }

  /** The session is still being opened: the keys go at once, and the session is closed as soon as it stands. */
  async #abandon(vault: UnlockedVault): Promise<void> {
    // SECURITY(S37)
    vault.lockNow();
    this.#opened = null;
    this.#lifecycle.wipe();
    this.#become('locking');
    const entered = within(this.#ports.clock, OUTSIDE_LIMIT_MS, this.#entering, null);
    await entered.catch(() => undefined);
    if (this.#now.state === 'locking') this.#become(this.#closedAs);
  }

  async #close(open: SessionServices, vault: UnlockedVault, atOnce = false): Promise<void> {
    this.#services = null;
    this.#opened = null;
    this.#endWork?.();
    this.#endWork = null;
    this.#now = { ...this.#now, worksUntilMs: null };
    let due: LeasesEnded | null = null;
    const told = {
      begins: () => {
        // What a vault in memory had begun does not go on at an unlock.
        if (vault.inMemory) return this.#become('locking');
        try {
          due = open.leasesDue();
          const unprovenAtLock = open.stops.unfinished();
          this.#now = { ...this.#now, unprovenAtLock, restingAtLock: open.renewals.waiting() };
        } finally {
          this.#become('locking');
        }
      },
      locked: (revoked: LeasesEnded | null) => {
        // Where it did not come to revoking them, they wait for the next unlock.
        const ended = vault.inMemory ? null : (revoked ?? due);
        const leasesAtLock = ended !== null && ended.ended > 0 ? ended : null;
        this.#now = { ...this.#now, leasesAtLock, leftAtLock: open.left() };
        this.#become(this.#closedAs);
      },
    };
    const ports = { ...this.#lifecycle, clock: this.#ports.clock };
    const ending = lockSession(open, vault, ports, told, atOnce);
    this.#hurry = ending.hurry;
    try {
      await ending.done;
    } finally {
      if (this.#closedAs === 'absent') await this.#lifecycle.missing();
      this.#ports.changed();
    }
  }
}

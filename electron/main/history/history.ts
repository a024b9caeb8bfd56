// The history of an open vault: opens its file, finds out whether it is the one the vault knows, and
// goes on writing it, or keeps it aside and begins a new one that says so. The vault remembers how far
// it got (the anchor) with every save it makes anyway.
import path from 'node:path';
import type {
  HistoryDamageView,
  HistoryPageView,
  HistoryStandingView,
  HistoryVerdictView,
} from '../../shared/history/history-view.ts';
import type { Clock } from '../domain/clock.ts';
import type { HistoryAnchor, HistoryEvent, RecordEvent } from '../domain/history-event.ts';
import { fail, ok, type Result, type Outcome } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { MovedHistory, VaultFailure } from '../vault/vault.ts';
import type { OpenVault } from '../vault/unlocked-vault.ts';
import { BEGINNING, HISTORY_KEY, type Head } from './history-keys.ts';
import {
  readAll,
  readPage,
  readSince,
  type HistoryQuery,
  type WholeHistory,
} from './history-reader.ts';
import { HistoryWriter, RETRY_MS } from './history-writer.ts';
import { chainText, openAt, sealAnew, verifyWhole, type Place } from './log-checks.ts';
import {
  isDamage,
  IN_MEMORY,
  keepAside,
  logExists,
  openLog,
  removeLog,
  replaceLog,
  type Damage,
  type LogTrouble,
} from './log-file.ts';

export const HISTORY_FILE = 'strongroom.history';
/** After unlock, before all that lies before the anchor is verified: the window comes first. */
const FULL_CHECK_MS = 3_000;

const anchorOf = (head: Head): HistoryAnchor => ({ count: head.seq, head: chainText(head) });

type Verdict = Omit<HistoryVerdictView, 'atMs'>;

/** What the history is made of. */
export interface HistoryPorts {
  readonly vault: OpenVault;
  readonly clock: Clock;
  /** The vault's own directory. */
  readonly directory: string;
  /** Its standing changed. */
  readonly changed: () => void;
  /** Why the vault is being locked: the last event of a session. */
  readonly lockedBy: () => string | null;
}

/** What the rest of the app has of the history while the vault is open. */
export type History = Pick<VaultHistory, keyof VaultHistory>;

export const openHistory = (ports: HistoryPorts): History => new VaultHistory(ports);

/** Reading fails with `history_closed` or `vault_locked`. */
class VaultHistory {
  readonly #ports: HistoryPorts;
  readonly #file: string;
  readonly #writer: HistoryWriter;
  #key: SecretBytes;
  /** What is sealed anew for another data key: nothing is written to it meanwhile. */
  #moving: Place | null = null;
  #trouble: LogTrouble | null = null;
  #damage: HistoryDamageView | null = null;
  readonly #openedAtMs;
  #closed = false;
  #wiped = false;
  /** Where this session began to write into the file that is there now. */
  #began: Head | null = null;
  #cancel: (() => void) | null = null;
  #verifying: Outcome<Verdict> | null = null;
  #ready: Promise<void>;

  constructor(ports: HistoryPorts) {
    const secret = ports.vault.deriveKey(HISTORY_KEY);
    if (!secret.ok) throw new Error('the history is opened after its vault was locked');
    this.#ports = ports;
    this.#key = secret.value;
    this.#file = ports.vault.inMemory ? IN_MEMORY : path.join(ports.directory, HISTORY_FILE);
    this.#openedAtMs = ports.clock.nowMs();
    this.#writer = new HistoryWriter({
      clock: ports.clock,
      standing: (next) => {
        this.#trouble = next;
        if (next !== null && isDamage(next)) void this.#replace(next);
        ports.changed();
      },
    });
    ports.vault.hook({ anchor: this.anchor, rekeying: this.#rekeying });
    this.#ready = this.#open();
  }

  /** Number and chain value, hex, of the newest event. */
  readonly anchor = (): HistoryAnchor | null => {
    const { place } = this.#writer;
    return place && anchorOf(place.head);
  };

  readonly recordEvent: RecordEvent = (event) => this.#writer.recordEvent(event);

  /** `history_closed` about `damaged` where a row does not open; it is being looked into then. */
  readonly page = (query: HistoryQuery): Outcome<HistoryPageView> =>
    this.#read((place) => readPage(place, query));
  /** From the first event to the newest there is when it begins. */
  readonly all = (): Outcome<WholeHistory> => this.#read(readAll);

  async #read<T>(reading: (place: Place) => Outcome<T>): Outcome<T> {
    // What was noted a moment ago is in it.
    await this.written();
    const { place } = this.#writer;
    if (place === null) return fail({ code: 'history_closed' });
    const read = await reading(place);
    if (!read.ok && read.failure.facts?.about === 'damaged') void this.verify();
    return read;
  }

  readonly standing = (): HistoryStandingView => ({
    failure: this.#trouble === null ? null : failureOf(this.#trouble),
    waiting: this.#trouble === null ? 0 : this.#writer.waiting,
    damage: this.#damage,
  });

  /** Resolves once everything noted so far is durable: true; or could not be written: false. */
  readonly written = async (): Promise<boolean> => {
    await this.#whenReady();
    return this.#writer.written();
  };

  /** The whole chain, from the first event. A damaged file is kept aside and a new one begun. */
  readonly verify = (): Outcome<Verdict> => {
    this.#verifying ??= this.#verifyAll().finally(() => {
      this.#verifying = null;
    });
    return this.#verifying;
  };

  /** Zeroes its key and closes its file at once; waits for nothing, and writes nothing any more. */
  readonly wipe = (): void => {
    this.#wiped = true;
    this.#closed = true;
    this.#cancel?.();
    this.#writer.place?.log.close();
    this.#moving?.log.close();
    this.#writer.close();
    this.#key.wipe();
  };

  /** As `wipe`, once the lock and what waits are written: in this turn, where the disk takes it. */
  readonly endNow = (): void => {
    try {
      if (!this.#closed) this.#noteLock();
    } finally {
      this.wipe();
    }
  };

  /** Writes the lock down and lets the vault save where the history stands, then as `wipe`. Before the vault locks. */
  readonly close = async (): Promise<void> => {
    await this.#whenReady();
    if (this.#wiped) return;
    this.#noteLock();
    const { vault } = this.#ports;
    const history = this.anchor();
    if (history !== null && history.head !== vault.contents().history?.head) {
      await vault.change({ contents: (before) => ({ ...before, history }) });
    }
    this.wipe();
    await this.#verifying;
  };

  #noteLock(): void {
    const { clock, lockedBy } = this.#ports;
    const word = lockedBy();
    const by = word === null ? 'person' : 'app';
    this.recordEvent({ what: 'vault_locked', atMs: clock.nowMs(), by, word: word ?? 'asked' });
    this.#closed = true;
    this.#cancel?.();
    this.#writer.flush();
  }

  /** It may be opened or moved anew while this is waited for. */
  async #whenReady(): Promise<void> {
    for (let seen: unknown = null; seen !== this.#ready;) {
      seen = this.#ready;
      await this.#ready;
    }
  }

  #later(delayMs: number, work: () => void): void {
    if (!this.#closed) this.#cancel = this.#ports.clock.after(delayMs, work);
  }

  /** Not open, and not because of damage: events wait, and it is tried again. */
  #stuck(why: LogTrouble): void {
    this.#writer.detach()?.log.close();
    this.#trouble = why;
    this.#ports.changed();
    this.#later(RETRY_MS, () => {
      this.#ready = this.#open();
    });
  }

  #attach(place: Place, first: readonly HistoryEvent[] = []): void {
    // Wiped meanwhile: under a zeroed key nothing is written.
    if (this.#wiped) return place.log.close();
    this.#began ??= place.head;
    this.#trouble = null;
    this.#writer.attach(place, first);
    this.#ports.changed();
  }

  async #open(): Promise<void> {
    const anchor = this.#ports.vault.contents().history;
    if (anchor === null) {
      const there = await logExists(this.#file);
      if (!there.ok) return this.#stuck(there.failure);
      return this.#begin(there.value ? { kind: 'foreign', atSeq: null } : null, 0);
    }
    const found = await this.#find(anchor);
    if (this.#wiped) {
      if (found.ok) found.value.log.close();
      return;
    }
    if (!found.ok) {
      const { failure } = found;
      return isDamage(failure) ? this.#begin(failure, anchor.count) : this.#stuck(failure);
    }
    this.#attach(found.value);
    this.#later(FULL_CHECK_MS, () => void this.verify());
  }

  /** The file that reaches the anchor: what was sealed anew and not yet put in its place may be the one. */
  async #find(anchor: HistoryAnchor): Promise<Result<Place, LogTrouble>> {
    const own = await openAt(this.#file, this.#key, anchor, true);
    if (own.ok) await removeLog(this.#copy());
    if (own.ok || !isDamage(own.failure)) return own;
    const copy = await openAt(this.#copy(), this.#key, anchor, false);
    if (!copy.ok) return isDamage(copy.failure) ? own : copy;
    copy.value.log.close();
    const replaced = await replaceLog(this.#copy(), this.#file);
    return replaced.ok ? await openAt(this.#file, this.#key, anchor, true) : fail(replaced.failure);
  }

  /** A new chain; what lies in its place is kept aside, untouched. */
  async #begin(
    found: Damage | null,
    known: number,
    again?: readonly HistoryEvent[],
  ): Promise<void> {
    if (this.#wiped) return;
    const { vault, clock } = this.#ports;
    if (found !== null) this.#damage ??= { ...found, known, keptAside: null };
    // The vault first: whatever stops this half-way, the file in its place is looked at again.
    const saved = await vault.change({
      contents: (before) => ({ ...before, history: anchorOf(BEGINNING) }),
    });
    if (!saved.ok) return this.#stuck(saved.failure.code);
    if (this.#wiped) return;
    const keptAside = await keepAside(this.#file, clock.nowMs());
    if (!keptAside.ok) return this.#stuck(keptAside.failure);
    if (this.#damage !== null) this.#damage = { ...this.#damage, keptAside: keptAside.value };
    this.#began = null;
    const opened = await openLog(this.#file);
    if (!opened.ok) return this.#stuck(opened.failure);
    const first: HistoryEvent = {
      what: 'history_started',
      // Not when its file was ready: what came meanwhile stands behind it, and is not to seem older.
      atMs: again === undefined ? this.#openedAtMs : clock.nowMs(),
      by: 'app',
      word: this.#damage?.kind ?? 'new',
      ...(this.#damage === null ? {} : { count: this.#damage.known }),
    };
    const place = { log: opened.value, key: this.#key, head: BEGINNING };
    this.#attach(place, [first, ...(again ?? [])]);
  }

  /** The open file turned out to be damaged: what this session wrote is written again. */
  async #replace(found: Damage): Promise<void> {
    const held = this.#closed ? null : this.#writer.detach();
    if (held === null) return;
    this.#ready = this.#beginAgain(found, held);
    await this.#ready;
  }

  async #beginAgain(found: Damage, held: Place): Promise<void> {
    const again = await readSince(held, this.#began);
    held.log.close();
    await this.#begin(found, held.head.seq, again);
  }

  async #verifyAll(): Outcome<Verdict> {
    await this.#whenReady();
    this.#writer.flush();
    const { place } = this.#writer;
    if (place === null) return fail(failureOf(this.#trouble));
    const { head } = place;
    const checked = await verifyWhole(place);
    if (this.#closed) return fail({ code: 'vault_locked' });
    // Closed meanwhile, for a new key or because it was found damaged: what is there now is verified.
    if (this.#writer.place?.log !== place.log) return await this.#verifyAll();
    if (checked.ok) return ok({ events: head.seq, damage: null });
    const finding = checked.failure;
    if (!isDamage(finding)) return fail(failureOf(finding));
    this.#damage = null;
    await this.#replace(finding);
    return ok({ events: head.seq, damage: this.#damage });
  }

  #copy(): string {
    return `${this.#file}.new`;
  }

  /**
   * The vault is about to be saved under another data key: all of it is sealed anew in a file beside, which takes the
   * place of this one once that save is durable.
   */
  readonly #rekeying = async (
    derive: (label: string) => SecretBytes,
  ): Promise<Result<MovedHistory, VaultFailure>> => {
    // Where it is damaged, it begins anew first.
    await this.verify();
    const key = derive(HISTORY_KEY);
    // Whoever reads or verifies waits until it is where it goes on.
    const moving = Promise.withResolvers<void>();
    this.#ready = moving.promise;
    this.#writer.flush();
    const held = this.#writer.detach();
    this.#moving = held;
    const settle = async (isSaved: boolean): Promise<void> => {
      this.#moving = null;
      // The copy stays: that save may be on the disk all the same, and the next unlock takes the file that fits.
      if (this.#wiped || !isSaved) {
        key.wipe();
        if (held !== null) this.#attach(held);
      } else {
        this.#key.wipe();
        this.#key = key;
        held?.log.close();
        // Opened as after a kill at this very place.
        await this.#open();
      }
      moving.resolve();
    };
    const sealed =
      held === null ? fail(this.#trouble ?? 'io_error') : await sealAnew(this.#copy(), held, key);
    if (sealed.ok && !this.#wiped) return ok({ anchor: anchorOf(sealed.value), settle });
    await settle(false);
    if (sealed.ok) return fail({ code: 'vault_locked' });
    return fail(failureOf(sealed.failure));
  };
}

const failureOf = (trouble: LogTrouble | null): VaultFailure => ({
  code: trouble === null || isDamage(trouble) ? 'io_error' : trouble,
});

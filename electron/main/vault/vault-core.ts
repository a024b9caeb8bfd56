// The heart of an open vault: the state last made durable, its keys, and the queue of changes. Opens
// a record only when asked for it; after `lock` holds neither key nor contents, whatever does not answer.
import { type Result, fail, ok } from '../domain/result.ts';
import {
  type VaultFailure,
  type VaultHooks,
  type VaultContents,
  type RecordName,
  recordKey,
  type VaultChange,
  type Ephemeral,
  NO_CONTENTS,
  type MovedHistory,
} from './vault.ts';
import { type SavePlace, type FileMark, saveDurably } from './save.ts';
import type { VaultKeys } from './keys.ts';
import { type VaultState, sealVaultFile } from './file.ts';
import { type RollbackAnchor, type AnchoredState, isRolledBack } from './rollback-anchor.ts';
import type { Clock } from '../domain/clock.ts';
import {
  type PreparedChange,
  type LiveState,
  liveState,
  type Rekeyed,
  applyChange,
  keptState,
  withoutEphemeral,
} from './changes.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { openSealedRecord, MAX_SECRET_BYTES, sealRecord } from './records.ts';
import type { Credential } from '../domain/credential.ts';
import type { KeySlot } from './header.ts';
import { within, OUTSIDE_LIMIT_MS } from '../domain/time-limit.ts';

type Done = Result<void, VaultFailure>;

interface VaultCoreParts {
  readonly place: SavePlace;
  /** Taken over: zeroed by `lock`. */
  readonly keys: VaultKeys;
  readonly state: VaultState;
  /** Of the file the state was read from or written to. */
  readonly mark: FileMark;
  readonly anchor: RollbackAnchor;
  /** What the anchor knew when the file was opened; null where it has not answered yet. */
  readonly known: AnchoredState | null;
  /** The same, whenever it answers. Never rejects. */
  readonly asked: Promise<AnchoredState | null>;
  readonly clock: Pick<Clock, 'after'>;
}

interface Waiting {
  readonly change: PreparedChange;
  readonly resolve: (result: Done) => void;
  readonly reject: (bug: unknown) => void;
}

/** State, keys and changes of an open vault. Takes the keys over, and zeroes them at the lock. */
export class VaultCore {
  readonly #place: SavePlace;
  readonly #anchor: RollbackAnchor;
  readonly #clock: Pick<Clock, 'after'>;
  #keys: VaultKeys;
  /** Of the state that is about to replace this one. */
  #nextKeys: VaultKeys | null = null;
  #state: LiveState;
  /** Of what may be on disk: the last save, and those whose end is unknown. */
  #marks: readonly FileMark[];
  #known: AnchoredState | null;
  #rolledBack: boolean;
  /** No later generation may be below one that was accepted as lost. */
  #floor = 0;
  #damagedFile: string | null = null;
  #hooks: VaultHooks = {};
  #locked = false;
  #wiped = false;
  #waiting: Waiting[] = [];
  #running: Promise<void> | null = null;
  #rekeying: Promise<unknown> | null = null;
  /** At least that of every record there was. */
  #lastVersion = 0;

  constructor(parts: VaultCoreParts) {
    this.#place = parts.place;
    this.#anchor = parts.anchor;
    this.#clock = parts.clock;
    this.#keys = parts.keys;
    this.#state = liveState(parts.state);
    this.#marks = [parts.mark];
    this.#known = parts.known;
    for (const { version } of parts.state.records.values()) {
      this.#lastVersion = Math.max(this.#lastVersion, version);
    }
    const { vaultId, generation } = parts.state.header;
    const opened = { vaultId, generation, checksum: parts.mark.end };
    this.#rolledBack = isRolledBack(parts.known, opened);
    if (!this.#rolledBack) this.#anchor.note(opened);
    void parts.asked.then((late) => {
      if (this.#known !== null || !isRolledBack(late, opened)) return;
      this.#known = late;
      this.#rolledBack = true;
    });
  }

  readonly state = (): LiveState => this.#state;
  readonly keys = (): VaultKeys => this.#keys;
  readonly isLocked = (): boolean => this.#locked;
  readonly contents = (): VaultContents => this.#state.contents;
  readonly rolledBack = (): boolean => this.#rolledBack;
  readonly damagedFile = (): string | null => this.#damagedFile;
  readonly hasRecord = (name: RecordName): boolean => this.#state.records.has(recordKey(name));

  readonly acceptRollback = (): void => {
    this.#rolledBack = false;
    this.#floor = this.#known?.generation ?? 0;
  };

  readonly hook = (hooks: VaultHooks): void => {
    this.#hooks = { ...this.#hooks, ...hooks };
  };

  readonly deriveKey = (label: string): Result<SecretBytes, VaultFailure> =>
    this.#locked ? fail({ code: 'vault_locked' }) : ok(this.#keys.derive(label));

  readonly fingerprint = (secret: SecretBytes): string =>
    this.#locked ? '' : this.#keys.fingerprint(secret);

  readonly openRecord = (name: RecordName): Result<SecretBytes, VaultFailure> => {
    if (this.#locked) return fail({ code: 'vault_locked' });
    const record = this.#state.records.get(recordKey(name));
    // The contents are authentic, so a record they do not list was never there or was dropped.
    if (record === undefined) return fail({ code: 'tampered' });
    const secret = openSealedRecord(this.#keys, record);
    return secret === null ? fail({ code: 'tampered' }) : ok(secret);
  };

  readonly change = async (change: VaultChange): Promise<Done> => {
    if (this.#locked) return fail({ code: 'vault_locked' });
    const seal = change.seal ?? [];
    if (seal.some(({ secret }) => secret.length > MAX_SECRET_BYTES)) {
      return fail({ code: 'vault_too_large' });
    }
    if (this.#rekeying === null) return this.#enqueue(change);
    // The data key is being replaced, and the caller may wipe its bytes meanwhile.
    const copies = seal.map(({ name, secret }) => ({ name, secret: secret.copy() }));
    try {
      await this.#ready();
      if (this.#locked) return fail({ code: 'vault_locked' });
      return await this.#enqueue({ ...change, seal: copies });
    } finally {
      for (const { secret } of copies) secret.wipe();
    }
  };

  readonly ephemeral: Ephemeral = {
    has: (id) => this.#state.ephemeral.has(id),
    add: (credential, secret) => {
      const row: Credential = { ...credential, ephemeral: true };
      return this.change({
        contents: (before) => ({ ...before, credentials: [...before.credentials, row] }),
        seal: [{ name: { id: credential.id, field: 'client_secret' }, secret }],
      });
    },
    keep: (id) =>
      this.#addWhenReady({ contents: (before) => withoutEphemeral(before, id), keep: id }),
  };

  readonly changeSlots = (
    slots: (before: readonly KeySlot[]) => readonly KeySlot[],
  ): Promise<Done> => this.#addWhenReady({ contents: (before) => before, slots });

  /** Saves the same contents under another data key. Other changes wait meanwhile. */
  readonly rekey = async (
    work: (state: LiveState, keys: VaultKeys) => Promise<Result<Rekeyed, VaultFailure>>,
  ): Promise<Done> => {
    await this.#ready();
    if (this.#locked) return fail({ code: 'vault_locked' });
    if (this.#rolledBack) return fail({ code: 'rolled_back' });
    const job = this.#replaceKeys(work);
    this.#rekeying = job
      .catch(() => undefined)
      .then(() => {
        this.#rekeying = null;
      });
    return await job;
  };

  /** As the vault's. What is under way needs the keys to its end, and is waited for as saves are. */
  readonly lock = async (underWay: Promise<unknown>): Promise<void> => {
    const { beforeLock } = this.#hooks;
    try {
      if (beforeLock !== undefined) await beforeLock();
    } finally {
      this.#locked = true;
      const saves = Promise.allSettled([underWay, this.#ready()]).then(() => this.#settled());
      await within(this.#clock, OUTSIDE_LIMIT_MS, saves, null);
      this.lockNow();
      // Sealed by the keystore, under no key of this vault: it comes after the keys, or not at all.
      await within(this.#clock, OUTSIDE_LIMIT_MS, this.#anchor.settled(), null);
    }
  };

  /** As the vault's. */
  readonly lockNow = (): void => {
    this.#locked = true;
    if (this.#wiped) return;
    this.#wiped = true;
    this.#keys.wipe();
    this.#nextKeys?.wipe();
    try {
      this.#hooks.wiping?.();
    } finally {
      const { header } = this.#state;
      this.#state = liveState({ header, contents: NO_CONTENTS, records: new Map() });
    }
  };

  #enqueue({ contents, seal = [], drop = [] }: VaultChange): Promise<Done> {
    // Sealed now and not when the save's turn comes: the caller may wipe its bytes meanwhile.
    const sealed = seal.map(({ name, secret }) =>
      sealRecord(this.#keys, name, ++this.#lastVersion, secret),
    );
    return this.#add({ contents, sealed, drop });
  }

  async #addWhenReady(change: PreparedChange): Promise<Done> {
    await this.#ready();
    return this.#locked ? fail({ code: 'vault_locked' }) : await this.#add(change);
  }

  #add(change: PreparedChange): Promise<Done> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ change, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Changes asked for while a save runs share the next one. */
  async #run(): Promise<void> {
    // One turn first, so that changes asked for together are saved together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      await this.#saveGroup(group);
    }
    this.#running = null;
  }

  /** Each runs on the latest durable state; one that throws rejects itself alone. */
  async #saveGroup(group: readonly Waiting[]): Promise<void> {
    // Emptied by the lock: a change would find nothing to do there, and say that it is done.
    if (this.#wiped) {
      for (const { resolve } of group) resolve(fail({ code: 'vault_locked' }));
      return;
    }
    let next = this.#state;
    const applied: Waiting[] = [];
    for (const entry of group) {
      try {
        next = applyChange(next, entry.change);
        applied.push(entry);
      } catch (bug) {
        entry.reject(bug);
      }
    }
    try {
      const saved = await this.#settle(next);
      for (const { change, resolve } of applied) {
        resolve(saved.ok || !this.#changesMemoryAlone(change) ? saved : ok());
      }
    } catch (bug) {
      for (const { reject } of applied) reject(bug);
    }
  }

  async #settle(next: LiveState): Promise<Done> {
    if (next.isSaved) {
      this.#state = next;
      return ok();
    }
    return this.#rolledBack ? fail({ code: 'rolled_back' }) : await this.#save(next, this.#keys);
  }

  /** After a save that failed: what is not to be saved needs none, and is done alone. */
  #changesMemoryAlone(change: PreparedChange): boolean {
    if (this.#wiped) return false;
    const alone = applyChange(this.#state, change);
    if (alone.isSaved) this.#state = alone;
    return alone.isSaved;
  }

  /** State and keys change together: no reader opens records of one with keys of the other. */
  async #save(wanted: LiveState, under: VaultKeys): Promise<Done> {
    const generation = Math.max(this.#state.header.generation, this.#floor) + 1;
    const history = this.#hooks.anchor?.() ?? wanted.kept.history;
    const next: LiveState = {
      ...withHistory(wanted, history),
      header: { ...wanted.header, generation },
      isSaved: true,
    };
    // The contents went with the keys: saved, they would empty the vault.
    if (under.wiped()) return fail({ code: 'vault_locked' });
    const file = sealVaultFile(keptState(next), under);
    if (!file.ok) return file;
    const { vaultId } = this.#state.header;
    const replaced = { vaultId, generation: this.#state.header.generation, marks: this.#marks };
    this.#hooks.saving?.();
    const saved = await saveDurably(this.#place, file.value, replaced);
    this.#hooks.saved?.();
    if (!saved.ok) {
      if (this.#wiped) return fail({ code: 'vault_locked' });
      const { code, uncertain } = saved.failure;
      if (uncertain !== null) this.#marks = [...this.#marks, uncertain];
      return fail({ code });
    }
    const { mark, damagedFile } = saved.value;
    this.#anchor.note({ vaultId, generation, checksum: mark.end });
    if (this.#wiped) return ok();
    this.#state = next;
    this.#marks = [mark];
    this.#damagedFile = damagedFile ?? this.#damagedFile;
    if (this.#keys !== under) {
      this.#keys.wipe();
      this.#keys = under;
    }
    return ok();
  }

  async #replaceKeys(
    work: (state: LiveState, keys: VaultKeys) => Promise<Result<Rekeyed, VaultFailure>>,
  ): Promise<Done> {
    await this.#settled();
    const prepared = await work(this.#state, this.#keys);
    if (!prepared.ok) return prepared;
    const { state, keys } = prepared.value;
    this.#nextKeys = keys;
    let moved: MovedHistory | null = null;
    try {
      if (this.#wiped) return fail({ code: 'vault_locked' });
      const rekeyed = (await this.#hooks.rekeying?.(keys.derive)) ?? ok(null);
      if (!rekeyed.ok) return rekeyed;
      moved = rekeyed.value;
      return await this.#save(withHistory(state, moved?.anchor ?? null), keys);
    } finally {
      if (this.#keys !== keys) keys.wipe();
      this.#nextKeys = null;
      moved?.settle(this.#keys === keys);
    }
  }

  /** Resolves when nothing waits and no save runs. Never rejects. */
  async #settled(): Promise<void> {
    for (let job = this.#running; job !== null; job = this.#running) await job;
  }

  async #ready(): Promise<void> {
    for (let job = this.#rekeying; job !== null; job = this.#rekeying) await job;
  }
}

/** The same state with the history at this point. */
function withHistory(state: LiveState, history: VaultContents['history']): LiveState {
  const at = (contents: VaultContents): VaultContents =>
    history === contents.history ? contents : { ...contents, history };
  return { ...state, contents: at(state.contents), kept: at(state.kept) };
}

// The heart of an open vault: the state last made durable, its keys, and the queue of changes. Opens a record only when asked for it; after `lock` holds neither key nor contents, whatever does not answer.
import { type Result, fail, ok } from '../domain/result.ts';
import {
  type VaultFailure,
  type VaultHooks,
  type VaultContents,
  type RecordName,
  recordKey,
  type VaultChange,
  NO_CONTENTS,
  type MovedHistory,
  type KdfCost,
  type OpenedBy,
} from './vault.ts';
import { type SavePlace, saveDurably } from './save.ts';
import { createVaultKeys, type VaultKeys } from './keys.ts';
import { type VaultState, sealVaultFile } from './file.ts';
import { type RollbackAnchor, type AnchoredState, isRolledBack } from './rollback-anchor.ts';
import type { Clock } from '../domain/clock.ts';
import { serial } from '../domain/limit.ts';
import { type PreparedChange, applyChange, underNewKeys } from './changes.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { openSealedRecord, MAX_SECRET_BYTES, sealRecord } from './records.ts';
import type { Header, KeySlot } from './header.ts';
import { within, OUTSIDE_LIMIT_MS } from '../domain/time-limit.ts';
import { type PassphraseKdf, type KdfPolicy, createPassphraseSlot } from './passphrase.ts';
import { randomBytesOwn, KEY_BYTES } from './primitives.ts';

type Done = Result<void, VaultFailure>;

const LOCKED = fail({ code: 'vault_locked' as const });

interface VaultParts {
  readonly place: SavePlace;
  /** Taken over: zeroed by `lock`. */
  readonly keys: VaultKeys;
  readonly state: VaultState;
  /** Of the file the state was read from or written to; empty where there is none. */
  readonly checksum: Buffer;
  readonly anchor: RollbackAnchor;
  /** What the anchor knew when the file was opened, whenever it answers. Never rejects. */
  readonly asked: Promise<AnchoredState | null>;
  readonly clock: Pick<Clock, 'after'>;
  readonly kdf: PassphraseKdf;
  readonly policy: KdfPolicy;
  /** Null: a vault in memory, which has no file. */
  readonly openedBy: OpenedBy | null;
}

interface Waiting {
  readonly change: PreparedChange;
  readonly resolve: (result: Done) => void;
  readonly reject: (bug: unknown) => void;
}

/** State, keys and changes. Takes the keys over, and zeroes them at the lock. */
export class VaultCore {
  readonly openedBy: OpenedBy | null;
  /** *Without saving*: it writes nothing, and what it holds is gone at its lock. */
  readonly inMemory: boolean;
  protected readonly parts: VaultParts;
  readonly #place: SavePlace;
  #keys: VaultKeys;
  /** Of the state that is about to replace this one. */
  #nextKeys: VaultKeys | null = null;
  #state: VaultState;
  /** Of what may be on disk: the last save, and those whose end is unknown. */
  #checksums: readonly Buffer[];
  #known: AnchoredState | null = null;
  #rolledBack = false;
  /** No later generation may be below one that was accepted as lost. */
  #floor = 0;
  #damagedFile: string | null = null;
  #hooks: VaultHooks = {};
  #locked = false;
  #wiped = false;
  #waiting: Waiting[] = [];
  /** Saves, one after the other. */
  readonly #saving = serial();
  /** Changes of the ways in, so that no slot wraps a data key that is being replaced. */
  protected readonly inTurn = serial();
  /** At least that of every record there was. */
  #lastVersion = 0;

  constructor(parts: VaultParts) {
    this.openedBy = parts.openedBy;
    this.inMemory = parts.openedBy === null;
    this.parts = parts;
    this.#place = parts.place;
    this.#keys = parts.keys;
    this.#state = parts.state;
    this.#checksums = [parts.checksum];
    for (const { version } of parts.state.records.values()) {
      this.#lastVersion = Math.max(this.#lastVersion, version);
    }
    const { vaultId, generation } = parts.state.header;
    const opened = { vaultId, generation, checksum: parts.checksum };
    parts.anchor.note(opened);
    void parts.asked.then((known) => {
      this.#known = known;
      this.#rolledBack = isRolledBack(known, opened);
    });
  }

  /** As last saved: a change is visible only once it is durable. */
  readonly contents = (): VaultContents => this.#state.contents;
  /** True while the file is older than one this machine has seen: changes answer `rolled_back`. */
  readonly rolledBack = (): boolean => this.#rolledBack;
  /**
   * File name of the last vault file that a save found damaged by the disk, and kept aside; null while
   * there was none. What was saved then is whole.
   */
  readonly damagedFile = (): string | null => this.#damagedFile;
  readonly hasRecord = (name: RecordName): boolean => this.#state.records.has(recordKey(name));

  /** The person takes the older file: changes are possible again, above every known generation. */
  readonly acceptRollback = (): void => {
    this.#rolledBack = false;
    this.#floor = this.#known?.generation ?? 0;
  };

  /** Adds to the hooks, each in the place of an earlier one of its name. */
  readonly hook = (hooks: VaultHooks): void => {
    this.#hooks = { ...this.#hooks, ...hooks };
  };

  /** 32 bytes that follow from the data key and the label; the caller wipes them. */
  readonly deriveKey = (label: string): Result<SecretBytes, VaultFailure> =>
    this.#locked ? LOCKED : ok(this.#keys.derive(label));

  /** Short fingerprint under a key of this vault, such as `3f9a·02c1`: stable, says nothing. */
  readonly fingerprint = (secret: SecretBytes): string =>
    this.#locked ? '' : this.#keys.fingerprint(secret);

  /** Opens one record; the caller wipes it. `tampered` when it does not authenticate. */
  readonly openRecord = (name: RecordName): Result<SecretBytes, VaultFailure> => {
    if (this.#locked) return LOCKED;
    const record = this.#state.records.get(recordKey(name));
    // The contents are authentic, so a record they do not list was never there or was dropped.
    if (record === undefined) return fail({ code: 'tampered' });
    const secret = openSealedRecord(this.#keys, record);
    return secret === null ? fail({ code: 'tampered' }) : ok(secret);
  };

  /**
   * Makes a change durable. Changes asked for while a save is under way share the next one. On failure nothing
   * changed, in memory or on disk.
   */
  readonly change = async ({ seal = [], ...change }: VaultChange): Promise<Done> => {
    if (this.#locked) return LOCKED;
    if (seal.some(({ secret }) => secret.length > MAX_SECRET_BYTES)) {
      return fail({ code: 'vault_too_large' });
    }
    // Sealed when its turn comes, under the keys of then: the caller may wipe its bytes meanwhile.
    const copies = seal.map(({ name, secret }) => ({ name, secret: secret.copy() }));
    return await this.#add({ ...change, seal: copies });
  };

  /**
   * Waits for saves under way, for 2 s at most, then zeroes every key. Every later call answers
   * `vault_locked`.
   */
  readonly lock = async (): Promise<void> => {
    const { beforeLock } = this.#hooks;
    const { clock, anchor } = this.parts;
    try {
      if (beforeLock !== undefined) await beforeLock();
    } finally {
      this.#locked = true;
      // What is under way needs the keys to its end: a new slot first, then its save.
      const saves = this.inTurn(nothing).then(() => this.#saving(nothing));
      await within(clock, OUTSIDE_LIMIT_MS, saves, null);
      this.lockNow();
      // Sealed by the keystore, under no key of this vault: it comes after the keys, or not at all.
      await within(clock, OUTSIDE_LIMIT_MS, anchor.settled(), null);
    }
  };

  /** Zeroes every key at once and waits for nothing. A save under way still becomes durable; what waits does not. */
  readonly lockNow = (): void => {
    this.#locked = true;
    if (this.#wiped) return;
    this.#wiped = true;
    this.#keys.wipe();
    this.#nextKeys?.wipe();
    for (const { change } of this.#waiting) wipeSecrets(change);
    try {
      this.#hooks.wiping?.();
    } finally {
      const { header } = this.#state;
      this.#state = { header, contents: NO_CONTENTS, records: new Map() };
    }
  };

  protected changeSlots(slots: (before: readonly KeySlot[]) => readonly KeySlot[]): Promise<Done> {
    return this.#add({ contents: (before) => before, slots });
  }

  protected get header(): Header {
    return this.#state.header;
  }

  protected get keys(): VaultKeys {
    return this.#keys;
  }

  protected get isLocked(): boolean {
    return this.#locked;
  }

  /** The keys and the contents are gone. */
  protected get isWiped(): boolean {
    return this.#wiped;
  }

  /** The first of a group asks for its save; those that come until then share it. */
  #add(change: PreparedChange): Promise<Done> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ change, resolve, reject });
      if (this.#waiting.length === 1) void this.#saving(() => this.#saveGroup());
    });
  }

  /** Each runs on the latest durable state; one that throws rejects itself alone. */
  async #saveGroup(): Promise<void> {
    // One turn first, so that changes asked for together are saved together.
    await Promise.resolve();
    const group = this.#waiting;
    this.#waiting = [];
    // Emptied by the lock: a change would find nothing to do there, and say that it is done.
    if (this.#wiped) {
      for (const { resolve } of group) resolve(LOCKED);
      return;
    }
    let next = this.#state;
    const applied: Waiting[] = [];
    for (const { change, resolve, reject } of group) {
      try {
        const sealed = this.#sealed(change);
        next = applyChange(next, sealed);
        applied.push({ change: sealed, resolve, reject });
      } catch (bug) {
        reject(bug);
      }
    }
    try {
      const saved = await this.#settle(next);
      for (const { resolve } of applied) resolve(saved);
    } catch (bug) {
      for (const { reject } of applied) reject(bug);
    }
  }

  /** Its secrets sealed under the keys of now, and the copies of them wiped. */
  #sealed(change: PreparedChange): PreparedChange {
    const { seal = [], ...rest } = change;
    try {
      const sealed = seal.map(({ name, secret }) =>
        sealRecord(this.#keys, name, ++this.#lastVersion, secret),
      );
      return { ...rest, sealed };
    } finally {
      wipeSecrets(change);
    }
  }

  async #settle(next: VaultState): Promise<Done> {
    if (next === this.#state) return ok();
    return this.#rolledBack ? fail({ code: 'rolled_back' }) : await this.#save(next, this.#keys);
  }

  /** State and keys change together: no reader opens records of one with keys of the other. */
  async #save(wanted: VaultState, under: VaultKeys): Promise<Done> {
    const generation = Math.max(this.#state.header.generation, this.#floor) + 1;
    const history = this.#hooks.anchor?.() ?? wanted.contents.history;
    const next = { ...withHistory(wanted, history), header: { ...wanted.header, generation } };
    // The contents went with the keys: saved, they would empty the vault.
    if (under.wiped()) return LOCKED;
    const file = this.inMemory ? ok(null) : sealVaultFile(next, under);
    if (!file.ok) return file;
    const { vaultId, generation: before } = this.#state.header;
    const replaced = { vaultId, generation: before, checksums: this.#checksums };
    const saved =
      file.value === null
        ? ok({ checksum: NO_CHECKSUM, keptAside: null })
        : await saveDurably(this.#place, () => Promise.resolve(file), replaced);
    if (!saved.ok) {
      if (this.#wiped) return LOCKED;
      const { code, uncertain } = saved.failure;
      if (uncertain !== null) this.#checksums = [...this.#checksums, uncertain];
      return fail({ code });
    }
    const { checksum, keptAside } = saved.value;
    this.parts.anchor.note({ vaultId, generation, checksum });
    if (this.#wiped) return ok();
    this.#state = next;
    this.#checksums = [checksum];
    this.#damagedFile = keptAside ?? this.#damagedFile;
    if (this.#keys !== under) {
      this.#keys.wipe();
      this.#keys = under;
    }
    return ok();
  }

  /** Saves the same contents under another data key. */
  protected async replaceKeys(passphrase: SecretBytes, cost: KdfCost): Promise<Done> {
    if (this.#rolledBack) return fail({ code: 'rolled_back' });
    const { vaultId } = this.#state.header;
    const next = createVaultKeys(randomBytesOwn(KEY_BYTES), this.#keys.vaultId);
    this.#nextKeys = next;
    let moved: MovedHistory | null = null;
    try {
      const { kdf } = this.parts;
      const slot = await createPassphraseSlot(kdf, cost, vaultId, passphrase, next.dataKey);
      if (!slot.ok) return slot;
      // Under zeroed keys nothing is sealed.
      if (this.#wiped) return LOCKED;
      const rekeyed = (await this.#hooks.rekeying?.(next.derive)) ?? ok(null);
      if (!rekeyed.ok) return rekeyed;
      moved = rekeyed.value;
      const history = moved?.anchor ?? null;
      return await this.#saving(async () => {
        if (this.#wiped) return LOCKED;
        const state = underNewKeys(this.#state, this.#keys, next, slot.value);
        if (state === null) return fail({ code: 'tampered' });
        return await this.#save(withHistory(state, history), next);
      });
    } finally {
      if (this.#keys !== next) next.wipe();
      this.#nextKeys = null;
      await moved?.settle(this.#keys === next);
    }
  }
}

/** Of a vault in memory. */
export const NO_CHECKSUM = Buffer.alloc(0);

const nothing = (): Promise<void> => Promise.resolve();

function wipeSecrets({ seal = [] }: PreparedChange): void {
  for (const { secret } of seal) secret.wipe();
}

/** The same state with the history at this point. */
function withHistory(state: VaultState, history: VaultContents['history']): VaultState {
  return history === state.contents.history
    ? state
    : { ...state, contents: { ...state.contents, history } };
}

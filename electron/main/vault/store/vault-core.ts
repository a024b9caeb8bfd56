// The heart of an open vault: the state last made durable, its keys, and the queue of changes. Opens
// a record only when asked for it; after `lock` holds neither key nor contents, whatever does not answer.
import type { Clock } from '../../domain/clock.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import { OUTSIDE_LIMIT_MS, within } from '../../domain/time-limit.ts';
import { createChangeQueue } from './change-queue.ts';
import { saveDurably, type SavePlace } from './durable-save.ts';
import type { FileMark } from './file-mark.ts';
import type { KeySlot } from '../format/header-schema.ts';
import type { IndexWriter } from '../format/index-writer.ts';
import { createPace } from '../keys/yield-to-loop.ts';
import { MAX_SECRET_BYTES, openSealedRecord, sealRecord } from '../format/record-seal.ts';
import { isRolledBack, type AnchoredState, type RollbackAnchor } from './rollback-anchor.ts';
import { draftVaultFile } from './vault-file.ts';
import type { VaultKeys } from '../keys/vault-keys.ts';
import { recordKey, recordsOf } from '../format/sealed-records.ts';
import type { VaultState } from './vault-state.ts';
import { NO_CONTENTS, type OpenVault, type VaultChange, type VaultFailure } from './vault.ts';

interface VaultCoreParts {
  readonly place: SavePlace;
  /** Taken over: zeroed by `lock`. */
  readonly keys: VaultKeys;
  readonly state: VaultState;
  /** Taken over likewise. */
  readonly writer: IndexWriter;
  /** Of the file the state was read from or written to. */
  readonly mark: FileMark;
  readonly anchor: RollbackAnchor;
  /** What the anchor knew when the file was opened; null where it has not answered yet. */
  readonly known: AnchoredState | null;
  /** The same, whenever it answers. Never rejects. */
  readonly asked: Promise<AnchoredState | null>;
  readonly clock: Pick<Clock, 'after'>;
}

/** A state under another data key. */
export interface Rekeyed {
  readonly state: VaultState;
  /** Taken over once durable, else zeroed. */
  readonly keys: VaultKeys;
}

/** The state, keys and changes of an open vault. */
export interface VaultCore extends Omit<OpenVault, 'lock'> {
  /** As the vault's. What is under way needs the keys to its end, and is waited for as saves are. */
  readonly lock: (underWay: Promise<unknown>) => Promise<void>;
  /** As the vault's. */
  readonly lockNow: () => void;
  /** As last saved. */
  readonly state: () => VaultState;
  readonly keys: () => VaultKeys;
  readonly isLocked: () => boolean;
  readonly changeSlots: (
    edit: (before: readonly KeySlot[]) => readonly KeySlot[],
  ) => Promise<Result<void, VaultFailure>>;
  /** Saves the same contents under another data key. Other changes wait meanwhile. */
  readonly rekey: (
    work: (state: VaultState, keys: VaultKeys) => Promise<Result<Rekeyed, VaultFailure>>,
  ) => Promise<Result<void, VaultFailure>>;
  readonly rolledBack: () => boolean;
  readonly damagedFile: () => string | null;
  readonly acceptRollback: () => void;
}

/** Takes the keys over, and zeroes them at the lock. */
export function createVaultCore(parts: VaultCoreParts): VaultCore {
  const { place, writer, anchor } = parts;
  let { keys, known, state } = parts;
  let marks: readonly FileMark[] = [parts.mark];
  let locked = false;
  let wiped = false;
  /** Of the state that is about to replace this one. */
  let nextKeys: VaultKeys | null = null;
  let rekeying: Promise<unknown> | null = null;
  /** At least that of every record there was; null until the first of them is sealed or dropped. */
  let lastVersion: number | null = null;

  const anchored = (mark: FileMark): AnchoredState => {
    const { vaultId, generation } = state.header;
    return { vaultId, generation, checksum: mark.end };
  };
  const opened = anchored(parts.mark);
  let rolledBack = isRolledBack(known, opened);
  let damagedFile: string | null = null;
  /** No later generation may be below one that was accepted as lost. */
  let floor = 0;
  if (!rolledBack) anchor.note(opened);
  void parts.asked.then((late) => {
    if (known !== null || !isRolledBack(late, opened)) return;
    known = late;
    rolledBack = true;
  });

  /** State and keys change together: no reader opens records of one with keys of the other. */
  async function save(wanted: VaultState, under: VaultKeys): Promise<Result<void, VaultFailure>> {
    const generation = Math.max(state.header.generation, floor) + 1;
    const next = { ...wanted, header: { ...wanted.header, generation } };
    const file = await draftVaultFile(next, under, writer, createPace());
    // The contents went with the keys: saved, they would empty the vault.
    if (under.wiped()) {
      writer.wipe();
      return fail({ code: 'vault_locked' });
    }
    if (!file.ok) return file;
    const { vaultId } = state.header;
    const replaced = { vaultId, generation: state.header.generation, marks };
    const saved = await saveDurably(place, file.value, replaced);
    if (!saved.ok) {
      if (wiped) return fail({ code: 'vault_locked' });
      const { code, uncertain } = saved.failure;
      if (uncertain !== null) marks = [...marks, uncertain];
      return fail({ code });
    }
    const { mark } = saved.value;
    anchor.note({ vaultId, generation, checksum: mark.end });
    if (wiped) return ok();
    state = next;
    marks = [mark];
    damagedFile = saved.value.damagedFile ?? damagedFile;
    if (keys !== under) {
      keys.wipe();
      keys = under;
    }
    return ok();
  }

  const queue = createChangeQueue({
    // Emptied by the lock: a change would find nothing to do there, and say that it is done.
    current: () => (wiped ? null : state),
    save: (next) => save(next, keys),
  });

  function refusal(): VaultFailure | null {
    if (locked) return { code: 'vault_locked' };
    return rolledBack ? { code: 'rolled_back' } : null;
  }

  function enqueue(change: VaultChange): Promise<Result<void, VaultFailure>> {
    const { contents, seal = [], drop = [] } = change;
    const dropsNone = typeof drop !== 'function' && drop.length === 0;
    if (seal.length === 0 && dropsNone) return queue.add({ contents, sealed: [], drop });
    let version = lastVersion ?? state.records.highestVersion();
    // Sealed now and not when the save's turn comes: the caller may wipe its bytes meanwhile.
    const sealed = seal.map(({ name, secret }) => sealRecord(keys, name, ++version, secret));
    lastVersion = version;
    return queue.add({ contents, sealed, drop });
  }

  /** For a change that comes while the data key is being replaced. */
  async function enqueueLater(change: VaultChange): Promise<Result<void, VaultFailure>> {
    const seal = (change.seal ?? []).map(({ name, secret }) => ({ name, secret: secret.copy() }));
    try {
      await ready();
      const refused = refusal();
      return refused === null ? await enqueue({ ...change, seal }) : fail(refused);
    } finally {
      for (const { secret } of seal) secret.wipe();
    }
  }

  async function ready(): Promise<void> {
    for (let job = rekeying; job !== null; job = rekeying) await job;
  }

  async function replaceKeys(
    work: (state: VaultState, keys: VaultKeys) => Promise<Result<Rekeyed, VaultFailure>>,
  ): Promise<Result<void, VaultFailure>> {
    await queue.settled();
    const prepared = await work(state, keys);
    if (!prepared.ok) return prepared;
    if (wiped) {
      prepared.value.keys.wipe();
      return fail({ code: 'vault_locked' });
    }
    nextKeys = prepared.value.keys;
    try {
      const saved = await save(prepared.value.state, nextKeys);
      if (lastVersion !== null) {
        lastVersion = Math.max(lastVersion, state.records.highestVersion());
      }
      return saved;
    } finally {
      if (keys !== nextKeys) nextKeys.wipe();
      nextKeys = null;
    }
  }

  function lockNow(): void {
    locked = true;
    if (wiped) return;
    wiped = true;
    keys.wipe();
    nextKeys?.wipe();
    writer.wipe();
    state = { ...state, contents: NO_CONTENTS, records: recordsOf([]) };
  }

  return {
    state: () => state,
    keys: () => keys,
    isLocked: () => locked,
    contents: () => state.contents,
    async change(change) {
      const refused = refusal();
      if (refused !== null) return fail(refused);
      if ((change.seal ?? []).some(({ secret }) => secret.length > MAX_SECRET_BYTES)) {
        return fail({ code: 'vault_too_large' });
      }
      return rekeying === null ? enqueue(change) : enqueueLater(change);
    },
    async changeSlots(edit) {
      await ready();
      const refused = refusal();
      if (refused !== null) return fail(refused);
      return queue.add({ contents: (before) => before, sealed: [], drop: [], slots: edit });
    },
    async rekey(work) {
      await ready();
      const refused = refusal();
      if (refused !== null) return fail(refused);
      const job = replaceKeys(work);
      rekeying = job
        .catch(() => undefined)
        .then(() => {
          rekeying = null;
        });
      return await job;
    },
    hasRecord: (name) => state.records.has(recordKey(name)),
    openRecord(name) {
      if (locked) return fail({ code: 'vault_locked' });
      const record = state.records.get(recordKey(name));
      // The index is authentic, so a record it does not list was never there or was dropped.
      if (record === undefined) return fail({ code: 'tampered' });
      const secret = openSealedRecord(keys, record);
      return secret === null ? fail({ code: 'tampered' }) : ok(secret);
    },
    fingerprint: (secret) => (locked ? '' : keys.fingerprint(secret)),
    rolledBack: () => rolledBack,
    damagedFile: () => damagedFile,
    acceptRollback() {
      rolledBack = false;
      floor = known?.generation ?? 0;
    },
    async lock(underWay) {
      locked = true;
      const saves = Promise.allSettled([underWay, ready()]).then(queue.settled);
      await within(parts.clock, OUTSIDE_LIMIT_MS, saves, null);
      lockNow();
      // Sealed by the keystore, under no key of this vault: it comes after the keys, or not at all.
      await within(parts.clock, OUTSIDE_LIMIT_MS, anchor.settled(), null);
    },
    lockNow,
  };
}

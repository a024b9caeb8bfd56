// An open vault with everything that can be done about the ways into it. Each change of a slot goes
// through the core's queue like any other change: one durable save, or nothing.
import type { VaultCore } from './vault-core.ts';
import type { SavePlace } from './save.ts';
import {
  type PassphraseKdf,
  type KdfPolicy,
  openPassphraseSlot,
  createPassphraseSlot,
  passphraseSlotOf,
  costOf,
  isBelow,
} from './passphrase.ts';
import type {
  UnlockedVault,
  VaultFailure,
  BackupFile,
  StaleBackups,
  WaysChanged,
  OsKeystore,
} from './vault.ts';
import { type Result, fail, ok } from '../domain/result.ts';
import { type Present, settleStale, rewriteBackup } from './backups.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { newRecoveryKey, recoveryKeyText, createRecoverySlot } from './recovery-key.ts';
import { createKeystoreSlot } from './keystore.ts';
import { createVaultKeys } from './keys.ts';
import { randomBytesOwn, KEY_BYTES } from './primitives.ts';
import { underNewKeys } from './changes.ts';
import { slotFacts, type KeySlot } from './header.ts';
import { readSealedCopy } from './read-vault.ts';

interface OpenVaultParts {
  readonly core: VaultCore;
  readonly place: SavePlace;
  readonly kdf: PassphraseKdf;
  readonly policy: KdfPolicy;
  readonly openedBy: UnlockedVault['openedBy'];
}

/** The vault over an open file. Failures are those of a save, and `vault_locked` once it is locked. */
export function createOpenVault(parts: OpenVaultParts): UnlockedVault {
  const { core, place, kdf, policy, openedBy } = parts;
  const header = () => core.state().header;
  const { vaultId } = header();
  let last: Promise<unknown> = Promise.resolve();

  /**
   * One at a time, so that no slot wraps a data key that is being replaced. What fails once the keys are zeroed
   * says nothing about the file.
   */
  function alone<T>(
    work: () => Promise<Result<T, VaultFailure>>,
  ): Promise<Result<T, VaultFailure>> {
    const locked = fail({ code: 'vault_locked' as const });
    const turn = last.then(async () => {
      if (core.isLocked()) return locked;
      const done = await work();
      return done.ok || !core.keys().wiped() ? done : locked;
    });
    last = turn.catch(() => undefined);
    return turn;
  }

  function stale(
    settle: (backup: BackupFile, present: Present) => Promise<boolean>,
    isWanted?: (fileName: string) => boolean,
  ): Promise<Result<StaleBackups, VaultFailure>> {
    const present = { header: header(), keys: core.keys() };
    return settleStale(place, present, (backup) => settle(backup, present), isWanted);
  }

  const leave = (): Promise<boolean> => Promise.resolve(false);
  const remove = async ({ facts }: BackupFile): Promise<boolean> => {
    await place.fileSystem.unlink(place.names.beside(facts.id));
    return true;
  };

  const countBackups = () => stale(leave);
  const rewriteBackups = () => stale((backup, present) => rewriteBackup(place, backup, present));
  const purgeBackups = () => stale(remove);

  async function checkPassphrase(passphrase: SecretBytes): Promise<Result<void, VaultFailure>> {
    const opened = await openPassphraseSlot(kdf, vaultId, header().slots, passphrase);
    if (!opened.ok) return opened;
    opened.value.fill(0);
    return ok();
  }

  async function changePassphrase(next: SecretBytes): Promise<Result<WaysChanged, VaultFailure>> {
    const cost = await policy.cost();
    const slot = await createPassphraseSlot(kdf, cost, vaultId, next, core.keys().dataKey);
    if (!slot.ok) return slot;
    const saved = await core.changeSlots(put(slot.value));
    return saved.ok ? ok({ backups: await countBackups() }) : saved;
  }

  const createRecoveryKey: UnlockedVault['createRecoveryKey'] = async (isKept) => {
    const key = newRecoveryKey();
    const text = recoveryKeyText(key);
    try {
      // Whoever holds it may take long to write it down: nothing else waits for that.
      if (isKept !== undefined && !(await isKept(text))) return ok(text);
      const saved = await alone(() =>
        core.changeSlots(put(createRecoverySlot(key, vaultId, core.keys().dataKey))),
      );
      if (saved.ok) return ok(text);
      text.wipe();
      return saved;
    } catch (bug) {
      text.wipe();
      throw bug;
    } finally {
      key.wipe();
    }
  };

  async function removeSlot(id: string): Promise<Result<void, VaultFailure>> {
    const slot = header().slots.find((each) => each.id === id);
    if (slot === undefined) return fail({ code: 'slot_missing' });
    // SECURITY(S14): what every program of the person can ask the system for is never the only key.
    if (slot.type === 'pw') return fail({ code: 'slot_needed' });
    return core.changeSlots((before) => before.filter((each) => each.id !== id));
  }

  async function addKeystoreSlot(keystore: OsKeystore): Promise<Result<void, VaultFailure>> {
    const slot = await createKeystoreSlot(keystore, vaultId, core.keys().dataKey);
    return slot.ok ? core.changeSlots(put(slot.value)) : slot;
  }

  async function replaceDataKey(
    passphrase: SecretBytes,
  ): Promise<Result<WaysChanged, VaultFailure>> {
    const cost = await policy.cost();
    const replaced = await core.rekey(async (state, keys) => {
      const next = createVaultKeys(randomBytesOwn(KEY_BYTES), keys.vaultId);
      const slot = await createPassphraseSlot(kdf, cost, vaultId, passphrase, next.dataKey);
      if (slot.ok) return underNewKeys(state, keys, next, slot.value);
      next.wipe();
      return slot;
    });
    return replaced.ok ? ok({ backups: await purgeBackups() }) : replaced;
  }

  return {
    contents: core.contents,
    change: core.change,
    ephemeral: core.ephemeral,
    hook: core.hook,
    hasRecord: core.hasRecord,
    openRecord: core.openRecord,
    deriveKey: core.deriveKey,
    fingerprint: core.fingerprint,
    rolledBack: core.rolledBack,
    damagedFile: core.damagedFile,
    acceptRollback: core.acceptRollback,
    lock: () => core.lock(last),
    lockNow: core.lockNow,
    openedBy,
    slots: () => slotFacts(header().slots),
    kdf() {
      const slot = passphraseSlotOf(header().slots);
      const cost = slot === undefined ? policy.minimum : costOf(slot);
      const measuredMs = kdf.measuredMs();
      return { ...cost, measuredMs, belowPolicy: isBelow(cost, policy.minimum) };
    },
    sealedCopy: () => alone(() => readSealedCopy(place, core.keys())),
    checkPassphrase: (passphrase) => alone(() => checkPassphrase(passphrase)),
    changePassphrase: (next) => alone(() => changePassphrase(next)),
    upgradeKdf: (passphrase) =>
      alone(async () => {
        const checked = await checkPassphrase(passphrase);
        return checked.ok ? changePassphrase(passphrase) : checked;
      }),
    staleBackups: () => alone(countBackups),
    rewriteBackups: () => alone(rewriteBackups),
    purgeBackups: () => alone(purgeBackups),
    keptAside: () => alone(() => stale(leave, place.names.isSetAside)),
    removeKeptAside: () => alone(() => stale(remove, place.names.isSetAside)),
    createRecoveryKey,
    hasRecoveryKey: () => header().slots.some(({ type }) => type === 'rk'),
    removeSlot: (id) => alone(() => removeSlot(id)),
    addKeystoreSlot: (keystore) => alone(() => addKeystoreSlot(keystore)),
    replaceDataKey: (passphrase) => alone(() => replaceDataKey(passphrase)),
  };
}

/**
 * A slot of a type there is one of: in the place of the earlier one, or behind the others. At most
 * four types exist, so a header of ours never has more slots than the format allows.
 */
function put(slot: KeySlot): (before: readonly KeySlot[]) => readonly KeySlot[] {
  return (before) =>
    before.some(({ type }) => type === slot.type)
      ? before.map((each) => (each.type === slot.type ? slot : each))
      : [...before, slot];
}

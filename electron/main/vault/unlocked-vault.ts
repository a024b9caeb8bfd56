// An open vault with everything that can be done about the ways into it. Each change of a slot goes through the core's
// queue like any other change: one durable save, or nothing.
import type { OpenVaultView } from '../../shared/protection/protection-view.ts';
import { type Result, fail, ok } from '../domain/result.ts';
import type { OsKeystore, StaleBackups, VaultFailure, WaysChanged } from './vault.ts';
import { VaultCore } from './vault-core.ts';
import { readState } from './file.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { slotFacts, type KeySlot, type SlotFacts } from './header.ts';
import {
  openPassphraseSlot,
  createPassphraseSlot,
  passphraseSlotOf,
  costOf,
  isBelow,
} from './passphrase.ts';
import { settleStale, type Settling, type Stale } from './backups.ts';
import { newRecoveryKey, recoveryKeyText, createRecoverySlot } from './recovery-key.ts';
import { createKeystoreSlot } from './keystore.ts';
import { readVault } from './read-vault.ts';

type Done = Result<void, VaultFailure>;

const LOCKED = fail({ code: 'vault_locked' as const });

/** An open vault, and what can be done about the ways into it. */
export type UnlockedVault = Pick<Vault, keyof Vault>;

/** An open vault as those see it who work with what is in it. */
export type OpenVault = Pick<
  Vault,
  | 'inMemory'
  | 'contents'
  | 'change'
  | 'hook'
  | 'hasRecord'
  | 'openRecord'
  | 'deriveKey'
  | 'fingerprint'
  | 'lock'
>;

/** Failures are those of a save, and `vault_locked` once it is locked. */
export class Vault extends VaultCore {
  readonly slots = (): readonly SlotFacts[] => slotFacts(this.header.slots);
  readonly hasRecoveryKey = (): boolean => this.header.slots.some(({ type }) => type === 'rk');

  /** What guessing at the passphrase costs. */
  readonly kdf = (): OpenVaultView['kdf'] => {
    const { kdf, policy } = this.parts;
    const slot = passphraseSlotOf(this.header.slots);
    const cost = slot === undefined ? policy.minimum : costOf(slot);
    const belowPolicy = isBelow(cost, policy.minimum);
    return { ...cost, measuredMs: kdf.measuredMs(), belowPolicy };
  };

  /**
   * The bytes of the vault file as it lies on disk, every part of it authenticated under this vault's
   * keys: a file of its own, opened by the same ways in. Failures as of `open`: what does not authenticate now would
   * open for nobody later.
   */
  readonly sealedCopy = (): Promise<Result<Buffer, VaultFailure>> =>
    this.#alone(async () => {
      const file = await readVault(this.parts.place);
      if (!file.ok) return file;
      const opened = readState(file.value, this.keys);
      return opened.ok ? file : opened;
    });

  /** `wrong_passphrase` when it is not this vault's: to ask for the old one before changing it. */
  readonly checkPassphrase = (passphrase: SecretBytes): Promise<Done> =>
    this.#alone(() => this.#checkPassphrase(passphrase));

  /** Rewrites one slot; no secret is sealed anew. Counts the backups that still open as before. */
  readonly changePassphrase = (next: SecretBytes): Promise<Result<WaysChanged, VaultFailure>> =>
    this.#alone(() => this.#changePassphrase(next));

  /** The same passphrase under today's cost. `wrong_passphrase` when it is another one. */
  readonly upgradeKdf = (passphrase: SecretBytes): Promise<Result<WaysChanged, VaultFailure>> =>
    this.#alone(async () => {
      const checked = await this.#checkPassphrase(passphrase);
      return checked.ok ? await this.#changePassphrase(passphrase) : checked;
    });

  /**
   * A new recovery key, in place of an earlier one.
   * @param isKept shown the text once, `XXXX-XXXX-...` in ASCII, which is wiped afterwards: where it answers false, nothing
   *   changes and an earlier key still opens
   */
  readonly createRecoveryKey = async (
    isKept: (text: SecretBytes) => Promise<boolean>,
  ): Promise<Result<'done' | 'not_kept', VaultFailure>> => {
    const key = newRecoveryKey();
    const text = recoveryKeyText(key);
    try {
      // Whoever holds it may take long to write it down: nothing else waits for that.
      if (!(await isKept(text))) return ok('not_kept');
      const { vaultId } = this.header;
      const saved = await this.#alone(() =>
        this.#putSlot(createRecoverySlot(key, vaultId, this.keys.dataKey)),
      );
      return saved.ok ? ok('done') : saved;
    } finally {
      text.wipe();
      key.wipe();
    }
  };

  /** `slot_missing` for the passphrase slot, and when there is none of that id. */
  readonly removeSlot = (id: string): Promise<Done> =>
    this.#alone(async () => {
      const slot = this.header.slots.find((each) => each.id === id);
      if (slot === undefined) return fail({ code: 'slot_missing' });
      // SECURITY(S14): what every program of the person can ask the system for is never the only key.
      if (slot.type === 'pw') return fail({ code: 'slot_missing' });
      return await this.changeSlots((before) => before.filter((each) => each.id !== id));
    });

  /** `os_keystore_unavailable`, `os_keystore_insecure`. Replaces an earlier keystore slot. */
  readonly addKeystoreSlot = (keystore: OsKeystore): Promise<Done> =>
    this.#alone(async () => {
      const slot = await createKeystoreSlot(keystore, this.header.vaultId, this.keys.dataKey);
      return slot.ok ? await this.#putSlot(slot.value) : slot;
    });

  /**
   * "My passphrase may be known": new data key under the new passphrase, every record sealed anew,
   * every other slot dropped, every backup deleted (the answer counts them).
   */
  readonly replaceDataKey = (passphrase: SecretBytes): Promise<Result<WaysChanged, VaultFailure>> =>
    this.#alone(async () => {
      const cost = await this.parts.policy.cost();
      const replaced = await this.replaceKeys(passphrase, cost);
      return replaced.ok ? ok({ backups: await this.#settle('backups', 'delete') }) : replaced;
    });

  /** Counts files that may open by ways in that the vault no longer has, and settles them where that is asked. */
  readonly settle = (which: Stale, how: Settling): Promise<Result<StaleBackups, VaultFailure>> =>
    this.#alone(() => this.#settle(which, how));

  /** One at a time. What fails once the keys are zeroed says nothing about the file. */
  #alone<T>(work: () => Promise<Result<T, VaultFailure>>): Promise<Result<T, VaultFailure>> {
    return this.inTurn(async () => {
      if (this.isLocked) return LOCKED;
      const done = await work();
      return done.ok || !this.isWiped ? done : LOCKED;
    });
  }

  #settle(which: Stale, how: Settling): Promise<Result<StaleBackups, VaultFailure>> {
    return settleStale(this.parts.place, { header: this.header, keys: this.keys }, which, how);
  }

  async #checkPassphrase(passphrase: SecretBytes): Promise<Done> {
    const { vaultId, slots } = this.header;
    const opened = await openPassphraseSlot(this.parts.kdf, vaultId, slots, passphrase);
    if (!opened.ok) return opened;
    opened.value.fill(0);
    return ok();
  }

  async #changePassphrase(next: SecretBytes): Promise<Result<WaysChanged, VaultFailure>> {
    const { kdf, policy } = this.parts;
    const { vaultId } = this.header;
    const cost = await policy.cost();
    const slot = await createPassphraseSlot(kdf, cost, vaultId, next, this.keys.dataKey);
    if (!slot.ok) return slot;
    const saved = await this.#putSlot(slot.value);
    return saved.ok ? ok({ backups: await this.#settle('backups', 'count') }) : saved;
  }

  /**
   * Of a type there is one of: in the place of the earlier one, or behind the others. Three types exist, so a header of
   * ours never has more slots than the format allows.
   */
  #putSlot(slot: KeySlot): Promise<Done> {
    return this.changeSlots((before) =>
      before.some(({ type }) => type === slot.type)
        ? before.map((each) => (each.type === slot.type ? slot : each))
        : [...before, slot],
    );
  }
}

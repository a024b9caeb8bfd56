// Opens many files with one passphrase at the price of one hash per distinct slot: backups mostly
// share theirs. Holds unwrapped data keys until `wipe`.
import { ok, type Result } from '../../domain/result.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import { wipeableCopy } from '../../domain/wipeable-buffer.ts';
import type { KeySlot } from '../format/header-schema.ts';
import { openPassphraseSlot, passphraseSlotOf } from './key-slot.ts';
import type { Unwrap } from '../store/open-file.ts';
import type { PassphraseKdf } from './passphrase-kdf.ts';
import type { VaultFailure } from '../store/vault.ts';

/**
 * Opens passphrase slots by one passphrase, and hashes once for each that differs. The key is the caller's to
 * zero. Failures: those of `openPassphraseSlot`.
 */
export interface DeriveOnce {
  readonly open: (
    vaultId: string,
    slots: readonly KeySlot[],
    passphrase: SecretBytes,
  ) => Promise<Result<Buffer, VaultFailure>>;
  readonly wipe: () => void;
}

/** Holds the data keys it found until `wipe`. */
export function createDeriveOnce(kdf: PassphraseKdf): DeriveOnce {
  const answers = new Map<string, Result<Buffer, VaultFailure>>();
  return {
    async open(vaultId, slots, passphrase) {
      const key = JSON.stringify([vaultId, passphraseSlotOf(slots)]);
      const answer =
        answers.get(key) ?? (await openPassphraseSlot(kdf, vaultId, slots, passphrase));
      answers.set(key, answer);
      return answer.ok ? ok(copyOf(answer.value)) : answer;
    },
    wipe() {
      for (const answer of answers.values()) if (answer.ok) answer.value.fill(0);
      answers.clear();
    },
  };
}

/** A way of opening a file that hashes as `once` does. The key it answers is the caller's to zero. */
export function openSlotOnce(once: DeriveOnce, passphrase: SecretBytes): Unwrap {
  return (vaultId, slots) => once.open(vaultId, slots, passphrase);
}

function copyOf(key: Buffer): Buffer {
  return wipeableCopy(key);
}

// The calls about the ways into the vault, in the words of the person. None carries anything secret:
// main asks in windows of its own.
import type { Bridge } from '../../../electron/shared/ipc-contract.ts';
import type {
  BackupsSettled,
  DataKeyReplaced,
  RecoveryKeyMade,
} from '../../../electron/shared/unlock/vault-keys-view.ts';
import { dataKeyWords, recoveryKeyWords, vaultKeysWords } from './en-vault-keys.ts';
import { WINDOW_SUBJECT, type FeedbackStore } from '../../state/feedback.ts';
import type { Run } from '../../bridge/runner.ts';

/** What a failure about the ways into the vault belongs to. */
export const VAULT_KEYS_SUBJECT = 'vault-keys';

export function createVaultKeyCommands(ports: {
  readonly bridge: Bridge;
  readonly feedback: FeedbackStore;
  readonly run: Run;
}) {
  const { bridge, feedback, run } = ports;
  return {
    /** Null when it was cancelled or failed. */
    async changePassphrase(): Promise<BackupsSettled | null> {
      const call = 'vaultChangePassphrase';
      const backups = await run(call, VAULT_KEYS_SUBJECT, bridge.vaultChangePassphrase);
      if (backups === null || backups === 'cancelled') return null;
      feedback.say(vaultKeysWords.passphrase.changed(backups));
      return backups;
    },

    /** Null when it was cancelled or failed. */
    async upgradeKdf(): Promise<BackupsSettled | null> {
      const call = 'vaultUpgradeKdf';
      const backups = await run(call, VAULT_KEYS_SUBJECT, bridge.vaultUpgradeKdf);
      if (backups === null || backups === 'cancelled') return null;
      feedback.say(vaultKeysWords.passphrase.below.raised(backups));
      return backups;
    },

    /** Null when it was cancelled or failed. */
    async makeRecoveryKey(): Promise<Exclude<RecoveryKeyMade, 'cancelled'> | null> {
      const call = 'vaultMakeRecoveryKey';
      const made = await run(call, VAULT_KEYS_SUBJECT, bridge.vaultMakeRecoveryKey);
      if (made === null || made === 'cancelled') return null;
      feedback.say(recoveryKeyWords.made[made]);
      return made;
    },
    /** Null when it was cancelled or failed. */
    async replaceDataKey(): Promise<DataKeyReplaced | null> {
      const call = 'vaultReplaceDataKey';
      const replaced = await run(call, VAULT_KEYS_SUBJECT, bridge.vaultReplaceDataKey);
      if (replaced === null || replaced === 'cancelled') return null;
      feedback.say(dataKeyWords.replaced(replaced));
      return replaced;
    },
    async unlockWithRecoveryKey(): Promise<void> {
      const call = 'vaultUnlockWithRecoveryKey';
      const backups = await run(call, WINDOW_SUBJECT, bridge.vaultUnlockWithRecoveryKey);
      if (backups === null || backups === 'cancelled') return;
      feedback.say(vaultKeysWords.passphrase.changed(backups));
    },
  };
}

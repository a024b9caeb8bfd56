// The contract's calls about the ways into the vault.
import { ok } from '../domain/result.ts';
import type { Question } from '../secret-input/ports.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
import type { Handlers } from '../ipc/serve-contract.ts';

export function createVaultHandlers(
  ports: HandlerPorts,
): Pick<
  Handlers,
  | 'vaultCreate'
  | 'vaultChangePassphrase'
  | 'vaultUpgradeKdf'
  | 'vaultMakeRecoveryKey'
  | 'vaultUnlockWithRecoveryKey'
  | 'vaultReplaceDataKey'
> {
  const { unlockMethods, backups, dialogs, vaultSession } = ports;
  return {
    async vaultCreate() {
      const found = backups.state().found;
      // An empty vault in the place of one that is missing must not look like that one.
      if (found !== null && (await dialogs.ask(besideBackups(found.count))) === null) {
        return ok('cancelled');
      }
      return await vaultSession.create();
    },
    vaultChangePassphrase: () => unlockMethods.changePassphrase(),
    vaultUpgradeKdf: () => unlockMethods.upgradeKdf(),
    vaultReplaceDataKey: {
      ask: () => unlockMethods.questionAboutDataKey(),
      act: () => unlockMethods.replaceDataKey(),
    },
    vaultMakeRecoveryKey: () => unlockMethods.makeRecoveryKey(),
    vaultUnlockWithRecoveryKey: () => unlockMethods.unlockWithRecoveryKey(),
  };
}

function besideBackups(count: number): Question {
  const those = count === 1 ? 'the backup' : `the ${count} backups`;
  return {
    message: `Make a new, empty vault beside ${those}?`,
    detail:
      `Nothing of what is in ${count === 1 ? 'it' : 'them'} will be in the new vault. ` +
      'Nothing is deleted: under Settings, Backups, an earlier vault can still take the place of ' +
      'the new one.',
    choices: ['Make a new vault'],
    serious: true,
  };
}

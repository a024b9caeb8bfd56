// The contract's calls about the ways into the vault.
import type { HandlerPorts } from './handler-ports.ts';
import type { Handlers } from './serve-contract.ts';

export function createVaultHandlers(
  ports: HandlerPorts,
): Pick<
  Handlers,
  | 'vaultChangePassphrase'
  | 'vaultMakeRecoveryKey'
  | 'vaultUnlockWithRecoveryKey'
  | 'vaultReplaceDataKey'
> {
  const { waysIn } = ports;
  return {
    vaultChangePassphrase: () => waysIn.changePassphrase(),
    vaultReplaceDataKey: {
      ask: () => waysIn.questionAboutDataKey(),
      act: () => waysIn.replaceDataKey(),
    },
    vaultMakeRecoveryKey: () => waysIn.makeRecoveryKey(),
    vaultUnlockWithRecoveryKey: () => waysIn.unlockWithRecoveryKey(),
  };
}

// The contract's calls about the ways into the vault.
import type { HandlerPorts } from './handler-ports.ts';
import type { Handlers } from './serve-contract.ts';

export function createVaultHandlers(
  ports: HandlerPorts,
): Pick<Handlers, 'vaultChangePassphrase' | 'vaultMakeRecoveryKey' | 'vaultUnlockWithRecoveryKey'> {
  const { waysIn } = ports;
  return {
    vaultChangePassphrase: () => waysIn.changePassphrase(),
    vaultMakeRecoveryKey: () => waysIn.makeRecoveryKey(),
    vaultUnlockWithRecoveryKey: () => waysIn.unlockWithRecoveryKey(),
  };
}

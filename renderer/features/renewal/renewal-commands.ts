// The window's calls about renewal and leases. Spread into the commands.
import type {
  CredentialView,
  TokenView,
} from '../../../electron/shared/credentials/credential-view.ts';
import type { Bridge, CallInput } from '../../../electron/shared/ipc-contract.ts';
import type { GraceSeconds } from '../../../electron/shared/words.ts';
import { leaseSaid, renewalSaid } from '../../i18n/en-said.ts';
import type { Runner } from '../../bridge/runner.ts';

export function createRenewalCommands(
  bridge: Bridge,
  { runInTurn, runAndSay }: Omit<Runner, 'run'>,
) {
  return {
    setTagAlert: (change: CallInput<'tagAlertSet'>) =>
      runInTurn('tagAlertSet', 'settings', () => bridge.tagAlertSet(change)),
    turnRenewalOn: (
      credential: CredentialView,
      change: { readonly untilMs: number | null; readonly graceSeconds: GraceSeconds },
    ) =>
      runAndSay(
        'renewalTurnOn',
        credential.id,
        () => bridge.renewalTurnOn({ credentialId: credential.id, ...change }),
        renewalSaid.turnedOn(credential.label),
      ),
    turnRenewalOff: (credential: CredentialView) =>
      runAndSay(
        'renewalTurnOff',
        credential.id,
        () => bridge.renewalTurnOff({ credentialId: credential.id }),
        renewalSaid.turnedOff(credential.label),
      ),
    setLease: (token: TokenView, lease: CallInput<'leaseSet'>['lease']) =>
      runAndSay(
        'leaseSet',
        token.credentialId,
        () => bridge.leaseSet({ tokenId: token.id, lease }),
        leaseSaid.saved,
        runInTurn,
      ),
    removeLease: (token: TokenView) =>
      runAndSay(
        'leaseRemove',
        token.credentialId,
        () => bridge.leaseRemove({ tokenId: token.id }),
        leaseSaid.removed,
        runInTurn,
      ),
  };
}

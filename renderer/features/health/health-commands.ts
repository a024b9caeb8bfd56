// The window's calls about what keeps keys healthy. Spread into the commands.
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import type { Bridge } from '../../../electron/shared/ipc-contract.ts';
import type { Runner } from '../../bridge/runner.ts';
import { secretDueWords as words } from './en-secret-due.ts';

export function createHealthCommands(bridge: Bridge, { runAndSay }: Pick<Runner, 'runAndSay'>) {
  return {
    setValidUntil: (subject: string, { id, label }: CredentialView, validUntilMs: number | null) =>
      runAndSay(
        'credentialValidUntilSet',
        subject,
        () => bridge.credentialValidUntilSet({ credentialId: id, validUntilMs }),
        words.endSaved(label),
      ),
    setRotationAge: (subject: string, { id, name }: EnvironmentView, days: number | null) =>
      runAndSay(
        'environmentRotationAgeSet',
        subject,
        () => bridge.environmentRotationAgeSet({ environmentId: id, days }),
        words.ageSaved(name),
      ),
  };
}

// The window's calls about what keeps keys healthy. Spread into the commands.
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import { healthReportWords } from '../../../electron/shared/health/health-words.ts';
import type { Bridge } from '../../../electron/shared/ipc-contract.ts';
import type { Runner } from '../../bridge/runner.ts';
import { WINDOW_SUBJECT } from '../../state/feedback.ts';
import { secretDueWords as words } from './en-secret-due.ts';

export function createHealthCommands(
  bridge: Bridge,
  { run, runAndSay }: Pick<Runner, 'run' | 'runAndSay'>,
) {
  return {
    healthReport: () => run('healthReport', WINDOW_SUBJECT, bridge.healthReport),
    saveHealthReport: () =>
      runAndSay(
        'healthReportSave',
        WINDOW_SUBJECT,
        bridge.healthReportSave,
        healthReportWords.saved,
      ),
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

// The window's calls about revoking everything. Spread into the commands.
import type { Bridge } from '../../../electron/shared/ipc-contract.ts';
import type {
  RevokeAllPreview,
  RevocationScopeView,
} from '../../../electron/shared/revoke-all/revocation-run-view.ts';
import { revokeAllSaid } from '../../i18n/en-said.ts';
import type { FeedbackStore } from '../../state/feedback.ts';
import type { Runner } from '../../bridge/runner.ts';

export const STOP_SUBJECT = 'stop';

export function createRevokeAllCommands(bridge: Bridge, feedback: FeedbackStore, runner: Runner) {
  const { run, runAndSay } = runner;
  return {
    /** Asked for again and again while the sheet is open: kept out of feedback. */
    async revokeAllPreview(scope: RevocationScopeView): Promise<RevokeAllPreview | null> {
      const answer = await bridge.revokeAllPreview({ scope });
      return answer.ok ? answer.value : null;
    },
    /** Null when it failed or main's question was answered with no. */
    async revokeEverything(scope: RevocationScopeView): Promise<string | null> {
      const started = await run('revokeAllStart', STOP_SUBJECT, () =>
        bridge.revokeAllStart({ scope }),
      );
      if (started === null || started === 'cancelled') return null;
      feedback.say(revokeAllSaid.started);
      return started.runId;
    },
    revocationRunCancel: (runId: string) =>
      runAndSay(
        'revocationRunCancel',
        STOP_SUBJECT,
        () => bridge.revocationRunCancel({ runId }),
        revokeAllSaid.cancelled,
      ),
    revocationRunClose: (runId: string) =>
      runAndSay(
        'revocationRunClose',
        STOP_SUBJECT,
        () => bridge.revocationRunClose({ runId }),
        revokeAllSaid.putAway,
      ),
    stopReport: (runId: string, notes: boolean) =>
      runAndSay(
        'stopReport',
        STOP_SUBJECT,
        () => bridge.stopReport({ runId, notes }),
        revokeAllSaid.reportSaved,
      ),
  };
}

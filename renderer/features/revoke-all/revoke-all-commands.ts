// The window's calls about revoking everything. Spread into the commands.
import type { Bridge } from '../../../electron/shared/ipc-contract.ts';
import type {
  StopPreview,
  StopScopeView,
} from '../../../electron/shared/revoke-all/revocation-run-view.ts';
import { stopSaid } from '../../i18n/en-said-plans.ts';
import type { FeedbackStore } from '../../state/feedback.ts';
import type { Runner } from '../../bridge/runner.ts';

export const STOP_SUBJECT = 'stop';

export function createStopCommands(bridge: Bridge, feedback: FeedbackStore, runner: Runner) {
  const { run, runAndSay } = runner;
  return {
    /** Asked for again and again while the sheet is open: kept out of feedback. */
    async stopPreview(scope: StopScopeView): Promise<StopPreview | null> {
      const answer = await bridge.stopPreview({ scope });
      return answer.ok ? answer.value : null;
    },
    /** Null when it failed or main's question was answered with no. */
    async stopEverything(scope: StopScopeView): Promise<string | null> {
      const started = await run('stopStart', STOP_SUBJECT, () => bridge.stopStart({ scope }));
      if (started === null || started === 'cancelled') return null;
      feedback.say(stopSaid.started);
      return started.runId;
    },
    stopCancel: (runId: string) =>
      runAndSay('stopCancel', STOP_SUBJECT, () => bridge.stopCancel({ runId }), stopSaid.cancelled),
    stopClose: (runId: string) =>
      runAndSay('stopClose', STOP_SUBJECT, () => bridge.stopClose({ runId }), stopSaid.putAway),
    stopReport: (runId: string) =>
      runAndSay(
        'stopReport',
        STOP_SUBJECT,
        () => bridge.stopReport({ runId }),
        stopSaid.reportSaved,
      ),
  };
}

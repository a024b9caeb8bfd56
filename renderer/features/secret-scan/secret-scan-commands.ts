// The window's calls about looking for our own secrets and tokens. Spread into the commands.
import type { Bridge } from '../../../electron/shared/ipc-contract.ts';
import type {
  SecretScanSource,
  SecretScanProgress,
  SecretScanView,
} from '../../../electron/shared/secret-scan/secret-scan-view.ts';
import { coveredDrop, saidOfSearch } from '../../i18n/en-said.ts';
import type { FeedbackStore } from '../../state/feedback.ts';
import type { Runner } from '../../bridge/runner.ts';

/** What a failure about a search belongs to. */
export const SECRET_SCAN_SUBJECT = 'secretScan';

export function createSecretScanCommands(bridge: Bridge, feedback: FeedbackStore, { run }: Runner) {
  return {
    /** Null when it failed, or nothing was chosen. */
    async searchForOurs(source: SecretScanSource): Promise<SecretScanView | null> {
      const view = await run('secretScanSearch', SECRET_SCAN_SUBJECT, () =>
        bridge.secretScanSearch({ source }),
      );
      if (view === null || view === 'cancelled') return null;
      feedback.say(`${saidOfSearch(view)}.`);
      return view;
    },
    /** Asked for again and again while a search runs: kept out of feedback. */
    async secretScanProgress(): Promise<SecretScanProgress | null> {
      const answer = await bridge.secretScanProgress();
      return answer.ok ? answer.value : null;
    },
    /** Silent, as is the end: what they stop tells. */
    stopSearching: (): void => {
      bridge.secretScanCancel().catch(() => undefined);
    },
    endSecretScan: (): void => {
      feedback.clear(SECRET_SCAN_SUBJECT);
      bridge.secretScanEnd().catch(() => undefined);
    },
    sayDropIsCovered: (): void => feedback.say(coveredDrop),
  };
}

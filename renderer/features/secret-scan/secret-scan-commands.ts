// The window's calls about looking for our own secrets and tokens. Spread into the commands.
import type { Bridge } from '../../../electron/shared/ipc-contract.ts';
import type {
  SightingSource,
  SightingsProgress,
  SightingsView,
} from '../../../electron/shared/secret-scan/secret-scan-view.ts';
import { coveredDrop, saidOfSearch } from './en-said-secret-scan.ts';
import type { FeedbackStore } from '../../state/feedback.ts';
import type { Runner } from '../../bridge/runner.ts';

/** What a failure about a search belongs to. */
export const SIGHTING_SUBJECT = 'sightings';

export function createSightingCommands(bridge: Bridge, feedback: FeedbackStore, { run }: Runner) {
  return {
    /** Null when it failed, or nothing was chosen. */
    async searchForOurs(source: SightingSource): Promise<SightingsView | null> {
      const view = await run('sightingsSearch', SIGHTING_SUBJECT, () =>
        bridge.sightingsSearch({ source }),
      );
      if (view === null || view === 'cancelled') return null;
      feedback.say(`${saidOfSearch(view)}.`);
      return view;
    },
    /** Asked for again and again while a search runs: kept out of feedback. */
    async sightingsProgress(): Promise<SightingsProgress | null> {
      const answer = await bridge.sightingsProgress();
      return answer.ok ? answer.value : null;
    },
    /** Silent, as is the end: what they stop tells. */
    stopSearching: (): void => {
      bridge.sightingsCancel().catch(() => undefined);
    },
    endSightings: (): void => {
      feedback.clear(SIGHTING_SUBJECT);
      bridge.sightingsEnd().catch(() => undefined);
    },
    sayDropIsCovered: (): void => feedback.say(coveredDrop),
  };
}

// The window's calls about drills. Spread into the commands, which run each call once at a time and keep
// what failed.
import type { DrillResultView } from '../../../../electron/shared/practice/drill-view.ts';
import type { Bridge } from '../../../../electron/shared/ipc-contract.ts';
import type { DrillScenario } from '../../../../electron/shared/words.ts';
import { drillWords } from './en-drill.ts';
import type { FeedbackStore } from '../../../state/feedback.ts';
import type { Runner } from '../../../bridge/runner.ts';

/** What a failure about drills belongs to. */
export const DRILL_SUBJECT = 'drill';

export function createDrillCommands(
  bridge: Bridge,
  feedback: FeedbackStore,
  { run, runAndSay }: Runner,
) {
  return {
    startDrill: (scenario: DrillScenario) =>
      runAndSay(
        'drillStart',
        DRILL_SUBJECT,
        () => bridge.drillStart({ scenario }),
        drillWords.said.started,
      ),
    /** Null when it failed. */
    async endDrill(how: 'finished' | 'stopped'): Promise<DrillResultView | null> {
      const result = await run('drillEnd', DRILL_SUBJECT, () => bridge.drillEnd({ how }));
      if (result !== null) feedback.say(drillWords.said.ended);
      return result;
    },
    drillResults: (): Promise<readonly DrillResultView[] | null> =>
      run('drillResults', DRILL_SUBJECT, bridge.drillResults),
  };
}

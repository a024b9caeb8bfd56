// The window's calls about the history. Reading is kept out of feedback: pages come and go while
// somebody types into the search.
import type { exportFormats } from '../../../electron/shared/history/history-calls.ts';
import type {
  HistoryPageView,
  HistoryVerdictView,
} from '../../../electron/shared/history/history-view.ts';
import type { Answer, Bridge, CallInput } from '../../../electron/shared/ipc-contract.ts';
import { historyWords } from './en-history.ts';
import type { FeedbackStore } from '../../state/feedback.ts';
import type { Run } from '../../bridge/runner.ts';

/** What a failure about the history belongs to. */
export const HISTORY_SUBJECT = 'history';

export function createHistoryCommands(bridge: Bridge, feedback: FeedbackStore, run: Run) {
  return {
    historyPage: (query: CallInput<'historyPage'>): Promise<Answer<HistoryPageView>> =>
      bridge.historyPage(query),
    async verifyHistory(): Promise<HistoryVerdictView | null> {
      const verdict = await run('historyVerify', HISTORY_SUBJECT, bridge.historyVerify);
      if (verdict?.damage === null) feedback.say(historyWords.intact(verdict.events));
      return verdict;
    },
    /** Answers whether a file was written. */
    async exportHistory(format: (typeof exportFormats)[number]): Promise<boolean> {
      const exported = await run('historyExport', HISTORY_SUBJECT, () =>
        bridge.historyExport({ format }),
      );
      if (exported === null || exported === 'cancelled') return false;
      feedback.say(historyWords.exported(exported.events));
      return true;
    },
    /** Chain value of the newest event, hex; null where it cannot be told now. */
    async historyHead(): Promise<string | null> {
      const found = await bridge.historyHead();
      return found.ok ? found.value.head : null;
    },
  };
}

// The window's calls about many credentials at once. Spread into the commands.
import type { Bridge } from '../../../electron/shared/ipc-contract.ts';
import type { BulkPlan } from '../../model/bulk-plan.ts';
import { WINDOW_SUBJECT } from '../../state/feedback.ts';
import type { Runner } from '../../bridge/runner.ts';

export function createBulkCommands(bridge: Bridge, run: Runner['run']) {
  return {
    /** The run, or null when it failed or main's question was answered with no. */
    async startBulk({ action }: BulkPlan): Promise<string | null> {
      const begun = await run(`bulk_${action.kind}`, WINDOW_SUBJECT, () => {
        if (action.kind === 'get') return bridge.bulkGet({ asks: action.asks });
        const input = { tokenIds: action.tokenIds };
        return action.kind === 'renew' ? bridge.bulkRenew(input) : bridge.bulkCheck(input);
      });
      return begun === null || begun === 'cancelled' ? null : begun.runId;
    },
    cancelBulk: (runId: string) =>
      run('bulkCancel', WINDOW_SUBJECT, () => bridge.bulkCancel({ runId })),
    closeBulk: (runId: string) =>
      run('bulkClose', WINDOW_SUBJECT, () => bridge.bulkClose({ runId })),
  };
}

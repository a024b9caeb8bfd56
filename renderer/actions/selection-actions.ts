// What can be done with all that is marked in the list. Each is one wish: main asks once, and every row
// has its own result.
import type { BulkKind } from '../../electron/shared/bulk-view.ts';
import type { CallName } from '../../electron/shared/ipc-channels.ts';
import { actionWords as words } from '../i18n/en-actions.ts';
import { bulkPlan, liveTokenIds, planSize } from '../model/bulk-plan.ts';
import type { Action } from './action.ts';

function bulk(kind: BulkKind, calls: readonly CallName[]): Action {
  return {
    title: words.bulk[kind],
    verb: words.verbs.bulk[kind],
    group: 'selection',
    calls,
    refusal({ marked, view }) {
      if (marked.length === 0) return words.noneMarked;
      if (view.bulk !== null && view.bulk.endedAtMs === null) return words.bulkRunning;
      return planSize(bulkPlan(kind, marked)) === 0 ? words.noneFit : null;
    },
    run({ commands, window }, { marked }) {
      const plan = bulkPlan(kind, marked);
      void commands.startBulk(plan).then((runId) => {
        if (runId !== null) window.show({ kind: 'bulk', runId, left: plan.left });
      });
    },
  };
}

export const selectionActions = {
  bulk_get: bulk('get', ['bulkGet']),
  bulk_renew: bulk('renew', ['bulkRenew']),
  bulk_check: bulk('check', ['bulkCheck']),
  bulk_revoke: {
    title: words.bulk.revoke,
    verb: words.verbs.bulk.revoke,
    group: 'selection',
    calls: ['stopPreview', 'stopStart'],
    refusal: ({ marked }) =>
      marked.length === 0
        ? words.noneMarked
        : liveTokenIds(marked).length === 0
          ? words.noneFit
          : null,
    run: ({ window }, { marked }) =>
      window.show({
        kind: 'stop_everything',
        scope: { kind: 'selection', tokenIds: liveTokenIds(marked) },
      }),
  },
  show_bulk: {
    title: words.showBulk,
    group: 'selection',
    calls: ['bulkCancel', 'bulkClose'],
    refusal: ({ view }) => (view.bulk === null ? words.noBulk : null),
    run: ({ window }) => window.show({ kind: 'bulk', runId: null, left: [] }),
  },
  clear_selection: {
    title: words.clearSelection,
    verb: words.verbs.clearSelection,
    group: 'selection',
    refusal: ({ marked }) => (marked.length === 0 ? words.noneMarked : null),
    run: ({ window }) => window.patch({ marked: new Set() }),
  },
} as const satisfies Readonly<Record<string, Action>>;

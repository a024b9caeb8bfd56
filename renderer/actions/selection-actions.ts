// What can be done with all that is marked in the list. Each is one action: main asks once, and every row
// has its own result.
import type { BulkKind } from '../../electron/shared/bulk/bulk-view.ts';
import { actionWords as words } from '../i18n/en-actions.ts';
import { bulkPlan, liveTokenIds, planSize } from '../model/bulk-plan.ts';
import type { AppServices } from '../state/app-context.tsx';
import { startBulk } from './shared-calls.ts';
import type { ActionPlace, Deed } from './action.ts';

const bulk = (kind: BulkKind) =>
  ({
    group: 'selection',
    refusal({ marked, view }: ActionPlace): string | null {
      if (marked.length === 0) return words.noneMarked;
      if (view.bulk !== null && view.bulk.endedAtMs === null) return words.bulkRunning;
      return planSize(bulkPlan(kind, marked)) === 0 ? words.noneFit : null;
    },
    run({ call, window }: AppServices, { marked }: ActionPlace): void {
      const plan = bulkPlan(kind, marked);
      void startBulk(call, plan).then((begun) => {
        if (begun !== null) window.show({ kind: 'bulk', runId: begun.runId, left: plan.left });
      });
    },
  }) satisfies Deed;

const get = bulk('get');
const renew = bulk('renew');

/** What “get, or renew” means for each of them, where it means the same for all. */
function getOrRenew({ marked }: ActionPlace): typeof get | null {
  const plan = bulkPlan('renew', marked);
  if (planSize(plan) === 0) return get;
  return plan.left.some(({ why }) => why === 'no_token') ? null : renew;
}

export const selectionActions = {
  bulk_get_or_renew: {
    group: 'selection',
    where: 'not_in_text',
    refusal(place) {
      const deed = getOrRenew(place);
      return deed === null ? words.someRenew : deed.refusal(place);
    },
    run: (app, place) => getOrRenew(place)?.run(app, place),
  },
  bulk_get: get,
  bulk_renew: renew,
  bulk_check: { ...bulk('check'), where: 'not_in_text' },
  bulk_revoke: {
    group: 'selection',
    where: 'not_in_text',
    refusal: ({ marked }) =>
      marked.length === 0
        ? words.noneMarked
        : liveTokenIds(marked).length === 0
          ? words.noneFit
          : null,
    run: ({ window }, { marked }) =>
      window.show({
        kind: 'revoke_all',
        scope: { kind: 'selection', tokenIds: liveTokenIds(marked) },
      }),
  },
  show_bulk: {
    group: 'selection',
    refusal: ({ view }) => (view.bulk === null ? words.noBulk : null),
    run: ({ window }) => window.show({ kind: 'bulk', runId: null, left: [] }),
  },
  clear_selection: {
    group: 'selection',
    refusal: ({ marked }) => (marked.length === 0 ? words.noneMarked : null),
    run: ({ window }) => window.patch({ marked: new Set() }),
  },
} as const satisfies Readonly<Record<string, Deed>>;

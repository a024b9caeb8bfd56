// Under the list while rows are marked: how many, and what can be done with all of them.
import type { ReactNode } from 'react';
import { actions, runAction, type ActionName } from '../../actions/actions.ts';
import { placeOf } from '../../actions/action.ts';
import { Button } from '../../components/Button.tsx';
import { bulkWords as words } from '../../i18n/en-bulk.ts';
import { useApp, useView, useWindow } from '../../state/app-context.tsx';

const offered: readonly (readonly [name: ActionName, verb: string])[] = [
  ['bulk_get', words.verbs.get],
  ['bulk_renew', words.verbs.renew],
  ['bulk_check', words.verbs.check],
  ['bulk_revoke', words.verbs.revoke],
];

export function BulkBar(): ReactNode {
  const app = useApp();
  const marked = useWindow((state) => state.marked.size);
  useView((view) => view);
  const place = marked === 0 ? null : placeOf(app);
  if (place === null) return null;
  return (
    <section className="bulk-bar" aria-label={words.selection}>
      <output className="bulk-count figure">{words.selected(place.marked.length)}</output>
      {offered.map(([name, verb]) => {
        const refusal = actions[name].refusal?.(place) ?? null;
        return (
          <Button
            key={name}
            look="quiet"
            className={name === 'bulk_revoke' ? 'button-stop' : ''}
            disabled={refusal !== null}
            title={refusal ?? actions[name].title}
            onClick={() => runAction(app, name)}
          >
            {verb}
          </Button>
        );
      })}
      <span className="spring" />
      <Button look="quiet" onClick={() => runAction(app, 'clear_selection')}>
        {words.clear}
      </Button>
    </section>
  );
}

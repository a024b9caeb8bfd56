// Under the list while rows are marked: how many, and what can be done with all of them.
import type { ReactNode } from 'react';
import type { ActionName } from '../../../actions/actions.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { bulkWords as words } from '../../bulk/en-bulk.ts';
import { useView, useWindow } from '../../../state/app-context.tsx';

const offered = [
  'bulk_get',
  'bulk_renew',
  'bulk_check',
  'bulk_revoke',
] as const satisfies readonly ActionName[];

export function BulkBar(): ReactNode {
  const ids = useWindow((state) => state.marked);
  // One that was deleted meanwhile is not counted.
  const marked = useView((view) =>
    ids.size === 0 ? 0 : view.credentials.reduce((sum, { id }) => sum + (ids.has(id) ? 1 : 0), 0),
  );
  if (ids.size === 0 || marked === undefined) return null;
  return (
    <section className="line bulk-bar" aria-label={words.selection}>
      <output className="strong figure">{words.selected(marked)}</output>
      {offered.map((name) => (
        <ActionButton
          key={name}
          name={name}
          className={name === 'bulk_revoke' ? 'button-stop' : ''}
        />
      ))}
      <span className="spring" />
      <ActionButton name="clear_selection" />
    </section>
  );
}

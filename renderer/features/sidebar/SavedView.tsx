// One saved view: shows its search, and the way to rename or delete it.
import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SavedViewView } from '../../../electron/shared/search/saved-search-view.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { useApp, useWindow } from '../../state/app-context.tsx';

export function SavedView(props: { readonly view: SavedViewView }): ReactNode {
  const { id, name, query } = props.view;
  const { window: store } = useApp();
  // A completed filter ends with a space, which is not kept.
  const current = useWindow(
    ({ filter, search }) => filter.kind === 'all' && search.trim() === query,
  );
  return (
    <li className="sidebar-item">
      <button
        type="button"
        className="sidebar-link"
        title={query}
        aria-current={current ? 'true' : undefined}
        onClick={() => store.patch({ filter: { kind: 'all' }, search: query, pane: 'list' })}
      >
        <span className="sidebar-name">{name}</span>
      </button>
      <ActionButton
        small
        name="edit_view"
        of={` ${name}`}
        icon={<Pencil size={14} aria-hidden="true" />}
        run={() => store.show({ kind: 'saved_view', id, query })}
      />
    </li>
  );
}

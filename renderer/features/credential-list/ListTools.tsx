// Above the list: search, how many need attention, and the way to the sidebar where it is put away.
import { PanelLeft, Search, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { en } from '../../i18n/en.ts';
import { useApp, useWindow } from '../../state/app-context.tsx';

export function ListTools(props: {
  readonly attention: number;
  readonly shown: number;
  readonly stale: boolean;
  readonly onSort: () => void;
  /** From the search field into the list. */
  readonly onDown: () => void;
  /** Opens the first match. */
  readonly onEnter: () => void;
}): ReactNode {
  const { window: store } = useApp();
  const search = useWindow((state) => state.search);
  return (
    <div className="list-tools">
      <div className="list-search">
        <Button
          look="icon"
          className="only-collapsed"
          aria-label={en.sidebar.show}
          title={en.sidebar.show}
          onClick={() => store.patch({ pane: 'sidebar' })}
        >
          <PanelLeft size={16} aria-hidden="true" />
        </Button>
        <div className="search-field">
          <Search size={14} aria-hidden="true" />
          <input
            type="search"
            id="search"
            aria-label={en.list.search}
            placeholder={en.list.searchHint}
            autoComplete="off"
            spellCheck={false}
            value={search}
            onChange={(event) => store.patch({ search: event.currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && search !== '') {
                event.preventDefault();
                event.stopPropagation();
                store.patch({ search: '' });
              }
              if (event.key === 'ArrowDown' || event.key === 'Enter') {
                event.preventDefault();
                (event.key === 'Enter' ? props.onEnter : props.onDown)();
              }
            }}
          />
          {search !== '' && (
            <Button
              look="icon"
              aria-label={en.list.clearSearch}
              title={en.list.clearSearch}
              onClick={() => store.patch({ search: '' })}
            >
              <X size={14} aria-hidden="true" />
            </Button>
          )}
        </div>
      </div>
      <p className="list-count">
        {en.list.shown(props.shown)}
        {props.attention > 0 && <strong>{en.list.attentionCount(props.attention)}</strong>}
      </p>
    </div>
  );
}

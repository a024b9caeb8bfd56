// Above the list: search, adding and importing, how many are shown, in which groups and order, and the way to the
// sidebar where it is put away. In its place: why it is empty. Under it: what can be done with all that is marked.
import { PanelLeft, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AppView } from '../../../../electron/shared/views.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Button } from '../../../components/Button.tsx';
import { en } from '../../../i18n/en.ts';
import { useApp, useWindow, useView } from '../../../state/app-context.tsx';
import { SearchField, type SearchLeads } from './SearchField.tsx';
import { searchWords } from './en-search-field.ts';
import { parseSearch } from '../../../model/search-query.ts';
import type { ActionName } from '../../../actions/actions.ts';
import { bulkWords } from '../../bulk/en-bulk.ts';

interface Tools extends SearchLeads {
  readonly view: AppView;
  readonly shown: number;
  /** The list itself offers to add and to import. */
  readonly bare: boolean;
}

export function ListTools(props: Tools): ReactNode {
  const { window: store } = useApp();
  const sort = useWindow((state) => state.sort);
  const grouping = useWindow((state) => state.grouping);
  return (
    <div className="list-tools">
      <div className="line line-top">
        <Button
          look="icon"
          className="only-collapsed"
          aria-label={en.sidebar.show}
          title={en.sidebar.show}
          onClick={() => store.patch({ pane: 'sidebar' })}
        >
          <PanelLeft size={16} aria-hidden="true" />
        </Button>
        <SearchField view={props.view} onDown={props.onDown} onEnter={props.onEnter} />
        {!props.bare && (
          <span className="line">
            <ActionButton
              name="new_credential"
              look="plain"
              icon={<Plus size={16} aria-hidden="true" />}
              of=""
              face={en.list.add}
            />
            <ActionButton name="import_credentials" look="plain" />
          </span>
        )}
      </div>
      <div className="line secondary list-count">
        <span>{en.list.shown(props.shown)}</span>
        <span className="spring" />
        <Choice
          label={en.list.group}
          value={grouping}
          words={en.list.groupings}
          onChoose={(chosen) => store.patch({ grouping: chosen })}
        />
        <Choice
          label={en.list.sort}
          value={sort}
          words={en.list.sorts}
          onChoose={(chosen) => store.patch({ sort: chosen })}
        />
      </div>
    </div>
  );
}

function Choice<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly words: Readonly<Record<T, string>>;
  readonly onChoose: (value: T) => void;
}): ReactNode {
  return (
    <label className="line list-choice">
      {props.label}
      <select
        value={props.value}
        onChange={({ currentTarget: { value } }) => props.onChoose(value as T)}
      >
        {Object.entries<string>(props.words).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Whether it is for want of credentials that nothing is shown: then adding and importing stand in the list itself. */
export function useIsBare({ credentials, environments }: AppView): string | boolean {
  const filter = useWindow((state) => state.filter);
  const isSearched = useWindow(({ search }) => parseSearch(search).terms.length > 0);
  if (isSearched && credentials.length > 0) return false;
  if (filter.kind !== 'environment') return credentials.length === 0;
  const { environmentId } = filter;
  if (credentials.some((each) => each.environmentId === environmentId)) return false;
  return environments.find(({ id }) => id === environmentId)?.name ?? true;
}

export function EmptyList({ bare }: { readonly bare: string | boolean }): ReactNode {
  const { next_step: nextStep } = useApp().focusPoints.at;
  const search = useWindow((state) => state.search);
  if (bare !== false) {
    return (
      <div className="stack empty">
        <p>{typeof bare === 'string' ? en.list.emptyIn(bare) : en.list.empty}</p>
        <p className="secondary">{en.list.emptyHint}</p>
        <div className="actions">
          <ActionButton name="new_credential" look="primary" ref={nextStep} />
          <ActionButton name="import_credentials" look="plain" />
        </div>
      </div>
    );
  }
  const query = parseSearch(search);
  return (
    <div className="stack empty">
      <p>
        {query.terms.length > 0 ? en.list.noMatch(searchWords.query(query)) : en.list.emptyFilter}
      </p>
      {query.terms.length > 0 && <ActionButton name="clear_search" look="plain" />}
    </div>
  );
}

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
    <section className="line bulk-bar" aria-label={bulkWords.selection}>
      <output className="strong figure">{bulkWords.selected(marked)}</output>
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

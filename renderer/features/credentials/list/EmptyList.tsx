// An empty list says why it is empty and what can be done: nothing yet, nothing in this view, or no match for the
// search.
import type { ReactNode } from 'react';
import type { AppView } from '../../../../electron/shared/views.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { en } from '../../../i18n/en.ts';
import { searchWords } from './en-search-field.ts';
import { parseSearch } from '../../../model/search-query.ts';
import { useApp, useWindow } from '../../../state/app-context.tsx';

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

export function EmptyList(props: { readonly bare: string | boolean }): ReactNode {
  const { bare } = props;
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

// An empty list says why it is empty and what can be done: nothing yet, nothing in this view, or no match for the
// search. Adding and importing stand above it.
import type { ReactNode } from 'react';
import type { AppView } from '../../../../electron/shared/views.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { en } from '../../../i18n/en.ts';
import { searchWords } from './en-search-field.ts';
import { parseSearch } from '../../../model/search-query.ts';
import { useWindow } from '../../../state/app-context.tsx';

export function EmptyList(props: { readonly view: AppView }): ReactNode {
  const search = useWindow((state) => state.search);
  if (props.view.credentials.length === 0) {
    return (
      <div className="empty">
        <p>{en.list.empty}</p>
        <p className="secondary">{en.list.emptyHint}</p>
        <ActionButton name="drills" look="plain" />
      </div>
    );
  }
  const query = parseSearch(search);
  if (query.terms.length > 0) {
    return (
      <div className="empty">
        <p>{en.list.noMatch(searchWords.query(query))}</p>
        <ActionButton name="clear_search" look="plain" />
      </div>
    );
  }
  return (
    <div className="empty">
      <p>{en.list.emptyFilter}</p>
    </div>
  );
}

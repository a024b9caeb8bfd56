// An empty list says why it is empty and what can be done: nothing yet, nothing in this view, or no
// match for the search.
import type { ReactNode } from 'react';
import type { AppView } from '../../../electron/shared/views.ts';
import { Button } from '../../components/Button.tsx';
import { drillWords } from '../../i18n/en-drill.ts';
import { en } from '../../i18n/en.ts';
import { searchWords } from '../../i18n/en-search.ts';
import { parseSearch } from '../../model/search-query.ts';
import { useApp, useWindow } from '../../state/app-context.tsx';

export function EmptyList(props: { readonly view: AppView }): ReactNode {
  const { window: store } = useApp();
  const search = useWindow((state) => state.search);
  const add = (
    <Button onClick={() => store.show({ kind: 'add_credential' })}>{en.verbs.addCredential}</Button>
  );
  if (props.view.credentials.length === 0) {
    return (
      <div className="empty">
        <p>{en.list.empty}</p>
        <p className="secondary">{en.list.emptyHint}</p>
        {add}
        <Button onClick={() => store.show({ kind: 'import_credentials' })}>
          {en.verbs.importCredentials}
        </Button>
        <Button onClick={() => store.show({ kind: 'drills' })}>{drillWords.tryOne}</Button>
      </div>
    );
  }
  const query = parseSearch(search);
  if (query.terms.length > 0) {
    return (
      <div className="empty">
        <p>{en.list.noMatch(searchWords.query(query))}</p>
        <Button onClick={() => store.patch({ search: '' })}>{en.list.clearSearch}</Button>
      </div>
    );
  }
  return (
    <div className="empty">
      <p>{en.list.emptyFilter}</p>
      {add}
    </div>
  );
}

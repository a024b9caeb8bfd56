// The filter of the sidebar in the words of the search, so that a search is kept with what narrows it. Pure.
import type { AppView } from '../../electron/shared/views.ts';
import { filteredCredentials, type Filter } from './credential-list.ts';
import { matches, searchRows } from './search-match.ts';
import { parseSearch, piecesOf, writtenPiece, type FilterName } from './search-query.ts';

type Lists = Pick<AppView, 'credentials' | 'environments'>;

function wordOf(
  filter: Filter,
  { environments }: Lists,
): readonly [name: FilterName, value: string] | null {
  switch (filter.kind) {
    case 'all':
      return null;
    case 'attention':
      return ['state', 'attention'];
    case 'trade':
      return ['scope', 'trade'];
    case 'favourites':
      return ['is', 'favourite'];
    case 'tag':
      return ['tag', filter.tag];
    case 'environment':
      return ['env', environments.find(({ id }) => id === filter.environmentId)?.name ?? ''];
  }
}

/**
 * The search that shows what `filter` and `search` show together. `exact`: the word for the filter finds
 * what the filter lets through; that of an environment or a tag finds others too whose names are like it.
 */
export function withFilter(
  search: string,
  filter: Filter,
  lists: Lists,
): { readonly query: string; readonly exact: boolean } {
  const word = wordOf(filter, lists);
  const typed = search.trim();
  if (word === null) return { query: typed, exact: true };
  const [name, value] = word;
  const written = writtenPiece({ not: false, name, value });
  const asked = parseSearch(written);
  const through = new Set(filteredCredentials(lists.credentials, filter));
  const exact = searchRows(lists.credentials, lists.environments).every(
    (row) => matches(row, asked, 0) === through.has(row.credential),
  );
  const said = piecesOf(typed).some((piece) => writtenPiece(piece) === written);
  return { query: said ? typed : `${written} ${typed}`, exact };
}

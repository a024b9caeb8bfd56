// Finding and moving: searching, views, the order of the list, panes, and putting away what is open.
import { actionWords as words } from '../i18n/en-actions.ts';
import { focusPane, focusSearch } from '../state/focus.ts';
import type { Filter, Sort } from '../model/credential-list.ts';
import { withFilter } from '../model/filter-query.ts';
import type { ActionPlace, Deed } from './action.ts';

const shows = (filter: Filter): Deed => ({
  group: 'find',
  run: ({ window }) => window.patch({ filter, pane: 'list' }),
});
const sorts = (sort: Sort): Deed => ({
  group: 'find',
  refusal: ({ window }) => (window.sort === sort ? words.sortedSo : null),
  run: ({ window }) => window.patch({ sort }),
});
const movesFocus = (step: 1 | -1): Deed => ({
  group: 'find',
  repeats: true,
  run: ({ window, focusPoints }) => focusPane(window, focusPoints, step),
});

/** The saved view whose search is shown. */
const viewShown = ({ view, window }: ActionPlace) =>
  view.savedViews.find(
    ({ query }) => window.filter.kind === 'all' && window.search.trim() === query,
  );

export const findActions = {
  search: { group: 'find', run: ({ window }) => focusSearch(window) },
  clear_search: {
    group: 'find',
    refusal: ({ window }) => (window.search === '' ? words.nothingSearched : null),
    run: ({ window }) => window.patch({ search: '' }),
  },
  save_view: {
    group: 'find',
    refusal: ({ window }) => (window.search.trim() === '' ? words.nothingSearched : null),
    run: ({ window }, { view, window: { search, filter } }) =>
      window.show({ kind: 'saved_view', id: null, ...withFilter(search, filter, view) }),
  },
  edit_view: {
    group: 'find',
    refusal: (place) => (viewShown(place) === undefined ? words.noView : null),
    run({ window }, place) {
      const shown = viewShown(place);
      if (shown !== undefined)
        window.show({ kind: 'saved_view', id: shown.id, query: shown.query });
    },
  },
  show_favourites: shows({ kind: 'favourites' }),
  show_all: {
    group: 'find',
    // All of them: as in the sidebar, a search that hides some is over.
    run: ({ window }) => window.patch({ filter: { kind: 'all' }, search: '', pane: 'list' }),
  },
  show_attention: shows({ kind: 'attention' }),
  show_trade: shows({ kind: 'trade' }),
  sort_attention: sorts('attention'),
  sort_name: sorts('name'),
  sort_expiry: sorts('expiry'),
  sort_used: sorts('used'),
  next_pane: movesFocus(1),
  previous_pane: movesFocus(-1),
  close: {
    group: 'find',
    repeats: true,
    keyOnly: true,
    refusal: ({ window }) =>
      window.armedTokenId === null && window.marked.size === 0 && window.pane === 'list'
        ? words.nothingOpen
        : null,
    run: ({ window }, place) =>
      window.patch(
        place.window.armedTokenId !== null
          ? { armedTokenId: null }
          : place.window.marked.size > 0
            ? { marked: new Set() }
            : { pane: 'list' },
      ),
  },
} as const satisfies Readonly<Record<string, Deed>>;

// Finding and moving: searching, views, the order of the list, panes, and putting away what is open.
import { actionWords as words } from '../i18n/en-actions.ts';
import { focusPane, focusSearch } from '../state/pane-focus.ts';
import type { Filter, Sort } from '../model/credential-list.ts';
import { withFilter } from '../model/filter-query.ts';
import type { Action, ActionPlace } from './action.ts';

const shows = (filter: Filter, title: string): Action => ({
  title,
  group: 'find',
  run: ({ window }) => window.patch({ filter, pane: 'list' }),
});
const sorts = (sort: Sort, title: string): Action => ({
  title,
  group: 'find',
  refusal: ({ window }) => (window.sort === sort ? words.sortedSo : null),
  run: ({ window }) => window.patch({ sort }),
});

/** The saved view whose search is shown. */
const viewShown = ({ view, window }: ActionPlace) =>
  view.savedViews.find(
    ({ query }) => window.filter.kind === 'all' && window.search.trim() === query,
  );

export const findActions = {
  search: {
    title: words.search,
    group: 'find',
    keys: [words.keys.search, '/'],
    run: ({ window }) => void focusSearch(window),
  },
  clear_search: {
    title: words.clearSearch,
    group: 'find',
    refusal: ({ window }) => (window.search === '' ? words.nothingSearched : null),
    run: ({ window }) => window.patch({ search: '' }),
  },
  save_view: {
    title: words.saveView,
    group: 'find',
    refusal: ({ window }) => (window.search.trim() === '' ? words.nothingSearched : null),
    run: ({ window }, { view, window: { search, filter } }) =>
      window.show({ kind: 'saved_view', id: null, ...withFilter(search, filter, view) }),
  },
  edit_view: {
    title: words.editView,
    verb: words.verbs.editView,
    group: 'find',
    refusal: (place) => (viewShown(place) === undefined ? words.noView : null),
    run({ window }, place) {
      const shown = viewShown(place);
      if (shown !== undefined)
        window.show({ kind: 'saved_view', id: shown.id, query: shown.query });
    },
  },
  show_favourites: shows({ kind: 'favourites' }, words.showFavourites),
  show_all: {
    title: words.showAll,
    group: 'find',
    // All of them: as in the sidebar, a search that hides some is over.
    run: ({ window }) => window.patch({ filter: { kind: 'all' }, search: '', pane: 'list' }),
  },
  show_attention: shows({ kind: 'attention' }, words.showAttention),
  show_trade: shows({ kind: 'trade' }, words.showTrade),
  sort_attention: sorts('attention', words.sortAttention),
  sort_name: sorts('name', words.sortName),
  sort_expiry: sorts('expiry', words.sortExpiry),
  sort_used: sorts('used', words.sortUsed),
  next_pane: {
    title: words.nextPane,
    group: 'find',
    keys: ['F6'],
    repeats: true,
    run: ({ window, focusPoints }) => void focusPane(window, focusPoints, 1),
  },
  previous_pane: {
    title: words.previousPane,
    group: 'find',
    keys: ['Shift+F6'],
    repeats: true,
    run: ({ window, focusPoints }) => void focusPane(window, focusPoints, -1),
  },
  close: {
    title: words.close,
    group: 'find',
    keys: ['Esc'],
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
} as const satisfies Readonly<Record<string, Action>>;

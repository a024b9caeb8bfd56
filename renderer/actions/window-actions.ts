// What can be done whatever is chosen: adding, looking at what concerns everything or an environment, locking; searching,
// moving between panes, and putting away what is open.
import { actionWords as words } from '../i18n/en-actions.ts';
import type { SettingsSection, Sheet } from '../state/window-state.ts';
import { inMemoryWords } from '../i18n/en-in-memory.ts';
import type { ActionPlace, Deed } from './action.ts';
import { said } from '../i18n/en-said.ts';
import { DRILL_SUBJECT } from '../bridge/feedback.ts';
import { focusPane, focusSearch } from '../state/focus.ts';
import { withFilter, type Filter, type Sort } from '../model/credential-list.ts';

const opens = (sheet: Sheet): Deed => ({
  group: 'everything',
  run: ({ window }) => window.show(sheet),
});

/** Of a vault in memory there is no file that could be opened otherwise, or backed up. */
const refusedInMemory: NonNullable<Deed['refusal']> = ({ view }) =>
  view.inMemory ? inMemoryWords.refused : null;

/** The one that is shown, or that of the chosen credential. */
const environmentOf = ({ credential, window: { filter } }: ActionPlace): string | undefined =>
  filter.kind === 'environment' ? filter.environmentId : credential?.environmentId;

/** Ends the drill that runs, and shows what it came to. */
const endsDrill = (how: 'finished' | 'stopped'): Deed => ({
  group: 'everything',
  refusal: ({ view }) => (view.drill === null ? words.noDrill : null),
  run({ call, window }) {
    void call('drillEnd', { how }, { subject: DRILL_SUBJECT, said: said.drillEnded }).then(
      (ended) => {
        if (ended === null) return;
        window.patch({ filter: { kind: 'all' }, selectedId: null, sheet: { kind: 'drills' } });
      },
    );
  },
});

/** A part of the settings, for who knows its name. */
const opensSettings = (section: SettingsSection): Deed => opens({ kind: 'settings', section });

export const windowActions = {
  palette: { ...opens({ kind: 'palette' }), keyOnly: true },
  new_credential: opens({ kind: 'add_credential' }),
  new_environment: opens({ kind: 'add_environment' }),
  import_credentials: opens({ kind: 'import_credentials' }),
  export_vault: opens({ kind: 'export_vault' }),
  about_environment: {
    group: 'everything',
    refusal: (place) => (environmentOf(place) === undefined ? words.chooseEnvironment : null),
    run({ window }, place) {
      const environmentId = environmentOf(place);
      if (environmentId !== undefined) window.show({ kind: 'environment', environmentId });
    },
  },
  revoke_all: opens({ kind: 'revoke_all', scope: { kind: 'all' } }),
  show_run: {
    group: 'everything',
    refusal: ({ view }) => (view.revocationRuns.length === 0 ? words.noRun : null),
    run({ window }, { view }) {
      const [newest] = view.revocationRuns;
      if (newest !== undefined) window.show({ kind: 'revocation_run', runId: newest.id });
    },
  },
  lock: { group: 'everything', run: ({ call }) => void call('vaultLock') },
  history: { ...opens({ kind: 'history' }), where: 'not_in_text' },
  settings: opens({ kind: 'settings' }),
  appearance: opensSettings('appearance'),
  locking: opensSettings('locking'),
  start_at_login: opensSettings('login'),
  inspect_token: opens({ kind: 'inspect' }),
  find_ours: opens({ kind: 'secretScan', drops: 0 }),
  health: opens({ kind: 'health' }),
  access_map: opens({ kind: 'health', at: 'access' }),
  night: opens({ kind: 'night' }),
  protection: opens({ kind: 'protection' }),
  vault_keys: { ...opens({ kind: 'vault_keys' }), refusal: refusedInMemory },
  try_recovery_key: {
    ...opens({ kind: 'vault_keys', at: 'recovery' }),
    refusal: (place) =>
      refusedInMemory(place) ??
      (place.view.openVault?.slots.includes('rk') === true ? null : words.noRecoveryKey),
  },
  backups: { ...opens({ kind: 'backups' }), refusal: refusedInMemory },
  drills: opens({ kind: 'drills' }),
  drill_finish: endsDrill('finished'),
  drill_stop: endsDrill('stopped'),
  practice: opens({ kind: 'practice' }),
  clear_clipboard: {
    group: 'everything',
    refusal: ({ view }) => (view.clipboard === null ? words.clipboardEmpty : null),
    run: ({ call }) => void call('clipboardClear', undefined, { said: said.clipboardCleared }),
  },
  pause_times: {
    group: 'everything',
    run: ({ window }, place) => window.patch({ paused: !place.window.paused }),
  },
  shortcuts: opens({ kind: 'shortcuts' }),
  about: opens({ kind: 'about' }),
  quit: { group: 'everything', run: ({ call }) => void call('appQuit') },
} as const satisfies Readonly<Record<string, Deed>>;

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

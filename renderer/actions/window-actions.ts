// What can be done whatever is chosen: finding, adding, looking at what concerns everything, locking.
import { actionWords as words } from '../i18n/en-actions.ts';
import { unkeptWords } from '../i18n/en-unkept.ts';
import { focusPane, focusSearch } from '../keyboard/pane-focus.ts';
import type { Sort } from '../model/credential-list.ts';
import type { Filter, Sheet } from '../state/window-state.ts';
import type { Action } from './action.ts';
import { environmentActions } from './environment-actions.ts';

type Part = Omit<Action, 'group' | 'run'>;

const opens = (sheet: Sheet, part: Part): Action => ({
  ...part,
  group: 'everything',
  run: ({ window }) => window.show(sheet),
});
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

export const windowActions = {
  palette: {
    title: words.palette,
    group: 'everything',
    keys: ['Mod+K'],
    keyOnly: true,
    run: ({ window }) => window.show({ kind: 'palette' }),
  },
  search: {
    title: words.search,
    group: 'find',
    keys: ['Mod+F', '/'],
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
    calls: ['viewSave', 'viewRemove'],
    refusal: ({ window }) => (window.search.trim() === '' ? words.nothingSearched : null),
    run: ({ window }, place) =>
      window.show({ kind: 'saved_view', id: null, query: place.window.search.trim() }),
  },
  show_favourites: shows({ kind: 'favourites' }, words.showFavourites),
  show_all: shows({ kind: 'all' }, words.showAll),
  show_attention: shows({ kind: 'attention' }, words.showAttention),
  show_trade: shows({ kind: 'trade' }, words.showTrade),
  sort_attention: sorts('attention', words.sortAttention),
  sort_name: sorts('name', words.sortName),
  sort_expiry: sorts('expiry', words.sortExpiry),
  next_pane: {
    title: words.nextPane,
    group: 'find',
    keys: ['F6'],
    repeats: true,
    run: ({ window }) => void focusPane(window, 1),
  },
  previous_pane: {
    title: words.previousPane,
    group: 'find',
    keys: ['Shift+F6'],
    repeats: true,
    run: ({ window }) => void focusPane(window, -1),
  },
  new_credential: opens(
    { kind: 'add_credential' },
    { title: words.newCredential, keys: ['Mod+N'], calls: ['credentialAdd'] },
  ),
  try_credential: opens(
    { kind: 'try_credential' },
    { title: unkeptWords.action.try, calls: ['credentialTry'] },
  ),
  new_environment: opens(
    { kind: 'add_environment' },
    {
      title: words.newEnvironment,
      calls: ['environmentAdd', 'environmentCheckAddress', 'environmentChooseAuthority'],
    },
  ),
  import_credentials: opens(
    { kind: 'import_credentials' },
    { title: words.importCredentials, calls: ['importTake', 'importApply', 'importEnd'] },
  ),
  export_vault: opens(
    { kind: 'export_vault' },
    { title: words.exportVault, calls: ['vaultCopySave', 'inventoryExport'] },
  ),
  ...environmentActions,
  stop_everything: opens(
    { kind: 'stop_everything', scope: { kind: 'all' } },
    {
      title: words.stopEverything,
      keys: ['Mod+Shift+Del', 'Enter twice'],
      calls: ['stopPreview', 'stopStart'],
    },
  ),
  show_run: {
    title: words.showRun,
    group: 'everything',
    calls: ['stopCancel', 'stopClose', 'stopReport'],
    refusal: ({ view }) => (view.stopRuns.length === 0 ? words.noRun : null),
    run({ window }, { view }) {
      const [newest] = view.stopRuns;
      if (newest !== undefined) window.show({ kind: 'stop_run', runId: newest.id });
    },
  },
  lock: {
    title: words.lock,
    group: 'everything',
    keys: ['Mod+L'],
    calls: ['vaultLock'],
    run: ({ commands }) => void commands.lock(),
  },
  history: opens(
    { kind: 'history', credentialId: null },
    {
      title: words.history,
      keys: ['Mod+Y'],
      where: 'not_in_text',
      calls: ['historyPage', 'historyVerify', 'historySigningKey', 'historyExport'],
    },
  ),
  settings: opens(
    { kind: 'settings' },
    {
      title: words.settings,
      keys: ['Mod+,'],
      calls: ['settingsChange', 'keystoreCurrent', 'keystoreUnlockChange', 'tagAlertsSet'],
    },
  ),
  inspect_token: opens(
    { kind: 'inspect' },
    {
      title: words.inspectToken,
      calls: [
        'inspectionTake',
        'inspectionTidy',
        'inspectionCheck',
        'inspectionIntrospect',
        'inspectionCancel',
        'inspectionEnd',
      ],
    },
  ),
  find_ours: opens(
    { kind: 'sightings', drops: 0 },
    {
      title: words.findOurs,
      keys: ['Mod+Shift+F'],
      calls: [
        'sightingsSearch',
        'sightingsProgress',
        'sightingsCancel',
        'sightingsEnd',
        'sightingsDropped',
      ],
    },
  ),
  night: opens({ kind: 'night' }, { title: words.night, calls: ['bulkRenew'] }),
  protection: opens({ kind: 'protection' }, { title: words.protection }),
  vault_keys: opens(
    { kind: 'vault_keys' },
    {
      title: words.vaultKeys,
      calls: [
        'vaultChangePassphrase',
        'vaultUpgradeKdf',
        'vaultMakeRecoveryKey',
        'vaultReplaceDataKey',
      ],
    },
  ),
  backups: opens(
    { kind: 'backups' },
    { title: words.backups, calls: ['backupList', 'backupTest', 'backupRestore'] },
  ),
  drills: opens(
    { kind: 'drills' },
    { title: words.drills, calls: ['drillStart', 'drillEnd', 'drillResults'] },
  ),
  practice: opens(
    { kind: 'practice' },
    { title: words.practice, calls: ['practiceCurrent', 'practiceChange'] },
  ),
  clear_clipboard: {
    title: words.clearClipboard,
    group: 'everything',
    calls: ['clipboardClear'],
    refusal: ({ view }) => (view.clipboard === null ? words.clipboardEmpty : null),
    run: ({ commands }) => void commands.clearClipboard(),
  },
  pause_times: {
    title: words.pauseTimes,
    group: 'everything',
    run: ({ window }, place) => window.patch({ paused: !place.window.paused }),
  },
  shortcuts: opens({ kind: 'shortcuts' }, { title: words.shortcuts, keys: ['Mod+/'] }),
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

// What can be done whatever is chosen: adding, looking at what concerns everything or an environment, locking.
import {
  commandWords,
  type CommandWords,
  type WordedCommand,
} from '../../electron/shared/command-words.ts';
import { actionWords as words } from '../i18n/en-actions.ts';
import { shortcutWords } from '../i18n/en-shortcuts.ts';
import type { SettingsSection, Sheet } from '../state/window-state.ts';
import { inMemoryWords } from '../i18n/en-in-memory.ts';
import type { Action, ActionPlace } from './action.ts';
import { said } from '../i18n/en-said.ts';
import { DRILL_SUBJECT } from '../bridge/feedback.ts';

type Part = Omit<Action, 'group' | 'run'>;

const opens = (sheet: Sheet, part: Part): Action => ({
  ...part,
  group: 'everything',
  run: ({ window }) => window.show(sheet),
});

/** Of a vault in memory there is no file that could be opened otherwise, or backed up. */
const refusedInMemory: NonNullable<Action['refusal']> = ({ view }) =>
  view.inMemory ? inMemoryWords.refused : null;

/** The one that is shown, or that of the chosen credential. */
const environmentOf = ({ credential, window: { filter } }: ActionPlace): string | undefined =>
  filter.kind === 'environment' ? filter.environmentId : credential?.environmentId;

/** What the application menu offers too, in the same words. */
function worded(name: WordedCommand): Pick<Action, 'title' | 'keys' | 'verb'> {
  const { title, short, keys }: CommandWords = commandWords[name];
  return {
    title,
    ...(short === undefined ? {} : { verb: short }),
    ...(keys === undefined ? {} : { keys: [keys] }),
  };
}

/** Ends the drill that runs, and shows what it came to. */
const endsDrill = (how: 'finished' | 'stopped'): Action => ({
  title: words.endDrill[how],
  verb: words.verbs.endDrill[how],
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
const opensSettings = (section: SettingsSection, title: string, also: string): Action =>
  opens({ kind: 'settings', section }, { title, also });

export const windowActions = {
  palette: {
    ...worded('palette'),
    group: 'everything',
    keyOnly: true,
    run: ({ window }) => window.show({ kind: 'palette' }),
  },
  new_credential: opens(
    { kind: 'add_credential' },
    { ...worded('new_credential'), also: words.also.newCredential },
  ),
  new_environment: opens(
    { kind: 'add_environment' },
    {
      ...worded('new_environment'),
      also: words.also.newEnvironment,
    },
  ),
  import_credentials: opens(
    { kind: 'import_credentials' },
    {
      ...worded('import_credentials'),
      also: words.also.import,
      verb: words.verbs.import,
    },
  ),
  export_vault: opens(
    { kind: 'export_vault' },
    {
      ...worded('export_vault'),
      also: words.also.export,
    },
  ),
  about_environment: {
    title: words.aboutEnvironment,
    also: words.also.aboutEnvironment,
    verb: words.verbs.aboutEnvironment,
    group: 'everything',
    refusal: (place) => (environmentOf(place) === undefined ? words.chooseEnvironment : null),
    run({ window }, place) {
      const environmentId = environmentOf(place);
      if (environmentId !== undefined) window.show({ kind: 'environment', environmentId });
    },
  },
  revoke_all: opens(
    { kind: 'revoke_all', scope: { kind: 'all' } },
    {
      ...worded('revoke_all'),
      also: words.also.revokeAll,
      keys: [commandWords.revoke_all.keys, shortcutWords.named.enterTwice],
    },
  ),
  show_run: {
    title: words.showRun,
    verb: words.verbs.showRun,
    group: 'everything',
    refusal: ({ view }) => (view.revocationRuns.length === 0 ? words.noRun : null),
    run({ window }, { view }) {
      const [newest] = view.revocationRuns;
      if (newest !== undefined) window.show({ kind: 'revocation_run', runId: newest.id });
    },
  },
  lock: {
    ...worded('lock'),
    also: words.also.lock,
    group: 'everything',
    run: ({ call }) => void call('vaultLock'),
  },
  history: opens(
    { kind: 'history' },
    {
      ...worded('history'),
      also: words.also.history,
      where: 'not_in_text',
    },
  ),
  settings: opens(
    { kind: 'settings' },
    {
      ...worded('settings'),
      also: words.also.settings,
    },
  ),
  appearance: opensSettings('appearance', words.appearance, words.also.appearance),
  locking: opensSettings('locking', words.locking, words.also.locking),
  start_at_login: opens(
    { kind: 'settings', section: 'login' },
    { title: words.startAtLogin, also: words.also.startAtLogin },
  ),
  inspect_token: opens(
    { kind: 'inspect' },
    {
      ...worded('inspect_token'),
    },
  ),
  find_ours: opens(
    { kind: 'secretScan', drops: 0 },
    {
      ...worded('find_ours'),
    },
  ),
  health: opens(
    { kind: 'health' },
    {
      ...worded('health'),
      also: words.also.health,
    },
  ),
  night: opens({ kind: 'night' }, { title: words.night }),
  protection: opens(
    { kind: 'protection' },
    { title: words.protection, also: words.also.protection },
  ),
  vault_keys: opens(
    { kind: 'vault_keys' },
    {
      title: words.vaultKeys,
      also: words.also.vaultKeys,
      refusal: refusedInMemory,
      verb: words.verbs.vaultKeys,
    },
  ),
  try_recovery_key: {
    ...opens({ kind: 'vault_keys', at: 'recovery' }, { title: words.tryRecoveryKey }),
    refusal: (place) =>
      refusedInMemory(place) ??
      (place.view.openVault?.slots.includes('rk') === true ? null : words.noRecoveryKey),
  },
  backups: opens(
    { kind: 'backups' },
    {
      title: words.backups,
      also: words.also.backups,
      refusal: refusedInMemory,
    },
  ),
  drills: opens({ kind: 'drills' }, { title: words.drills, verb: words.verbs.drills }),
  drill_finish: endsDrill('finished'),
  drill_stop: endsDrill('stopped'),
  practice: opens({ kind: 'practice' }, { title: words.practice }),
  clear_clipboard: {
    title: words.clearClipboard,
    verb: words.verbs.clearClipboard,
    group: 'everything',
    refusal: ({ view }) => (view.clipboard === null ? words.clipboardEmpty : null),
    run: ({ call }) => void call('clipboardClear', undefined, { said: said.clipboardCleared }),
  },
  pause_times: {
    title: words.pauseTimes,
    verb: words.verbs.pauseTimes,
    group: 'everything',
    run: ({ window }, place) => window.patch({ paused: !place.window.paused }),
  },
  shortcuts: opens({ kind: 'shortcuts' }, { ...worded('shortcuts'), also: words.also.shortcuts }),
  about: opens(
    { kind: 'about' },
    {
      ...worded('about'),
      also: words.also.about,
    },
  ),
  quit: {
    title: words.quit,
    also: words.also.quit,
    group: 'everything',
    run: ({ call }) => void call('appQuit'),
  },
} as const satisfies Readonly<Record<string, Action>>;

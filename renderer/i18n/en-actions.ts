// What every action is called, on a button too, and why one cannot be done right now. What the menu of the
// application offers has its words in shared/command-words.ts. Verbs are fixed (docs/interface.md): Get token,
// Renew, Revoke, Forget, Lock, Check. Never "delete token", never "clear", never "never expires".
import { whole } from '../../electron/shared/counts.ts';
import { commandWords, type CommandWords } from '../../electron/shared/command-words.ts';
import type { TokenView } from '../../electron/shared/credentials/credential-view.ts';
import { shortcutWords } from './en-shortcuts.ts';
import { lifetime } from './time.ts';

export interface ActionWords extends CommandWords {
  /** What else people call it, for the palette. */
  readonly also?: string;
}

const { named: keyWords } = shortcutWords;
const leaseAfter = (seconds: number) => ({ title: `Revoke early: after ${lifetime(seconds)}` });

/** By the name of the action. */
export const actionTitles = {
  ...commandWords,
  bulk_get_or_renew: { title: 'Get tokens, or renew, for all selected', keys: ['Mod+Enter'] },
  bulk_get: { title: 'Get a token for each selected', verb: 'Get' },
  bulk_renew: { title: 'Renew the tokens of all selected', verb: 'Renew' },
  bulk_check: { title: 'Check the tokens of all selected', verb: 'Check', keys: ['Mod+I'] },
  bulk_revoke: { title: 'Revoke all tokens of all selected…', verb: 'Revoke…', keys: ['Del'] },
  show_bulk: { title: 'Show the results of the selection' },
  clear_selection: { title: 'Clear selection', verb: 'Clear' },

  get_or_renew: { ...commandWords.get_or_renew, verb: 'Get token' },
  try_now: { title: 'Try now to get the token that waits', verb: 'Try now' },
  stop_asking: { title: 'Stop asking for a token', verb: 'Stop asking' },
  another_token: { title: 'Get another token…', verb: 'Get token' },
  check: {
    ...commandWords.check,
    also: 'who am i whoami identity positions test works valid',
  },
  revoke: { ...commandWords.revoke, keys: [...commandWords.revoke.keys, keyWords.thenEnter] },
  guide: { title: 'End in web app: the steps for a Partner token…', verb: 'End in web app…' },
  copy_token: { title: 'Copy access token…', verb: 'Copy token…', keys: ['Mod+Shift+C'] },
  forget: { title: 'Forget a token without revoking…', verb: 'Forget without revoking…' },

  lease_quarter_hour: leaseAfter(900),
  lease_half_hour: leaseAfter(1_800),
  lease_hour: leaseAfter(3_600),
  lease_four_hours: leaseAfter(14_400),
  lease_at_lock: { title: 'Revoke early: at lock' },
  lease_at_sleep: { title: 'Revoke early: at sleep' },
  lease_at_quit: { title: 'Revoke early: at quit' },
  lease_remove: { title: 'Keep the token until it expires: do not revoke it early' },

  stop_credential: { title: 'Revoke all tokens of the key…' },
  revoke_replaced: { title: 'Revoke replaced tokens…' },
  diagnose: { title: 'Diagnose: find out what is wrong', verb: 'Diagnose' },
  favourite: { title: 'Favourite: add or remove', verb: 'Favourite' },
  copy_client_id: { title: 'Copy client id', keys: ['Mod+B'] },
  renewal_on: { title: 'Renew automatically…' },
  renewal_off: { title: 'Switch renewal off', verb: 'Switch off' },
  credential_history: { title: 'Show history of the key' },
  edit_credential: { title: 'Edit key…', verb: 'Edit…' },
  edit_owner: { title: 'Edit owner…' },
  edit_scopes: { title: 'Edit scopes…' },
  edit_notes: { title: 'Edit notes…' },
  edit_web_page: { title: 'Page in the web app…' },
  open_web_page: { title: 'Open its page in the web app…' },
  secret_end: { title: 'Secret valid until…' },
  replace_secret: { title: 'Replace secret…' },
  rotate_secret: { title: 'Rotate secret…' },
  leaked: {
    title: 'This key leaked…',
    also: 'stolen compromised breach incident api key',
  },
  delete_credential: { title: 'Delete key…' },

  search: { ...commandWords.search, keys: [...commandWords.search.keys, '/'] },
  clear_search: { title: 'Clear search' },
  save_view: { title: 'Save this search as a view…' },
  edit_view: { title: 'Edit view…', verb: 'Edit view' },
  show_favourites: { title: 'Show favourites' },
  show_all: { title: 'Show all keys' },
  show_attention: { title: 'Show what needs attention' },
  show_trade: { title: 'Show what can trade' },
  sort_attention: { title: 'Sort by attention' },
  sort_name: { title: 'Sort by name' },
  sort_expiry: { title: 'Sort by what expires first' },
  sort_used: { title: 'Sort by what was used last' },
  next_pane: { title: 'Next pane', keys: ['F6'] },
  previous_pane: { title: 'Previous pane', keys: ['Shift+F6'] },
  close: { title: 'Close, clear', keys: ['Esc'] },

  new_credential: { ...commandWords.new_credential, also: 'api key new' },
  new_environment: { ...commandWords.new_environment, also: 'new' },
  import_credentials: {
    ...commandWords.import_credentials,
    verb: 'Import…',
    also: 'add api keys csv env postman',
  },
  export_vault: { ...commandWords.export_vault, also: 'backup copy' },
  about_environment: {
    title: 'About the environment',
    verb: 'About',
    also: 'proxy certificate authority address',
  },
  revoke_all: {
    ...commandWords.revoke_all,
    keys: [...commandWords.revoke_all.keys, keyWords.enterTwice],
    also: 'stop all kill everything emergency panic',
  },
  show_run: { title: 'Show the newest revocation run', verb: 'Show run' },
  lock: { ...commandWords.lock, also: 'log out sign out close the vault' },
  history: { ...commandWords.history, also: 'timeline log events' },
  settings: {
    ...commandWords.settings,
    also: 'preferences options configuration cli terminal bot script command line programs',
  },
  appearance: {
    title: 'Appearance: light or dark…',
    also: 'dark mode light mode theme colour color',
  },
  locking: {
    title: 'When the vault locks…',
    also: 'auto lock automatically timeout minutes sleep screen',
  },
  start_at_login: {
    title: 'Start at login…',
    also: 'autostart startup boot login item tray background',
  },
  health: { ...commandWords.health, also: 'old unused keys secrets hygiene audit owner' },
  access_map: { title: 'Who can do what: the rights of each key', verb: 'Who can do what' },
  night: { title: 'Next 24 hours: make sure nothing expires' },
  protection: { title: 'What protects you here', also: 'security safe sandbox' },
  vault_keys: {
    title: 'Passphrase and recovery: passphrase, recovery key, data key',
    verb: 'Passphrase and recovery…',
    also: 'password change passphrase recovery key',
  },
  try_recovery_key: { title: 'Try the recovery key…' },
  backups: { title: 'Backups…', also: 'restore backup from a file older vault' },
  drills: { title: 'Drills: try a drill…', verb: 'Drills' },
  drill_finish: { title: 'Drill: declare it over', verb: 'Declare it over' },
  drill_stop: { title: 'Stop drill' },
  practice: { title: 'Practice gateway' },
  clear_clipboard: { title: 'Clear the clipboard now', verb: 'Clear now' },
  pause_times: { title: 'Pause or resume live times', verb: 'Pause live times' },
  shortcuts: { ...commandWords.shortcuts, also: 'keys keyboard help' },
  about: {
    ...commandWords.about,
    also: 'version licence license notices where the vault lies folder path',
  },
  quit: { title: 'Quit Strongroom', also: 'exit close end' },
} as const satisfies Readonly<Record<string, ActionWords>>;

/** What an action is called where something is under way. */
export const titlesNow = {
  getAnyway: { title: 'Get a token anyway…' },
  renew: { ...commandWords.get_or_renew, verb: 'Renew' },
  dismiss: { title: 'Dismiss…' },
  renewalChange: { title: 'Renew automatically: change…', verb: 'Change…' },
  rotateGoOn: { title: 'Rotate secret: continue…', verb: 'Continue…' },
  leakedGoOn: { title: 'This key leaked: continue the plan…', verb: 'Continue the plan…' },
} as const satisfies Readonly<Record<string, ActionWords>>;

const noToken: Readonly<Record<keyof TokenView['can'], string>> = {
  check: 'It has no token to check.',
  renew: 'It has no token to renew.',
  revoke: 'It has no token that can be revoked from here.',
  guide: 'It has no live Partner token.',
  copy: 'It has no token whose text is here.',
  forget: 'It has no token to forget.',
};

export const actionWords = {
  noneReplaced: 'It has no replaced tokens that still work.',
  nothingWaits: 'None of its requests waits for another try.',
  nothingAsked: 'No token is being asked for with it.',
  stopsAlready: 'It is stopping already; the answer to what was sent is waited for.',
  getsOne: '“Get token” gets one.',
  renewalIsOff: 'It is off.',
  noLease: 'None of its tokens is set to be revoked early.',
  noView: 'No saved view is shown.',
  showTag: (tag: string) => `Show tag ${tag}`,
  showView: (name: string) => `Show view ${name}`,
  noRecoveryKey: 'This vault has none.',
  noDrill: 'No drill runs.',
  open: 'Open',

  environment: (name: string) => `Show environment ${name}`,
  environments: 'Environment 1 to 9',
  credential: (label: string) => `Open ${label}`,

  noToken,
  severalMarked: 'Several are selected; this works on one.',
  noneMarked: 'Nothing is selected.',
  noneFit: 'It cannot be done for any of the selected.',
  someRenew: 'Some of the selected have a token to renew, others none. Choose Get or Renew.',
  refused: (title: string, why: string) => `${title.replace(/…$/u, '')}: ${why}`,
  bulkRunning: 'The previous one has not ended.',
  noBulk: 'No selection has results.',
  chooseFirst: 'Choose a key first.',
  chooseEnvironment: 'Choose an environment or a key first.',
  beingDeleted: 'It is being deleted. No new tokens.',
  nothingLive: 'It has no live tokens.',
  rotating: 'Its secret is being rotated.',
  sortedSo: 'The list is sorted that way.',
  nothingSearched: 'There is no search.',
  noRun: 'There is no run.',
  clipboardEmpty: 'No token is on the clipboard.',
  nothingOpen: 'Nothing is open.',
} as const;

export const paletteWords = {
  title: 'Search actions',
  field: 'Find an action or a key',
  hint: 'What do you want to do?',
  results: 'Actions',
  nothing: 'No action or key has this name.',
  more: (count: number) => `${whole(count)} more keys; type more of the name.`,
} as const;

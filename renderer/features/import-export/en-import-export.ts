// The words about imports and exports: what was found, why something is proposed, what a file still holds.
import { counted } from '../../../electron/shared/counts.ts';
import type {
  AccessReason,
  EnvironmentReason,
  ImportFormat,
  ImportLeftOut,
  ImportNote,
  ImportRowView,
  ImportSource,
} from '../../../electron/shared/import-export/import-view.ts';
import type { ImportObstacle } from './import-choices.ts';
import { forms } from '../../i18n/en-forms.ts';

const formats: Readonly<Record<ImportFormat, string>> = {
  env: '.env file',
  json: 'JSON',
  csv: 'CSV',
  yaml: 'YAML',
  curl: 'commands',
  http: '.http file',
  har: 'HAR, the log of a browser',
  postman: 'Postman export',
  insomnia: 'Insomnia export',
  bruno: 'Bruno export',
  inventory: 'Inventory of Strongroom, which has no secrets',
};

const notes: Readonly<Record<ImportNote, string>> = {
  client_id_missing: 'There is a secret without a client id.',
  client_id_placeholder: 'The client id is a variable that has no value in the file.',
  client_id_unusable: 'The client id is not one plain line, or is a secret of this file.',
  secret_space_around: 'The secret begins or ends with a space. It is kept as it is.',
  secret_plus:
    'The secret stands in a form that writes a space as +. A + in it was read as a space: compare it, or enter it by hand.',
  label_made: 'The file has no label; this one is the client id or the file name.',
  label_characters:
    'The label contained invisible characters or ones that reverse text; each is shown as �.',
  label_shortened: 'The label was longer than 80 characters.',
  unknown_scope: 'This service does not have some of the scopes; they are left out.',
  not_https: 'The file calls this host without TLS. Strongroom never does.',
};

const leftOut: Readonly<Record<ImportLeftOut['what'], string>> = {
  command: 'a command whose quotation mark does not close',
  line: 'sets no value',
  quote: 'its quotation mark does not close',
  row: 'another number of fields than the first line',
};

const access: Readonly<Record<AccessReason, string>> = {
  said: 'The file says so.',
  path: 'Proposed because of the path of its address.',
  scope: 'Proposed because only Trader keys have scopes.',
  encoding: 'Proposed because of how its request is encoded: check it.',
};

const environment: Readonly<Record<EnvironmentReason, string>> = {
  host: 'Found by its host.',
  name: 'Found by its name.',
};

const obstacles: Readonly<Record<ImportObstacle, string>> = {
  unfit: 'Cannot be imported.',
  environment: 'Choose its environment.',
  access_type: 'Choose its access type.',
  scopes: 'Choose at least one scope.',
  label: 'Enter a label of 1 to 80 characters.',
  label_unfit: forms.credential.errors.characters,
  name_taken: 'Another key of that environment has this label: change it.',
  permission: 'Choose what the key may do.',
  way: 'Choose again: whose secret this would replace is not clear.',
  twice: 'Another chosen row replaces the same secret.',
};

function secret({
  standing,
  characters,
  fingerprint,
  placeholder,
}: ImportRowView['secret']): string {
  switch (standing) {
    case 'present':
      return `present, ${counted(characters, 'character')}, fingerprint ${fingerprint}`;
    case 'missing':
      return 'not in the file';
    case 'placeholder':
      return placeholder?.startsWith('op read ') === true
        ? `kept in 1Password: add the key by hand with the secret command ${placeholder}`
        : `not a value: ${placeholder ?? 'a variable'} is in its place`;
    case 'masked':
      return 'masked where it was exported: asterisks or a hint in its place';
    case 'too_long':
      return 'longer than 4096 bytes';
    case 'line_break':
      return 'contains a line break or a control character';
  }
}

export const importWords = {
  title: 'Import keys',
  lead: 'Reads client ids and secrets out of a file or a copied command. It shows what it found, without the secrets. Nothing is kept until you choose.',
  kinds: [
    '.env files, JSON, YAML and CSV, also as password managers and secret stores write them',
    'Commands for curl, HTTPie and PowerShell, as copied from a terminal or browser. HAR and .http files',
    'Postman (collection v2 or environment), Insomnia (4 and 5), Bruno (JSON, .bru or OpenCollection)',
  ],
  limits: 'At most 4 MiB of JSON, 256 KiB of anything else, and 500 keys.',
  leftOut: (all: readonly ImportLeftOut[]): string =>
    `Not read: ${all.map(({ line, what }) => `line ${line} (${leftOut[what]})`).join(', ')}.`,
  take: { file: 'Choose a file…', clipboard: 'From the clipboard' } satisfies Record<
    ImportSource,
    string
  >,
  another: 'Import another:',
  found: (n: number) => `${counted(n, 'key')} found`,
  from: (fileName: string, format: ImportFormat) =>
    `${fileName === '' ? 'The clipboard' : fileName}: ${formats[format]}`,
  noSecrets:
    'This inventory has no secrets, so nothing in it can be imported. It shows which keys are here and which are missing. Add those one by one with their secret.',
  forOpen: 'For all rows that still need one',
  choose: 'Choose…',
  environmentHint: (name: string) => (name === '' ? '' : `The file calls it ${name}.`),
  environmentReason: environment,
  accessType: 'Access type',
  accessTypes: { trader: 'Trader', partner: 'Partner' },
  accessReason: access,
  noAccessReason: 'The file does not say which.',
  scopesAssumed: 'The file names none: Read only is assumed.',
  label: 'Label',
  rows: 'Keys found',
  include: (label: string) => `Import ${label}`,
  addByHand: 'Add key…',
  addByHandOf: (label: string) => `Add key ${label}…`,
  addByHandNote: 'Fills in the form with what is known; you bring the secret.',
  /** Of the table of what was found. */
  columns: ['Label', 'Client id', 'Secret', 'Hosts', 'Where'],
  client: 'Client id',
  secret: 'Secret',
  hosts: 'Hosts',
  secretOf: secret,
  place: (line: number, more: number) =>
    `line ${line}${more === 0 ? '' : ` and ${counted(more, 'further place')}`}`,
  details: 'Details',
  notes,
  obstacles,
  here: (label: string, isSame: boolean) =>
    isSame
      ? `In this vault already, with the same secret: ${label}.`
      : `This client is in this vault, with another secret: ${label}.`,
  elsewhere: (label: string, place: string) => `The same client id is in ${place}: ${label}.`,
  secretKnown: (label: string) =>
    `The same secret belongs to another client of this vault: ${label}.`,
  moreKnown: (n: number) =>
    `${counted(n, 'further key')} of this vault ${n === 1 ? 'has' : 'have'} the same client id or secret.`,
  sameClient: (lines: string) => `The same client id stands again in ${lines}.`,
  sameSecret: (lines: string) => `Another client in ${lines} has the same secret.`,
  lines(all: readonly number[]): string {
    const shown = all.slice(0, 5).map((n) => `line ${n}`);
    const more = all.length - shown.length;
    return more === 0
      ? shown.join(', ')
      : `${shown.join(', ')} and ${counted(more, 'further line')}`;
  },
  way: 'What to do with it',
  ways: {
    skip: 'Skip it',
    add: 'Import it as a key of its own',
    replace_secret: 'Replace the stored secret with this one',
  },
  apply: (added: number, replaced: number) =>
    replaced === 0
      ? `Import ${counted(added, 'key')}…`
      : `Import ${added}, replace ${counted(replaced, 'secret')}…`,
  nothingChosen: 'Nothing is chosen.',
  open: (n: number) =>
    `${n === 1 ? '1 chosen row needs' : `${n} chosen rows need`} a decision first.`,
  plain: (fileName: string) =>
    fileName === ''
      ? 'The secrets are still readable where you copied them: a terminal, note or page.'
      : `${fileName} still holds the secrets in the clear, in the folder where you chose it. It was not deleted.`,
  plainTodo:
    'Delete it once you no longer need it. Check the trash, backups, synchronised folders and version control too. If others could read it, rotate the secrets.',
  next: 'The first token shows whether the key works.',
} as const;

const slots: Readonly<Record<string, string>> = {
  pw: 'the passphrase this vault has now',
  rk: 'the recovery key it has now',
  os: 'the system keystore, on this machine and for your account only',
};

export const exportWords = {
  title: 'Export',
  copy: 'Encrypted copy',
  copyLead:
    'The vault file as it is, sealed: every key, secret and token. It is read back after it was saved, and never replaces another file. The history and the settings are not in it.',
  opens: (ways: readonly string[]) =>
    `What opens it: ${[...new Set(ways.map((way) => slots[way] ?? way))].join('; ')}. What you change about that later does not change the copy.`,
  restore:
    'To use it, choose “Restore from a file…” in the settings under Backups. Or choose it on the first screen of another machine.',
  saveCopy: 'Save an encrypted copy…',
  inventory: 'Inventory',
  inventoryLead:
    'A list of the keys without secrets and tokens. It has label, client id, environment, scopes, owner, tags, dates, fingerprints and live tokens. Before it is written it is searched for every secret and token of this vault.',
  plain: 'It is not encrypted: whoever has it knows which keys you have.',
  csv: 'Save as CSV…',
  json: 'Save as JSON…',
} as const;

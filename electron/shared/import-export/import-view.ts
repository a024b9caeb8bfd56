// What the window sees of an import: labels, client ids, hosts and guesses with their reasons. Of a secret
// whether it is there, how long it is, and its fingerprint; never its text. Of the file its name; never
// its folder.
import * as v from 'valibot';
import { accessTypes, partnerPermissions, traderScopes } from '../words.ts';
import { count, done, id, line, list, nothing, text } from '../view-parts.ts';

/** Where an import comes from. Read by main; never through the window. */
export const importSources = ['file', 'clipboard'] as const;
export type ImportSource = (typeof importSources)[number];

const importFormats = [
  'env',
  'json',
  'csv',
  'yaml',
  'curl', // and other commands
  'http', // .http and .rest files
  'har',
  'postman',
  'insomnia',
  'bruno',
  'inventory', // Strongroom's own, which has no secrets
] as const;
export type ImportFormat = (typeof importFormats)[number];

const secretStandings = [
  'present',
  'missing',
  'placeholder', // a variable that the file gives no value
  'masked', // asterisks, or words between angle brackets
  'too_long',
  'line_break', // or another control character
] as const;
export type SecretStanding = (typeof secretStandings)[number];

/** Why an access type is proposed. */
const accessReasons = [
  'said', // a field says it
  'path', // the path of the token endpoint (docs/service.md 4)
  'scope', // only Traders have scopes (docs/service.md 2.6)
  'encoding', // form or JSON (docs/service.md 2.2, 2.4)
] as const;
export type AccessReason = (typeof accessReasons)[number];

const environmentReasons = ['host', 'name'] as const;
export type EnvironmentReason = (typeof environmentReasons)[number];

/** What stands out in a row. The first three keep it from being imported. */
export const importNotes = [
  'client_id_missing',
  'client_id_placeholder',
  'client_id_unusable',
  'secret_space_around',
  'secret_plus', // a form's + was read as a space
  'label_made', // the file has none
  'label_characters',
  'label_shortened',
  'unknown_scope',
  'not_https',
] as const;
export type ImportNote = (typeof importNotes)[number];

/** What one import may show; what lies beyond is refused, counted or left out. */
export const importLimits = {
  /** Credentials of one file. */
  rows: 500,
  /** Of one row. */
  hosts: 8,
  tags: 12,
  /** Credentials of the vault that one row meets in one way. */
  meetings: 20,
  /** Passed over, each told by its line. */
  leftOut: 100,
} as const;

const other = v.strictObject({
  credentialId: id,
  label: text(80),
  environmentId: id,
  /** Compared byte by byte in main. */
  sameSecret: v.boolean(),
});

/** What a file tells of one credential beside its secret. */
const importFound = v.strictObject({
  label: text(80),
  clientId: text(256),
  hosts: list(text(260), importLimits.hosts),
  /** What the file calls the environment. */
  environmentName: text(80),
  accessType: v.nullable(v.picklist(accessTypes)),
  accessReason: v.nullable(v.picklist(accessReasons)),
  scopes: list(v.picklist(traderScopes), traderScopes.length),
  permission: v.nullable(v.picklist(partnerPermissions)),
  ownerAccount: text(80),
  tags: list(text(40), importLimits.tags),
  notes: list(v.picklist(importNotes), importNotes.length),
});
export type ImportFound = v.InferOutput<typeof importFound>;

const importRowView = v.strictObject({
  ...importFound.entries,
  /** From 0, in the order of the file. */
  row: count,
  line: count,
  /** Further places of the file with the same credential. */
  more: count,
  environmentId: v.nullable(id),
  environmentReason: v.nullable(v.picklist(environmentReasons)),
  secret: v.strictObject({
    standing: v.picklist(secretStandings),
    /** Of UTF-8 text; 0 unless it is there. */
    characters: count,
    /** Under the vault's key, as every fingerprint here; empty unless it is there. */
    fingerprint: text(32),
    /** Name of the variable in its place. */
    placeholder: v.nullable(text(80)),
  }),
  /** It has what an import needs; what a person can still choose left aside. */
  importable: v.boolean(),
  /** Credentials of the vault with the same client id, the first of them. */
  known: list(other, importLimits.meetings),
  /** Credentials of the vault with the same secret and another client id, the first of them. */
  secretOf: list(other, importLimits.meetings),
  /** Further ones of either kind. */
  moreKnown: count,
  /** Other rows with the same client id; with the same secret and another client id. */
  sameClient: list(count, importLimits.rows),
  sameSecret: list(count, importLimits.rows),
});
export type ImportRowView = v.InferOutput<typeof importRowView>;

const importLeftOut = v.strictObject({
  line: count,
  what: v.picklist(['command', 'line', 'quote', 'row']),
});
export type ImportLeftOut = v.InferOutput<typeof importLeftOut>;

/** What was read of a file, row by row, before anything is taken. */
export const importDraftView = v.strictObject({
  source: v.picklist(importSources),
  format: v.picklist(importFormats),
  /** Without its folder; empty for the clipboard. */
  fileName: text(255),
  rows: list(importRowView, importLimits.rows),
  /** What could not be read, the first of it. */
  leftOut: list(importLeftOut, importLimits.leftOut),
});
export type ImportDraftView = v.InferOutput<typeof importDraftView>;

const importWays = ['add', 'replace_secret'] as const;

/** What the person chose for one row. */
export const importChoice = v.strictObject({
  row: count,
  way: v.picklist(importWays),
  label: line(1, 80),
  environmentId: id,
  accessType: v.picklist(accessTypes),
  registeredScopes: list(v.picklist(traderScopes), traderScopes.length),
  permission: v.nullable(v.picklist(partnerPermissions)),
});
export type ImportChoice = v.InferOutput<typeof importChoice>;

/** How many credentials an import has added and replaced. */
export const importDone = v.strictObject({ added: count, replaced: count });
export type ImportDone = v.InferOutput<typeof importDone>;

const cancelled = v.literal('cancelled');

/** What the inventory may be saved as. Its columns are in the README. */
export const inventoryFormats = ['csv', 'json'] as const;

/** The rows of the contract about imports and exports. */
export const transferCalls = {
  /** Not confirmed by a dialog: main's own file dialog, or its question about the clipboard, is more. */
  importTake: {
    input: v.strictObject({ source: v.picklist(importSources) }),
    output: v.union([importDraftView, cancelled]),
    effect: 'none',
  },
  importApply: {
    input: v.strictObject({
      choices: list(importChoice, importLimits.rows, 1),
    }),
    output: v.union([importDone, cancelled]),
    effect: 'places_secret',
    confirm: true,
  },
  /** Takes the import out of memory. */
  importEnd: { input: nothing, output: done, effect: 'none' },
  /** Saves an encrypted copy of the vault where the person says in main's dialog. It never replaces a file. */
  vaultCopySave: {
    input: nothing,
    output: v.union([v.strictObject({ bytes: count }), cancelled]),
    effect: 'discloses',
    confirm: 'by_handler',
  },
  inventoryExport: {
    input: v.strictObject({ format: v.picklist(inventoryFormats) }),
    output: v.union([v.strictObject({ credentials: count }), cancelled]),
    effect: 'discloses',
    confirm: 'by_handler',
  },
} as const;

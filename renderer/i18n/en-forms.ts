// The words of the sheets: forms, their errors, and what each confirmation says.
import { counted, whole } from '../../electron/shared/counts.ts';
import type { AddressCheckView } from '../../electron/shared/environments/environment-view.ts';
import type { SecretSource } from '../../electron/shared/words.ts';

export const addressReasons: Readonly<Record<NonNullable<AddressCheckView['reason']>, string>> = {
  empty: 'Enter an address.',
  not_an_address: 'This is not an address. Enter one such as https://api.example.com.',
  not_https: 'Begin with https://. A secret is never sent unprotected.',
  has_credentials: 'Leave out the user name and password before the @.',
  has_query: 'Leave out the ? and what follows it.',
  has_fragment: 'Leave out the # and what follows it.',
  has_backslash: 'Use / instead of \\.',
  has_stray_signs: 'Leave out the quotation marks, brackets and braces.',
  has_whitespace: 'Leave out the spaces.',
  has_control_characters: 'It contains invisible characters. Type it by hand.',
  too_long: 'It is longer than 2,048 characters.',
};

export const sourceWords: Readonly<Record<SecretSource, readonly [string, string]>> = {
  entry: ['Type or paste it in a separate window', 'This window never sees it.'],
  clipboard: [
    'Take it from the clipboard',
    'You are shown its length and fingerprint first; the clipboard is cleared afterwards.',
  ],
  file: ['Read it from a file', 'You choose the file; it is read once and left as it is.'],
};

export const forms = {
  credential: {
    add: 'Add key',
    edit: 'Edit key',
    paste: 'Paste everything',
    pasteHint: 'A command, .env lines or JSON that you copied.',
    label: 'Label',
    labelHint: 'Such as Desk-A.',
    clientId: 'Client id',
    clientIdHint: 'As the web app shows it. It is not secret.',
    accessType: 'Access type',
    trader: 'Trader',
    traderNote: 'For trading accounts. Read and Trade scopes.',
    partner: 'Partner',
    partnerNote: 'For market makers. Rights are set in the web app.',
    scopes: 'Registered scopes',
    scopesHint: 'Fixed when the client was registered.',
    permission: 'Permission of the key',
    permissionHint: 'As set in the web app. It is never sent.',
    more: 'More options',
    lines: {
      ownerAccount: {
        label: 'Owner account',
        hint: 'Optional. One account can have only one access type.',
      },
    },
    tags: 'Tags',
    tagsHint: 'Optional. Separate them with commas.',
    source: 'Client secret',
    conflict: (owner: string, label: string) =>
      `${owner} already has the other access type (${label}). Only one access type applies per account, so one of the two will be refused.`,
    submitAdd: 'Add key',
    submitEdit: 'Save',
    errors: {
      labelEmpty: 'Enter a label.',
      lineLong: 'Use at most 80 characters.',
      labelTaken: 'Another key of this environment has this label. Choose another one.',
      clientIdEmpty: 'Enter the client id from the web app.',
      clientIdLong: 'Use at most 256 characters.',
      characters: 'It contains invisible characters. Type it by hand.',
      scopes: 'Choose at least one registered scope.',
      permission: 'Choose what the key may do.',
      environment: 'Choose an environment.',
      tagLong: 'Use at most 40 characters for each tag.',
      tagMany: 'Use at most 12 tags.',
    },
  },
  replaceSecret: {
    title: 'Replace secret',
    lead: (label: string) =>
      `The new secret takes the place of the one stored for ${label}. Tokens already issued stay as they are.`,
    source: 'New client secret',
    submit: 'Replace secret',
  },
  deleteCredential: {
    title: 'Delete key',
    lead: (label: string) =>
      `Removes ${label}, its secret and its token records from this vault. The key itself stays valid on the server.`,
    live: (n: number) =>
      `${counted(n, 'token')} of it ${n === 1 ? 'is' : 'are'} live and ${n === 1 ? 'is' : 'are'} revoked first. The key goes once ${n === 1 ? 'it is' : 'they are'} confirmed dead. That takes up to five minutes after the server accepted. Strongroom has to stay open and unlocked.`,
    notRevocable: (n: number) =>
      `${counted(n, 'live token')} cannot be revoked from here. The key is deleted once ${n === 1 ? 'it is' : 'they are'} confirmed dead or ${n === 1 ? 'has' : 'have'} expired. Until then it stays listed.`,
    type: (label: string) => `Type ${label} to confirm`,
    mismatch: 'This is not the label of the key.',
    submit: 'Delete key',
    submitRevoke: (n: number) => `Revoke ${whole(n)} and delete`,
    submitWait: 'Delete once dead',
  },
  environment: {
    add: 'Add environment',
    name: 'Name',
    nameError: 'Enter a name of at most 80 characters.',
    kind: 'Kind',
    kindNotes: {
      practice: 'For exercises; striped everywhere',
      sandbox: 'A test system of the service',
      production: 'Real money; in red everywhere',
    },
    base: 'Base address',
    baseHint: 'Tokens are requested and revoked here.',
    trade: 'Trade address',
    tradeHint: 'Low-latency API and the identity check.',
    willUse: 'Will be used as',
    punycode: 'Compare letter by letter; on the wire the host is',
    advanced: 'Advanced: proxy, own certificate authority',
    authority: 'Own certificate authority',
    authorityHint:
      'Optional. Only if the server’s certificate comes from an authority of your own.',
    chooseAuthority: 'Choose a PEM file…',
    dropAuthority: 'Use none',
    subject: 'Subject',
    issuer: 'Issuer',
    validity: 'Valid',
    fingerprint: 'Fingerprint',
    validFromTo: (from: string, to: string) => `${from} to ${to}`,
    validTo: (to: string) => `until ${to}`,
    submit: 'Add environment',
    notAdded: 'Tested first, with nothing sent. It was not added.',
    anyway: 'Add anyway',
    changePlace: 'Change kind or addresses…',
    placeTitle: 'Change kind or addresses',
    savePlace: 'Save addresses',
    rename: 'Rename…',
    renameTitle: 'Rename environment',
    saveName: 'Save name',
    nameTaken: 'Another environment has this name. Choose another one.',
    remove: 'Remove environment',
    builtIn: 'The practice environment belongs to Strongroom and cannot be removed.',
    inUse: (n: number) => `Cannot be removed: ${counted(n, 'key')} ${n === 1 ? 'uses' : 'use'} it.`,
  },
} as const;

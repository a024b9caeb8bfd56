// The words of the window: headings, notes. What is done is called as in en-actions.ts.
import { counted, whole } from '../../electron/shared/counts.ts';
import { refusedInARow } from '../../electron/shared/tokens/evidence-words.ts';
import type { Standing } from './en-states.ts';
import type { EnvironmentKind, TraderScope } from '../../electron/shared/words.ts';

export const kindWords: Readonly<Record<EnvironmentKind, string>> = {
  practice: 'Practice',
  sandbox: 'Sandbox',
  production: 'Production',
};

export const scopeWords: Readonly<Record<TraderScope, string>> = {
  TRADER_READ: 'Read',
  TRADER_TRADE: 'Trade',
};
export const scopeMeans: Readonly<Record<TraderScope, string>> = {
  TRADER_READ: 'look at the standard Trader API',
  TRADER_TRADE: 'place orders, and use the low-latency API in full',
};
/** The name of an environment is its kind already. */
export const saysKind = (name: string, kind: EnvironmentKind): boolean =>
  name.toLowerCase() === kindWords[kind].toLowerCase();
/** After the name of an environment, and after a scope, for a screen reader. */
export const kindAside = (kind: EnvironmentKind): string => `, ${kindWords[kind].toLowerCase()}`;
export const chipTitle = (name: string, kind: EnvironmentKind): string =>
  `${name}: ${kindWords[kind]}`;
export const SCOPE_ASIDE = ' scope ';
export const scopeSpoken = (label: string): string => `${label} scope `;
export const scopeHeld = (label: string): string => `${label}: a live token has it`;
/** A granted scope in the words of the window, or as the server wrote it. */
export const scopeLabel = (scope: string): string =>
  scope === 'TRADER_READ' || scope === 'TRADER_TRADE' ? scopeWords[scope] : scope;

export const en = {
  product: 'Strongroom',
  inEnvironment: (label: string, environment: string): string => `${label} in ${environment}`,
  verbs: {
    cancel: 'Cancel',
    close: 'Close',
    back: 'Back to list',
    dismiss: 'Dismiss',
    showSaved: 'Show in folder',
  },
  typed: {
    question: 'Close and lose what you typed?',
    keep: 'Keep typing',
    drop: 'Discard it',
  },
  sidebar: {
    label: 'Environments and views',
    views: 'Views',
    all: 'All keys',
    attention: 'Needs attention',
    trade: 'Can trade',
    favourites: 'Favourites',
    environments: 'Environments',
    tags: 'Tags',
    show: 'Environments and views',
    practice: 'Practice gateway',
  },
  list: {
    label: 'Keys',
    add: 'Add',
    search: 'Search keys',
    sort: 'Sort',
    sorts: { attention: 'Attention', name: 'Name', expiry: 'Expiry', used: 'Last use' },
    group: 'Group',
    groupings: {
      none: 'None',
      state: 'State',
      environment: 'Environment',
      owner: 'Owner',
      tags: 'Tags',
    },
    /** In the order in which they stand. */
    stateGroups: {
      leaked: 'Leaked',
      failing: 'Failing',
      expiring: 'Expiring',
      expired: 'Expired',
      secret: 'Secret due',
      fine: 'All fine',
      ending: 'Being revoked',
      empty: 'No token',
    },
    noOwner: 'No owner',
    noTags: 'No tags',
    /** In place of a time, where the word of the state is longer. */
    rowWords: {
      propagating: 'Revoked · confirming',
      confirming: 'Revoked · confirming',
      not_verifiable: 'Revoked',
    } as Partial<Record<Standing, string>>,
    sortAgain: 'Update',
    orderHeld: 'Order changed',
    empty: 'No keys yet.',
    emptyHint: 'Add one to get tokens with it, or import them from a file.',
    emptyIn: (environment: string) => `No keys in ${environment} yet.`,
    emptyFilter: 'No keys in this view.',
    noMatch: (words: string) => `No key matches ${words}.`,
    tokens: (n: number) => counted(n, 'token'),
    shown: (n: number) => counted(n, 'key'),
  },
  environmentSelect: {
    label: 'Environment',
    choose: 'Choose…',
    add: 'Add environment…',
    pressEnter: 'Press Enter to add an environment.',
  },
  timeError: 'Enter a time, for example 08:00.',
  nextTry: { in: 'Next attempt in', at: 'Next attempt at' },
  detail: {
    label: 'Key',
    nothing: 'Choose a key to see its tokens.',
    tabs: {
      label: 'About the key',
      tokens: 'Tokens',
      access: 'Access',
      history: 'History',
    },
    others: (n: number) => `Other tokens (${whole(n)})`,
    earlier: (n: number) => `Earlier tokens (${whole(n)})`,
    another: 'Get another token',
    anotherHint: 'This adds a token. Existing ones keep working.',
    scopes: 'Scopes to ask for',
    chooseScope: 'Choose at least one scope.',
    partnerNoScopes: 'Partner tokens carry no scope. What the key can do is set in the web app.',
    slow: 'Still waiting: it may be slow the first time.',
    stopping: 'Stopping. If a token still arrives, it is revoked.',
    busy: {
      token: 'Getting a token…',
      check: 'Checking…',
      revoke: 'Revoking…',
      old_secret: 'Trying the old secret…',
    },
    access: 'Access',
    accessType: { trader: 'Trader', partner: 'Partner' },
    permission: { read: 'Read', write: 'Read and write' },
    facts: {
      clientId: 'Client id',
      accessType: 'Access type',
      registered: 'Registered scopes',
      permission: 'Permission',
      base: 'Base address',
      trade: 'Trade address',
      tags: 'Tags',
      none: 'none',
    },
    secret: 'Secret',
    /** The fingerprint stands after it. */
    secretFact: (ago: string) => `Stored, set ${ago}, fingerprint`,
    danger: 'Delete',
    dangerHint: 'Removes the key and its secret from this vault. It stays valid on the server.',
    conflict:
      'Another key of this owner account has the other access type. Only one access type applies per account, so one of the two will be refused.',
    stopped:
      'Refused three times in a row. Nothing is tried automatically any more; check client id and secret.',
    removing:
      'It is deleted once all its tokens are confirmed dead or have expired. A confirmation takes up to five minutes after the server accepted, while Strongroom is unlocked.',
    lastFailure: (ago: string) => `Last failure, ${ago}`,
    unsaved: 'Not saved on disk yet; saving is tried again. Keep Strongroom running.',
  },
  token: {
    label: (fingerprint: string) => `Token ${fingerprint}`,
    more: (fingerprint: string) => `More for token ${fingerprint}`,
    requested: 'asked for',
    granted: 'granted',
    grantedUnknown: 'granted scopes unknown',
    got: (ago: string) => `requested ${ago}`,
    until: (time: string) => `until ${time}`,
    was: (time: string) => `since ${time}`,
    wouldExpire: (time: string) => `would expire ${time}`,
    wouldHaveExpired: (time: string) => `would have expired ${time}`,
    checked: (outcome: string, ago: string) => `checked ${ago}: ${outcome}`,
    refusals: refusedInARow,
    nextAttempt: { in: 'next attempt in', at: 'next attempt at' },
    expiryUnknown: 'no expiry given',
    clock: {
      behind:
        'This machine’s clock shows a time before this token was asked for. Until the clock is set right, its end is unknown and nothing renews it.',
      set: 'This machine’s clock was set back since this token was asked for. Its end counts by the time that passed.',
    },
    attempts: (n: number) => counted(n, 'attempt'),
    raw: (text: string) => `expires_in as sent: ${text}`,
  },
  outcome: {
    honoured: 'accepted',
    lacks_scope: 'valid, scope not enough',
    refused: 'refused',
    forbidden: 'call not permitted',
    unclear: 'unclear',
    no_answer: 'no answer',
  },
  revokeBar: {
    question: (fingerprint: string) => `Revoke token ${fingerprint}?`,
    stops: (label: string, what: string) =>
      `Programs using ${label} lose access at once: ${what}. This cannot be undone.`,
    others: (n: number) =>
      `${counted(n, 'other live token')} of this key ${n === 1 ? 'stays' : 'stay'} live.`,
    confirm: 'Revoke token',
    read: 'reading the Trader API',
    trade: 'trading, reading, low-latency API',
    unknown: 'every call made with it',
  },
  clipboard: {
    holds: 'Token on the clipboard, clears in',
    holdsUntil: 'Token on the clipboard, clears at',
    kept: 'The desktop may still have what was copied. It is cleared once this window has the focus.',
  },
  status: {
    label: 'Status',
    unlocked: 'Unlocked',
    locksIn: (time: string) => `Unlocked, locks in ${time}`,
    locksAt: (time: string) => `Unlocked, locks at ${time}`,
    neverLocks: 'Unlocked, no auto-lock',
    skew: (seconds: string) => `Clock ${seconds} s off`,
    skewLarge: (seconds: string) => `Clock ${seconds} s off: expiry times may be wrong`,
    offline: 'No network',
    offlineWhole: 'This machine has no network. Times count on; revocations are tried again.',
    proxy: (address: string) => `Proxy ${address}`,
    proxyWhole: (environment: string) => `Every call of ${environment} goes through it`,
  },
  drill: { word: 'DRILL', clock: 'since the alarm' },
  failure: {
    details: 'Details',
    copy: 'Copy details',
    again: 'Try again',
    trust: 'Trust its authority…',
    reopen: 'Lock and open again',
  },
} as const;

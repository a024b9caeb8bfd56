// The words of the check report, the Partner guide, settings, the practice panel and the key sheet.
import type { PracticeFault } from '../../electron/shared/practice/practice-view.ts';
import type { CheckReportView } from '../../electron/shared/tokens/check-report-view.ts';
import { refusedInARow } from '../../electron/shared/tokens/evidence-words.ts';

type Verdict = readonly [word: string, means: string];

const verdicts: Readonly<Record<CheckReportView['outcome'], Verdict>> = {
  honoured: ['The server accepts this token', 'It works right now.'],
  lacks_scope: [
    'The token is valid; this call needs a scope it does not have',
    'The server knows the token and says so.',
  ],
  refused: [
    'The server refuses this token here',
    'It expired early, was revoked, or its revocation has arrived. Other regions may still take it.',
  ],
  forbidden: [
    'The token was not refused, but this call was',
    'A server answers 403 when the permission of a token is not enough. A firewall may answer so too.',
  ],
  unclear: [
    'The answer does not settle it',
    'It is not about the token, or says neither that it works nor that it does not.',
  ],
  no_answer: ['No answer came', 'Nothing is known about the token from this check.'],
};

const lacksTrade: Verdict = [
  'The token is valid; who-am-I needs the Trade scope',
  'The server knows the token and says so. It works for what its scopes allow.',
];
const maybeLacksTrade: Verdict = [
  'The token was not refused, but this call was',
  'Who-am-I needs the Trade scope, which this token does not have, so a 403 was to be expected. It does not show whether the token works.',
];

/** What a check found, and what that means. */
export function verdictOn({
  outcome,
  needsTrade,
}: Pick<CheckReportView, 'outcome' | 'needsTrade'>): Verdict {
  if (needsTrade && outcome === 'lacks_scope') return lacksTrade;
  if (needsTrade && outcome === 'forbidden') return maybeLacksTrade;
  return verdicts[outcome];
}

export const faultWords: Readonly<Record<PracticeFault, string>> = {
  none: 'None',
  invalid_client_400: 'Refuse credentials, status 400',
  invalid_client_401_challenge: 'Refuse credentials, status 401 with a challenge',
  forbidden_empty: 'Refuse with 403 and nothing else',
  html_error: 'Answer with a web page',
  server_error_503: 'Unavailable, status 503',
  rate_limited_429: 'Ask to slow down, status 429',
  narrower_scope: 'Grant fewer scopes than asked',
  wider_scope: 'Grant more scopes than asked',
  missing_expires_in: 'Leave out the lifetime',
  redirect: 'Redirect elsewhere',
  no_token_endpoint: 'Wrong door: no token endpoint here, as at the trading host',
  other_encoding: 'Wrong door: takes another encoding, status 415',
  scope_refused: 'Wrong door: a scope is not registered',
  client_not_allowed: 'Wrong door: this client may not ask here',
  sign_in_page: 'Wrong door: a sign-in page answers',
  sign_in_wall: 'A sign-in wall before the trading host, status 401',
  authorization_dropped: 'A proxy drops the Authorization header',
  revoke_ignored: 'Accept revocations and do nothing',
  check_forbidden: 'Who am I and positions not allowed, status 403',
  clock_behind: 'Its clock is ten minutes behind',
  metadata_other_issuer: 'Metadata of another issuer: a slash more',
  metadata_other_host: 'Metadata that names another host',
  hang: 'Never answer',
};

export const sheets = {
  check: {
    title: 'Check report',
    evidence: (why: string) => `That is about the token: ${why}.`,
    answer: 'Answer',
    empty: 'The answer was empty.',
    plain: 'The answer is not JSON. Its beginning:',
    masked: 'masked',
    more: 'more, not shown',
    items: (n: number) => (n === 1 ? '1 entry' : `${n} entries`),
    facts: {
      call: 'Call',
      host: 'Host',
      status: 'Status',
      noStatus: 'none',
      duration: 'Took',
      type: 'Content type',
      size: 'Size',
      bytes: (n: number) => (n === 1 ? '1 byte' : `${n} bytes`),
      ms: (n: number) => `${Math.round(n)} ms`,
    },
  },
  guide: {
    title: 'Stop a Partner token',
    lead: 'The service documents no way to revoke a Partner token. You stop it in the web app; Strongroom then checks that it is really dead.',
    begin: 'Start the steps',
    beginNote:
      'Nothing has been done yet. Starting marks the token as waiting for you until it is confirmed dead or has expired.',
    steps: 'In the web app',
    practiceNote: 'Practice has no web app. This does there what you would do in it.',
    practiceRevoke: 'Revoke the practice key',
    verify: 'Then make sure',
    checkRefused: 'Check that the token is refused',
    checkLater:
      'First revoke or regenerate the key: then Strongroom asks with the token by itself.',
    asksByItself: 'Strongroom keeps asking with the token until it is confirmed dead.',
    refusals: (seen: Parameters<typeof refusedInARow>[0]) => `So far ${refusedInARow(seen)}.`,
    trySecret: 'Try the old secret',
    trySecretNote:
      'Asks for a token with the stored secret. If it still works, that issues one more token.',
    trySecretLater: 'First rotate the secret.',
    secretOutcome: {
      refused: 'The old secret is refused.',
      still_mints:
        'The old secret still works and has just issued one more token. Rotate it in the web app.',
      unclear: 'The server did not say whether the old secret works. Try again later.',
    },
    replace: 'Store the new secret',
    replaceNote: 'Last of all, so that the old one could be tried.',
  },
  settings: {
    title: 'Settings',
    search: 'Search settings',
    sections: 'Sections',
    notFound: (typed: string) => `No section is about “${typed}”.`,
    vault: 'The vault',
    /** Other words that a section is looked for by. */
    also: {
      appearance: 'theme light dark system colour',
      locking: 'lock automatic minutes idle sleep suspend screen timeout session revoke',
      notifications: 'alerts notify quiet hours expiry before tags names',
      tokens: 'copy clipboard token allow',
      screenshots: 'capture screenshot sharing screen protection',
      closing: 'tray background quit exit window',
      keystore: 'keyring keychain unlock password touch',
      vault: 'passphrase password recovery key backups restore protects data key',
    },
    theme: 'Appearance',
    themes: { system: 'Same as the system', light: 'Light', dark: 'Dark' },
    close: 'Closing the window',
    keepInTray: 'Keep running in the tray',
    keepInTrayNote:
      'Off: closing the window locks the vault and quits. On: the vault stays as it is, and still locks by itself.',
    copy: 'Access tokens',
    copyTokens: 'Allow copying tokens',
    copyNote:
      'Off unless you need it: whatever reads the clipboard can use a copied token until it expires. Each copy is asked about, and the clipboard is cleared after 20 seconds if unchanged, and on lock and quit.',
  },
  practice: {
    title: 'Practice gateway',
    lead: 'A gateway on this machine that behaves as the service is specified. Nothing leaves the machine.',
    running: 'Running',
    stopped: 'Not running',
    traderLifetime: 'Trader lifetime (seconds)',
    partnerLifetime: 'Partner lifetime (seconds)',
    propagation: 'Revocation spreads (seconds)',
    slow: 'First call (milliseconds)',
    fault: 'Answer wrongly',
    apply: 'Apply',
    ledger: 'Requests it received',
    ledgerEmpty: 'No request yet.',
    columns: { at: 'Time', method: 'Method', path: 'Path', status: 'Status', note: 'Note' },
    range: (min: number, max: number) => `Enter a number from ${min} to ${max}.`,
    applied: 'Practice gateway changed.',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    lines: {
      move: 'Move in the list',
      find: 'Find by first letters, in the list',
      select: 'Select several, in the list',
    },
    /** Of keys that are no name on a key alone. */
    named: {
      letters: 'A to Z',
      space: 'Space',
      thenEnter: 'then Enter',
      enterTwice: 'Enter twice',
    },
  },
} as const;

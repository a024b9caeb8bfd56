// What the polite status line says after a call. Facts only; success of a call, never more than that. Apart from the
// words of the sheets, which load with them: the first screen needs these alone.
import type { CheckReportView } from '../../electron/shared/tokens/check-report-view.ts';
import { counted, whole } from '../../electron/shared/counts.ts';
import type { ImportDone } from '../../electron/shared/import-export/import-view.ts';
import type { SecretScanView } from '../../electron/shared/secret-scan/secret-scan-view.ts';
import type {
  InspectionAnswerView,
  InspectionOutcome,
} from '../../electron/shared/inspection/inspection-view.ts';

type Checked = Pick<CheckReportView, 'outcome' | 'needsTrade'>;

const lacksTrade = 'it works. Who-am-I itself is for tokens that can trade.';
const checked: Readonly<Record<CheckReportView['outcome'], string>> = {
  honoured: 'the server accepts the token.',
  lacks_scope: 'it works. This call needs a scope that it does not have.',
  refused: 'the server refuses the token.',
  forbidden: 'the call was not permitted (403); the token itself was not refused.',
  unclear: 'the answer says neither that it works nor that it does not.',
  no_answer: 'no answer came.',
};

const forgotten = {
  forgotten: (label: string) => `Token of ${label} forgotten here. That does not revoke it.`,
  removed: (label: string) => `The record of a dead token of ${label} is removed here.`,
  when_dead: (label: string) =>
    `The token of ${label} is forgotten here once it is confirmed dead or has expired.`,
} as const;

export const said = {
  tokenReceived: (label: string) => `Token received for ${label}.`,
  tokenRenewed: (label: string) => `New token for ${label}. The old one stays live.`,
  checked: (label: string, { outcome, needsTrade }: Checked) =>
    `${label}: ${outcome === 'lacks_scope' && needsTrade ? lacksTrade : checked[outcome]}`,
  revocationStarted: (label: string) => `${label}: revoking.`,
  forgotten: (label: string, how: keyof typeof forgotten) => forgotten[how](label),
  tokenCopied: 'Token copied. The clipboard is cleared after 20 seconds.',
  clipboardCleared: 'Clipboard cleared.',
  copied: 'Copied.',
  clientIdCopied: 'Client id copied.',
  copyByHand: 'Selected. Press Ctrl+C to copy.',
  practiceKeyRevoked: 'The practice gateway has revoked the key.',
  drillStarted: 'A drill has started. Nothing real is touched.',
  drillEnded: 'The drill is over. Everything it made is gone.',
  oldSecret: {
    refused: 'The old secret is refused.',
    still_mints: 'The old secret still works, and one more token was issued.',
    unclear: 'The server did not say whether the old secret works.',
  },
  credentialAdded: (label: string) => `Key ${label} added.`,
  credentialSaved: (label: string) => `Key ${label} saved.`,
  secretReplaced: (label: string) => `Secret of ${label} replaced.`,
  credentialDeleted: (label: string) => `Key ${label} deleted.`,
  credentialGoing: (label: string) =>
    `Key ${label} is deleted once its tokens are confirmed dead or have expired.`,
  rollbackAccepted: 'The older vault is in use now.',
  backupOpens: 'The backup opens, and everything in it is authentic.',
  environmentAdded: (name: string) => `Environment ${name} added.`,
  environmentChanged: (name: string) => `Environment ${name} changed.`,
  environmentRenamed: (name: string) => `Environment renamed to ${name}.`,
  proxySet: (name: string) => `Connection for ${name} changed.`,
  proxyPasswordSet: (name: string) => `The proxy of ${name} has a new password here.`,
  authorityAdded: (name: string) => `${name} trusts that authority from now on.`,
  authorityRemoved: (name: string) => `${name} trusts no authority of its own any more.`,
  environmentRemoved: (name: string) => `Environment ${name} removed.`,
} as const;

export const rotationSaid = {
  started: (label: string) => `Rotation of ${label} started.`,
  taken: 'New secret stored beside the old one.',
  checked: 'The new secret works.',
  ending: 'The tokens of the old secret are being ended.',
  finished: (label: string) => `Rotation of ${label} finished. The old secret is destroyed.`,
  abandoned: (label: string) => `Rotation of ${label} abandoned. The old secret stays.`,
  practiceMade: 'The practice web app has made a secret. It is on the clipboard.',
  practiceRemoved: 'The practice web app has removed the old secret.',
} as const;

export const leakSaid = {
  closed: (label: string) => `Plan for ${label} closed.`,
  started: (label: string) => `Plan for ${label} started.`,
} as const;

export const revokeAllSaid = {
  started: 'Revocation saved. A token counts as dead once confirmed.',
  reportSaved: 'Incident report saved.',
  putAway: 'Run closed. It stays in the history.',
  cancelled: 'Queue stopped. What was sent goes on.',
} as const;

export const renewalSaid = {
  turnedOn: (label: string) => `Renewal for ${label} is on.`,
  turnedOff: (label: string) => `Renewal for ${label} is off.`,
} as const;

export const leaseSaid = {
  saved: 'Saved: the token will be revoked early.',
  removed: 'The token is not revoked early any more. It lives until it expires.',
  atLock: (ended: number, waiting: number) => {
    const done = ended - waiting;
    const first = `${counted(done, 'token')} set to end at lock ${done === 1 ? 'was' : 'were'} revoked.`;
    const rest = `Revoking ${counted(waiting, 'token')} set to end at lock continues as soon as you unlock.`;
    if (waiting === 0) return first;
    return done === 0 ? rest : `${first} ${rest}`;
  },
} as const;

export const diagnosisSaid = {
  started: (label: string) => `Diagnosis of ${label} started.`,
  evidence: 'Evidence saved: a page, and the facts as JSON beside it.',
  ended: (label: string, news: string) => `Diagnosis of ${label}: ${news}`,
} as const;

export const transferSaid = {
  taken: (n: number) => `${counted(n, 'key')} found. Check them, then import.`,
  done: ({ added, replaced }: ImportDone) =>
    [
      added === 0 ? '' : `${counted(added, 'key')} imported.`,
      replaced === 0 ? '' : `${counted(replaced, 'secret')} replaced.`,
    ]
      .filter((part) => part !== '')
      .join(' '),
  copied: (bytes: number) =>
    `The encrypted copy is saved and was read back: ${Math.ceil(bytes / 1024)} KiB.`,
  listed: (n: number) => `The inventory is saved: ${counted(n, 'key')}, no secret in it.`,
} as const;

/** Pasted or typed, as against files. */
export const isText = ({ source }: Pick<SecretScanView, 'source'>): boolean =>
  source === 'clipboard' || source === 'entry';

export function saidOfSearch(view: SecretScanView): string {
  const found = view.found.length + view.moreFound;
  if (found > 0) return `${found === 1 ? '1 of ours was' : `${whole(found)} of ours were`} found`;
  if (view.secrets + view.tokens + view.proxyPasswords === 0)
    return 'This vault has nothing to look for';
  if (view.end !== 'complete') return 'None of ours was found so far';
  return isText(view) ? 'None of ours is in this text' : 'None of ours was found';
}

export const coveredDrop = 'Close what is open first, then drop it again.';

/** What is not answered with yes or no is `unclear` in one word. */
const shortOutcomes: Readonly<Record<InspectionOutcome, string>> = {
  honoured: 'accepted',
  refused: 'refused',
  lacks_scope: 'valid, scope not enough',
  unclear: 'unclear',
  no_answer: 'no answer',
  active: 'active',
  inactive: 'not active',
  asker_refused: 'key refused',
};

export const questionWords: Readonly<Record<InspectionAnswerView['question'], string>> = {
  'identity check': 'who am I',
  positions: 'positions',
  introspection: 'introspection',
};

export const inspectionSaid = {
  taken: (fingerprint: string) => `Token ${fingerprint} taken to inspect.`,
  tidied: 'What surrounded the token was left out.',
  answered: (answer: InspectionAnswerView) =>
    `${answer.environment}, ${questionWords[answer.question]}: ${shortOutcomes[answer.outcome]}.`,
} as const;

export const introspectionSaid = {
  saved: (name: string) => `Introspection of ${name} saved.`,
  switchedOff: (name: string) => `Introspection of ${name} is off.`,
} as const;

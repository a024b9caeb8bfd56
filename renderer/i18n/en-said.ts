// What the polite status line says after a call. Facts only; success of a call, never more than that.
import type { CheckReportView } from '../../electron/shared/tokens/check-report-view.ts';

type Checked = Pick<CheckReportView, 'outcome' | 'needsTrade'>;

const lacksTrade = 'the token is valid; who-am-I needs the Trade scope.';
const checked: Readonly<Record<CheckReportView['outcome'], string>> = {
  honoured: 'the server accepts the token.',
  lacks_scope: 'the token is valid; this call needs a scope that it does not have.',
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
  revocationStarted: (label: string) => `${label}: revocation saved, not confirmed yet.`,
  forgotten: (label: string, how: keyof typeof forgotten) => forgotten[how](label),
  tokenCopied: 'Token copied. The clipboard is cleared after 20 seconds.',
  clipboardCleared: 'Clipboard cleared.',
  copied: 'Copied.',
  clientIdCopied: 'Client id copied.',
  copyByHand: 'Selected. Press Ctrl+C to copy.',
  practiceKeyRevoked: 'The practice gateway has revoked the key.',
  oldSecret: {
    refused: 'The old secret is refused.',
    still_mints: 'The old secret still works, and one more token was issued.',
    unclear: 'The server did not say whether the old secret works.',
  },
  credentialAdded: (label: string) => `Credential ${label} added.`,
  credentialSaved: (label: string) => `Credential ${label} saved.`,
  secretReplaced: (label: string) => `Secret of ${label} replaced.`,
  credentialDeleted: (label: string) => `Credential ${label} deleted.`,
  credentialGoing: (label: string) =>
    `Credential ${label} is deleted once its tokens are confirmed dead or have expired.`,
  rollbackAccepted: 'The older vault is in use now.',
  backupOpens: 'The backup opens, and everything in it is authentic.',
  environmentAdded: (name: string) => `Environment ${name} added.`,
  environmentRenamed: (name: string) => `Environment renamed to ${name}.`,
  proxySet: (name: string) => `${name} is reached as you chose from now on.`,
  proxyPasswordSet: (name: string) => `The proxy of ${name} has a new password here.`,
  authorityAdded: (name: string) => `${name} trusts that authority from now on.`,
  authorityRemoved: (name: string) => `${name} trusts no authority of its own any more.`,
  metadataRead: 'The metadata was read. Nothing was changed.',
  metadataTaken: (name: string) => `${name} introspects tokens as its server says.`,
  environmentRemoved: (name: string) => `Environment ${name} removed.`,
} as const;

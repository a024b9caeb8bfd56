// What main says to the command line, each a whole sentence for the terminal.
import { refusalSentences, type HandOutRefusal } from '../../shared/hand-out/exit-codes.ts';
import { fail, type Result } from '../domain/result.ts';

/** Why a program is given nothing. */
export interface Refused {
  readonly why: HandOutRefusal;
  readonly sentence?: string;
}

export const refused = (why: HandOutRefusal, sentence?: string): Result<never, Refused> =>
  fail({ why, ...(sentence === undefined ? {} : { sentence }) });

export const sentenceOf = (why: HandOutRefusal, sentence?: string): string =>
  sentence ?? refusalSentences[why];

export const requestSentences = {
  unreadable: 'The request is not one that this version of Strongroom understands.',
  unknownCredential: 'There is no credential with this label.',
  sameLabels: 'Several credentials have this label: give the one that is meant another label.',
  scopes: 'The credential is not registered for this scope.',
  noProgram: 'The program to be started is not there, or is no file.',
  closed: 'The question was closed, because the vault was locked or a revocation began.',
  changed: 'The program or its script was changed while the question stood.',
  anotherProcess: 'The request names a process that did not make it.',
  frozen: 'Everything of this credential is being revoked.',
  silent: 'Nobody answered the last two questions. Show the window of Strongroom, then ask again.',
  revokeLocked:
    'The vault is locked: unlock it first. What is renewed while locked can be ended on the locked screen.',
  tooMany: 'Too many programs ask at the same time.',
} as const;

export const runSentences = {
  nothing: 'Nothing is handed out to this program.',
  gone: 'The token of this program is not there any more.',
  revoked: 'The token of this program was revoked.',
  revokedHere: 'The token of this program was revoked in Strongroom.',
  refusesFresh: 'The gateway refuses the token that it has just given.',
  notWritten:
    'The vault is locked, and what is renewed now could not be written down: nothing is renewed until it is unlocked.',
} as const;

/** `4 h`, `90 min`, `45 s`. */
export function lifetimeSaid(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

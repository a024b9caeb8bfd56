// What main says to the command line, each a whole sentence for the terminal.
import { refusalSentences, type HandOutRefusal } from '../../shared/hand-out/exit-codes.ts';
import { fail, type Result } from '../domain/result.ts';

/** Why a program is given nothing. */
export interface Refused {
  readonly why: HandOutRefusal;
  readonly sentence: string;
}

/** @param sentence unless the usual one of the refusal says it all. */
export const refused = (
  why: HandOutRefusal,
  sentence: string = refusalSentences[why],
): Result<never, Refused> => fail({ why, sentence });

export const requestSentences = {
  unreadable: 'The request is not one that this version of Strongroom understands.',
  scopes: 'The key is not registered for this scope.',
  noProgram: 'The program to be started is not there, or is no file.',
  closed: 'The question was closed, because the vault was locked or a revocation began.',
  changed: 'The program or its script was changed while the question stood.',
  anotherProcess: 'The request names a process that did not make it.',
  frozen: 'Everything of this key is being revoked.',
  silent: 'The last two questions got no yes. Show the window of Strongroom, then ask again.',
  revokeLocked: 'The vault is locked: unlock it first.',
  tooMany: 'Too many programs ask at the same time.',
} as const;

export const runSentences = {
  nothing: 'Nothing is handed out to this program.',
  gone: 'The key of this program is not there any more.',
  heldBack:
    'This key is being revoked, deleted or replaced after a leak. Nothing is asked for meanwhile.',
  revoked: 'The token of this program was revoked.',
  revokedHere: 'The token of this program was revoked in Strongroom.',
  refusesFresh: 'The gateway refuses the token that it has just given.',
  wider: 'The gateway granted more than was confirmed: that token is revoked at once.',
  unclearScope:
    'The gateway named the granted scopes in an unknown form. That token is revoked at once.',
  replaced: 'The gateway refuses the token, and it was replaced less than a minute ago.',
  stopped:
    'The gateway refused three times in a row. Nothing more is asked for until you say yes to a new run.',
  waits: (seconds: number) =>
    `No token is asked for just now: ask again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
} as const;

/** `4 h`, `90 min`, `45 s`. */
export function lifetimeSaid(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

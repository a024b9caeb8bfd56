// What main says to the command line, each a whole sentence for the terminal.
import { refusalSentences, type HandOutRefusal } from '../../shared/hand-out/exit-codes.ts';

export const sentenceOf = (why: HandOutRefusal, sentence?: string): string =>
  sentence ?? refusalSentences[why];

export const requestSentences = {
  unreadable: 'The request is not one that this version of Strongroom understands.',
  unknownCredential: 'There is no credential with this label.',
  sameLabels: 'Several credentials have this label: give the one that is meant another label.',
  scopes: 'The credential is not registered for this scope.',
  noProgram: 'The program to be started is not there, or is no file.',
  changed: 'The program or its script was changed while the question stood.',
  anotherProcess: 'The request names a process that did not make it.',
  frozen: 'Everything of this credential is being revoked.',
  silent: 'Nobody answered the last two questions. Show the window of Strongroom, then ask again.',
  tooMany: 'Too many programs ask at the same time.',
} as const;

/** `4 h`, `90 min`, `45 s`. */
export function lifetimeSaid(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

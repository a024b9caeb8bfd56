// What main asks before a program is given a token, or before what was handed out is ended. What the system proves
// and what the program merely says are told apart. Pure.
import path from 'node:path';
import { lifetimeSaid } from './hand-out-words.ts';
import { withoutUnseen } from '../../shared/one-line.ts';
import type { Credential } from '../domain/credential.ts';
import type { Environment } from '../domain/environment.ts';
import { isPractice, tokenHosts } from '../environments/place-words.ts';
import type { Question } from '../secret-input/ports.ts';
import type { Asker, HashedFile } from './asker.ts';
import type { HandOutAnswer } from './hand-out-requests.ts';
import type { KeptRefusal } from './locked-run-means.ts';

interface HandOutAsked {
  readonly credential: Credential;
  readonly environment: Environment;
  readonly trade: boolean;
  readonly program: HashedFile;
  readonly script: HashedFile | null;
  readonly asker: Asker;
  readonly forSeconds: number | null;
  readonly throughLock: boolean;
  /** Why its token cannot be renewed while the vault is locked; null where it can. */
  readonly lockedRefusal: LockedRefusal | null;
  readonly code: string;
}

type LockedRefusal = KeptRefusal | 'other_program';

interface HandOutQuestion {
  readonly question: Question;
  /** What each choice means. */
  readonly answers: readonly HandOutAnswer[];
}

const rests = 'Strongroom can neither renew nor revoke it until the next unlock';
/** What a lock means for a token that lives on, where it cannot be renewed while locked. */
const refusalsSaid: Readonly<Record<LockedRefusal, string>> = {
  partner: 'Strongroom cannot renew it until the next unlock.',
  practice: `${rests}, because the practice gateway stops with the lock.`,
  command: `${rests}, because its secret comes from a command, which does not run while the vault is locked.`,
  not_kept: 'Strongroom can neither renew nor revoke it then, because the credential is not kept.',
  other_program: `${rests}, because another program has a token of this credential that is renewed while locked.`,
};

const choiceWords: Readonly<Record<HandOutAnswer, string>> = {
  give: 'Give a token',
  remember: 'Give tokens to it until the lock, without asking',
  renew_locked: 'Give a token, and renew it while locked',
};
const LONGEST_PATH = 160;
const LONGEST_TYPED = 200;
const HASH_SHOWN = 16;

/** The end of a long path says more than its beginning. */
function shown(file: string): string {
  const text = withoutUnseen(file);
  return text.length <= LONGEST_PATH ? text : `…${text.slice(1 - LONGEST_PATH)}`;
}

const hashed = ({ path: file, hash }: HashedFile): string =>
  `${shown(file)} (SHA-256 begins with ${hash.slice(0, HASH_SHOWN)})`;

/** `python3 bot.py`, as it stands in lists. */
export function programName(program: string, script: string | null): string {
  const names = [program, script].filter((each) => each !== null);
  return names.map((each) => shown(path.basename(each)).slice(0, 60)).join(' ');
}

/** What the command starts as it was typed; it says what an interpreter is told to do. */
function typedIn({ words }: Asker): string {
  const from = words?.indexOf('--') ?? -1;
  if (words === null || from < 0) return '';
  const text = withoutUnseen(words.slice(from + 1).join(' '));
  return ` As typed: ${text.length <= LONGEST_TYPED ? text : `${text.slice(0, LONGEST_TYPED)}…`}`;
}

function endOf({ credential, forSeconds, throughLock, lockedRefusal }: HandOutAsked): string {
  const time = forSeconds === null ? '' : `, or after ${lifetimeSaid(forSeconds)}`;
  const end =
    credential.accessType === 'partner'
      ? `No call revokes a Partner token: when the program ends${time}, the guide to the web app begins, and the token works until then.`
      : `It is revoked when the program ends${time}.`;
  if (!throughLock) return `${end} The same happens when the vault locks.`;
  const lock = 'It lives on when the vault locks.';
  return lockedRefusal === null
    ? `${end} ${lock} ${rests}, unless you choose to renew it while locked. If you do, the client secret of this credential and the tokens of this program stay in memory while the vault is locked, until the program ends or the machine sleeps.`
    : `${end} ${lock} ${refusalsSaid[lockedRefusal]}`;
}

export function handOutQuestion(asked: HandOutAsked): HandOutQuestion {
  const { credential, environment, trade, program, script, asker, code } = asked;
  const more: HandOutAnswer[] = [];
  if (asker.proven) more.push('remember');
  if (asked.throughLock && asked.lockedRefusal === null) more.push('renew_locked');
  const name = programName(program.path, script?.path ?? null);
  const isProduction = environment.kind === 'production';
  const may =
    credential.accessType === 'partner'
      ? 'The token may do all that the key may do.'
      : trade
        ? 'The token may TRADE.'
        : 'The token may read, and may not trade.';
  const who = asker.proven
    ? `Process ${asker.pid} asks (${shown(asker.executable ?? 'an unknown program')}), started by ${shown(asker.parent ?? 'an unknown program')}, in the folder ${shown(asker.folder ?? 'unknown')}.`
    : `Process ${asker.pid} asks, as it says itself: this system does not prove who it is.`;
  const where = isPractice(environment)
    ? 'It works at the practice gateway on this machine.'
    : `It works at ${tokenHosts(environment)}, environment ${environment.name}${isProduction ? ', which is PRODUCTION' : ''}.`;
  const question: Question = {
    message: `Give a token of ${credential.label} to ${name}?`,
    detail: [
      `Code ${code}: say yes only if your terminal shows the same.`,
      `${may} ${where}`,
      `To be started: ${hashed(program)}.${script === null ? '' : ` Script: ${hashed(script)}.`}${typedIn(asker)}`,
      who,
      endOf(asked),
    ].join('\n\n'),
    choices: [choiceWords.give, ...more.map((answer) => choiceWords[answer])],
    serious: trade || isProduction || credential.accessType === 'partner',
  };
  return { question, answers: ['give', ...more] };
}

export const endQuestion = (label: string, programs: readonly string[]): Question => ({
  message: `Revoke what is handed out of ${withoutUnseen(label)}?`,
  detail: `A program on this machine asks for it. These lose their token: ${programs.join(', ')}.`,
  choices: ['Revoke'],
  serious: true,
});

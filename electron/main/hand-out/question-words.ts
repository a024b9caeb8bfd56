// What main asks before a program is given a token, or before what was handed out is ended. What the system proves
// and what the program merely says are told apart. Pure.
import path from 'node:path';
import { lifetimeSaid } from './hand-out-words.ts';
import { withoutUnseen } from '../../shared/one-line.ts';
import type { Credential } from '../domain/credential.ts';
import type { Environment } from '../domain/environment.ts';
import { isPractice, tokenHosts } from '../domain/place-words.ts';
import type { Question } from '../secret-input/ports.ts';
import type { Asker, HashedFile } from './asker.ts';

/** Who asks, and for what to be started. */
export interface Visitor {
  readonly program: HashedFile;
  readonly script: HashedFile | null;
  readonly asker: Asker;
  /** Shown in the terminal and in the question alike. */
  readonly code: string;
}

interface HandOutAsked extends Visitor {
  readonly credential: Credential;
  readonly environment: Environment;
  readonly trade: boolean;
  readonly forSeconds: number | null;
  /** What is started is known for certain, so that a yes can be remembered. */
  readonly isCertain: boolean;
}

const LOCKED =
  'Where a lock closes the vault, the token lives on. Strongroom can neither renew nor revoke it until the next unlock.';

const GIVE = 'Give a token';
const REMEMBER = 'Give tokens to it until the lock, without asking';
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

function endOf({ credential, forSeconds }: HandOutAsked): string {
  const time = forSeconds === null ? '' : `, or after ${lifetimeSaid(forSeconds)}`;
  return credential.accessType === 'partner'
    ? `No call revokes a Partner token. When the program ends${time}, the guide to the web app begins. The token works until then.`
    : `It is revoked when the program ends${time}. ${LOCKED}`;
}

/** The lines of every question that a program causes. */
function visitOf({ program, script, asker, code }: Visitor) {
  return {
    code: `Code ${code}: say yes only if your terminal shows the same.`,
    started: `To be started: ${hashed(program)}.${script === null ? '' : ` Script: ${hashed(script)}.`}${typedIn(asker)}`,
    who: asker.proven
      ? `Process ${asker.pid} asks (${shown(asker.executable ?? 'an unknown program')}), started by ${shown(asker.parent ?? 'an unknown program')}, in the folder ${shown(asker.folder ?? 'unknown')}.`
      : `Process ${asker.pid} asks, as it says itself: this system does not prove who it is.`,
  };
}

/** The second choice, where there is one: no question for the very same until the vault locks. */
export function handOutQuestion(asked: HandOutAsked): Question {
  const { credential, environment, trade, program, script } = asked;
  const name = programName(program.path, script?.path ?? null);
  const isProduction = environment.kind === 'production';
  const may =
    credential.accessType === 'partner'
      ? 'The token can do all that the key can do.'
      : trade
        ? 'The token may TRADE.'
        : 'The token can read, and cannot trade.';
  const where = isPractice(environment)
    ? 'It works at the practice gateway on this machine.'
    : `It works at ${tokenHosts(environment)}, environment ${environment.name}${isProduction ? ', which is PRODUCTION' : ''}.`;
  const { code, started, who } = visitOf(asked);
  return {
    message: `Give a token of ${credential.label} to ${name}?`,
    detail: [code, `${may} ${where}`, started, who, endOf(asked)].join('\n\n'),
    choices: asked.isCertain ? [GIVE, REMEMBER] : [GIVE],
    serious: trade || isProduction || credential.accessType === 'partner',
  };
}

/**
 * A request that cannot be met is a question too: whoever asks learns no more of the vault than from a denial, unless the
 * person chooses to have it told.
 */
export function unmetQuestion(visitor: Visitor, asksFor: string, why: string): Question {
  const { code, started, who } = visitOf(visitor);
  return {
    message: `A program asks for a token of ${withoutUnseen(asksFor)}, and cannot get it.`,
    detail: [why, code, started, who].join('\n\n'),
    choices: ['Tell the terminal why'],
  };
}

export const endQuestion = (label: string, programs: readonly string[]): Question => ({
  message: `Revoke what is handed out of ${withoutUnseen(label)}?`,
  detail: `A program on this machine asks for it. These lose their token: ${programs.join(', ')}.`,
  choices: ['Revoke'],
  serious: true,
});

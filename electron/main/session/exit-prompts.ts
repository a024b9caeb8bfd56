// What main asks before a lock or the end of the app that would leave tokens alive: one question for all of
// them, the consequence in numbers. Pure.
import { counted, whole } from '../../shared/counts.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import { failureSentence } from '../../shared/failures/failure-words.ts';
import { mayTrade } from '../domain/token-evidence.ts';
import type { Question } from '../secret-input/ports.ts';
import type { SurvivingTokens } from './tokens-surviving-quit.ts';

interface EphemeralAtEnd {
  readonly live: number;
  readonly revocable: number;
  readonly trading: number;
}

interface AtQuit {
  /** Tokens that are being revoked and are not dead for sure (revocation-runs.ts). */
  readonly unproven: number;
  readonly tokensSurvivingQuit: SurvivingTokens;
  readonly ephemeral: EphemeralAtEnd;
  /** A drill runs: no call reaches what is outside it. */
  readonly drill: boolean;
}

export type QuitChoice = 'leave' | 'revoke_trading' | 'revoke_all';

interface QuitQuestion {
  readonly question: Question;
  /** What each of its choices means. */
  readonly answers: readonly QuitChoice[];
}

/** @param live tokens that are not kept; of them, so many `revocable`. */
export function ephemeralQuestion(
  how: 'lock' | 'quit',
  { live, revocable }: Pick<EphemeralAtEnd, 'live' | 'revocable'>,
): Question {
  const leave = `Leave ${them(live)} and ${how}`;
  return {
    message: `${counted(live, 'token')} that ${are(live)} not kept may live. ${how === 'lock' ? 'Lock' : 'Quit'} anyway?`,
    detail: ephemeralSentences(live, revocable),
    choices:
      revocable === 0 ? [leave] : [`Revoke ${counted(revocable, 'token')} and ${how}`, leave],
    serious: true,
  };
}

/** Null: nothing is left behind that the person could decide about. */
export function quitQuestion(facts: AtQuit): QuitQuestion | null {
  const { unproven, tokensSurvivingQuit, ephemeral, drill } = facts;
  const stay = tokensSurvivingQuit.revocable.length;
  if (unproven + stay + ephemeral.live === 0) return null;
  if (unproven + stay === 0) {
    const answers: readonly QuitChoice[] =
      ephemeral.revocable > 0 ? ['revoke_all', 'leave'] : ['leave'];
    return { question: ephemeralQuestion('quit', ephemeral), answers };
  }
  const reached = drill ? [] : tokensSurvivingQuit.revocable;
  const all = reached.length + ephemeral.revocable;
  const trading = reached.filter(mayTrade).length + ephemeral.trading;
  const apart = trading > 0 && trading < all;
  const choices: [string, ...string[]] = [leaveWords(facts)];
  const answers: QuitChoice[] = ['leave'];
  if (apart) {
    choices.push(`Revoke ${whole(trading)} that can trade and quit`);
    answers.push('revoke_trading');
  }
  if (all > 0) {
    choices.push(`Revoke ${apart ? 'all ' : ''}${counted(all, 'token')} and quit`);
    answers.push('revoke_all');
  }
  const detail = [
    unproven > 0 &&
      'Nothing is revoked or asked while Strongroom is closed. What has begun is saved and goes on at ' +
        'the next unlock.',
    stay > 0 && stayingSentences(tokensSurvivingQuit),
    drill && stay > 0 && 'A drill is running: these can be revoked once it has ended.',
    tokensSurvivingQuit.partner > 0 &&
      stay > 0 &&
      `${counted(tokensSurvivingQuit.partner, 'Partner token')} ${stays(tokensSurvivingQuit.partner)} live too, and can only be ended in the web app.`,
    tokensSurvivingQuit.outOfReach > 0 &&
      stay > 0 &&
      `${counted(tokensSurvivingQuit.outOfReach, 'more', 'more')} may live that cannot be revoked from here: the text is not kept.`,
    ephemeral.live > 0 && ephemeralSentences(ephemeral.live, ephemeral.revocable),
    all > 0 && `Revoking stops everything that uses ${them(all)} and cannot be undone.`,
  ];
  return {
    question: {
      message: headline(facts),
      detail: detail.filter((each) => each !== false).join(' '),
      choices,
      serious: true,
    },
    answers,
  };
}

/** What of the tokens that were to be revoked is not accepted when it is time to quit. */
export interface NotAccepted {
  /** Sent or not, without an answer: the run goes on. */
  readonly waiting: number;
  /** The server refused for good. */
  readonly refused: number;
  /** Nothing was begun, and why. */
  readonly failed: { readonly tokens: number; readonly failure: Failure } | null;
  readonly ephemeral: number;
}

/** Null: everything was accepted. */
export function notAcceptedQuestion(left: NotAccepted): Question | null {
  const { waiting, refused, failed, ephemeral } = left;
  const count = waiting + refused + (failed?.tokens ?? 0) + ephemeral;
  if (count === 0) return null;
  const detail = [
    failed !== null && `Nothing was revoked. ${failureSentence(failed.failure)}`,
    waiting > 0 &&
      `The server has not accepted ${counted(waiting, 'revocation')} yet: the run is saved and goes on at ` +
        'the next unlock, nothing is sent before it.',
    refused > 0 &&
      `The server refused to revoke ${counted(refused, 'token')}: ${refused === 1 ? 'it stays' : 'they stay'} live until ${refused === 1 ? 'it expires' : 'they expire'}.`,
    ephemeral > 0 &&
      'The server has not accepted every revocation. What is not kept cannot be revoked after Strongroom ' +
        'has ended; deleting the client in the web app ends its tokens.',
  ];
  return {
    message: `${counted(count, 'token')} may live on. Quit anyway?`,
    detail: detail.filter((each) => each !== false).join(' '),
    choices: ['Quit anyway'],
    serious: true,
  };
}

const are = (count: number): string => (count === 1 ? 'is' : 'are');
const them = (count: number): string => (count === 1 ? 'it' : 'them');
const stays = (count: number): string => (count === 1 ? 'stays' : 'stay');

function headline({ unproven, tokensSurvivingQuit: { revocable }, ephemeral }: AtQuit): string {
  const dying = `${counted(unproven, 'token')} ${are(unproven)} not confirmed dead yet`;
  const stay = revocable.length;
  if (stay + ephemeral.live === 0) return `${dying}. Quit anyway?`;
  const owners = new Set(revocable.map(({ credentialId }) => credentialId)).size;
  const parts = [
    unproven > 0 && dying,
    stay > 0 &&
      `${counted(stay, unproven > 0 ? 'more' : 'token', unproven > 0 ? 'more' : 'tokens')} of ${counted(owners, 'key')} ${stays(stay)} live`,
    ephemeral.live > 0 && `${whole(ephemeral.live)} that ${are(ephemeral.live)} not kept may live`,
  ];
  return `${parts.filter((each) => each !== false).join(', ')}. Quit Strongroom?`;
}

function leaveWords({ tokensSurvivingQuit: { revocable }, ephemeral }: AtQuit): string {
  if (ephemeral.live > 0)
    return `Leave ${counted(revocable.length + ephemeral.live, 'token')} and quit`;
  return revocable.length > 0
    ? `Keep ${counted(revocable.length, 'token')} and quit`
    : 'Quit anyway';
}

function stayingSentences({ revocable, lastEndsInMs }: SurvivingTokens): string {
  const count = revocable.length;
  const one = count === 1;
  const trading = revocable.filter(mayTrade).length;
  const end =
    lastEndsInMs === null
      ? ', at a time the server did not say'
      : `, ${one ? '' : 'the last '}in ${howLong(lastEndsInMs)}`;
  const lives = one ? 'it stays live until it expires' : 'they stay live until they expire';
  const who = one ? 'It' : trading === count ? 'All of them' : `${whole(trading)} of them`;
  return (
    `Kept, ${lives}${end}; nothing is renewed while Strongroom is closed.` +
    (trading > 0 ? ` ${who} can trade.` : '')
  );
}

function ephemeralSentences(live: number, revocable: number): string {
  const gone =
    `${live === 1 ? 'It is' : 'They are'} in memory only and cannot be revoked from here afterwards: ` +
    `nothing here will know of ${them(live)}.`;
  if (revocable === live) return gone;
  return `${gone} ${counted(live - revocable, 'token')} cannot be revoked from here now either.`;
}

const MINUTE_MS = 60_000;

/** Two units at most and never too much, as the window's countdowns. */
function howLong(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return `${days}d ${hours % 24}h`;
  if (hours > 0) return `${hours}h ${String(minutes % 60).padStart(2, '0')}m`;
  return minutes > 0 ? `${minutes}m` : 'less than a minute';
}

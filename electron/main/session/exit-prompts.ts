// What main asks before a lock or the end of the app that would leave tokens alive: one question for all of
// them, the consequence in numbers. Pure.
import { counted, whole } from '../../shared/counts.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import { failureSentence } from '../../shared/failures/failure-words.ts';
import { mayTrade } from '../domain/token-evidence.ts';
import type { Question } from '../secret-input/ports.ts';
import type { SurvivingTokens } from './tokens-surviving-quit.ts';

export interface Leaving {
  readonly how: 'lock' | 'quit';
  /** The vault is in memory alone: nothing here will know of what lives on. */
  readonly inMemory: boolean;
}

interface AtExit extends Leaving {
  /** Tokens that are being revoked and are not dead for sure (revocation-runs.ts). */
  readonly unproven: number;
  readonly tokensSurvivingQuit: SurvivingTokens;
  /** A drill runs: no call reaches what is outside it. */
  readonly drill: boolean;
}

export type QuitChoice = 'leave' | 'revoke_trading' | 'revoke_all';

interface QuitQuestion {
  readonly question: Question;
  /** What each of its choices means. */
  readonly answers: readonly QuitChoice[];
}

/** Null: nothing is left behind that the person could decide about, or that is lost from sight. */
export function exitQuestion(facts: AtExit): QuitQuestion | null {
  const { how, inMemory, unproven, tokensSurvivingQuit, drill } = facts;
  const { partner, outOfReach } = tokensSurvivingQuit;
  const stay = tokensSurvivingQuit.revocable.length;
  if (unproven + staying(facts) === 0) return null;
  const reached = drill ? [] : tokensSurvivingQuit.revocable;
  const all = reached.length;
  const trading = reached.filter(mayTrade).length;
  const apart = trading > 0 && trading < all;
  const choices: [string, ...string[]] = [leaveWords(facts)];
  const answers: QuitChoice[] = ['leave'];
  if (apart) {
    choices.push(`Revoke ${whole(trading)} that can trade and ${how}`);
    answers.push('revoke_trading');
  }
  if (all > 0) {
    choices.push(`Revoke ${apart ? 'all ' : ''}${counted(all, 'token')} and ${how}`);
    answers.push('revoke_all');
  }
  const detail = [
    inMemory &&
      `This vault is in memory alone and is gone then. Nothing here will know of ${them(unproven + staying(facts))}.`,
    unproven > 0 &&
      !inMemory &&
      'Nothing is revoked or asked while Strongroom is closed. What has begun is saved and goes on at ' +
        'the next unlock.',
    stay > 0 && stayingSentences(tokensSurvivingQuit, inMemory),
    drill && stay > 0 && 'A drill is running: these can be revoked once it has ended.',
    partner > 0 &&
      (stay > 0 || inMemory) &&
      `${counted(partner, 'Partner token')} ${stays(partner)} live${stay > 0 ? ' too' : ''}, and can only be ended in the web app.`,
    outOfReach > 0 &&
      (stay > 0 || inMemory) &&
      `${counted(outOfReach, stay > 0 ? 'more' : 'token', stay > 0 ? 'more' : 'tokens')} may live that cannot be revoked from here: the text is not kept.`,
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
}

/** Null: everything was accepted. */
export function notAcceptedQuestion(
  { waiting, refused, failed }: NotAccepted,
  leaving: Leaving,
): Question | null {
  const count = waiting + refused + (failed?.tokens ?? 0);
  if (count === 0) return null;
  const lost = leaving.inMemory
    ? 'what is in memory alone cannot be revoked afterwards. Deleting the client in the web app ends its tokens.'
    : 'the run is saved and goes on at the next unlock.';
  const detail = [
    failed !== null && `Nothing was revoked. ${failureSentence(failed.failure)}`,
    waiting > 0 && `The server has not accepted ${counted(waiting, 'revocation')} yet: ${lost}`,
    refused > 0 &&
      `The server refused to revoke ${counted(refused, 'token')}: ${refused === 1 ? 'it stays' : 'they stay'} live until ${refused === 1 ? 'it expires' : 'they expire'}.`,
  ];
  return {
    message: `${counted(count, 'token')} may live on. ${anyway(leaving)}?`,
    detail: detail.filter((each) => each !== false).join(' '),
    choices: [anyway(leaving)],
    serious: true,
  };
}

const are = (count: number): string => (count === 1 ? 'is' : 'are');
const them = (count: number): string => (count === 1 ? 'it' : 'them');
const stays = (count: number): string => (count === 1 ? 'stays' : 'stay');
const anyway = ({ how }: Leaving): string => (how === 'lock' ? 'Lock anyway' : 'Quit anyway');

/** What nobody here can revoke counts where nobody here will know of it afterwards. */
function staying({ tokensSurvivingQuit: tokens, inMemory }: AtExit): number {
  const { revocable, partner, outOfReach } = tokens;
  return revocable.length + (inMemory ? partner + outOfReach : 0);
}

function headline(facts: AtExit): string {
  const { unproven, tokensSurvivingQuit, inMemory } = facts;
  const dying = `${counted(unproven, 'token')} ${are(unproven)} not confirmed dead yet`;
  const stay = staying(facts);
  if (stay === 0) return `${dying}. ${anyway(facts)}?`;
  const begun = unproven > 0 ? `${dying}, ` : '';
  const those = counted(stay, unproven > 0 ? 'more' : 'token', unproven > 0 ? 'more' : 'tokens');
  if (inMemory) return `${begun}${those} may live. ${anyway(facts)}?`;
  const owners = new Set(tokensSurvivingQuit.revocable.map(({ credentialId }) => credentialId));
  return `${begun}${those} of ${counted(owners.size, 'key')} ${stays(stay)} live. Quit Strongroom?`;
}

function leaveWords(facts: AtExit): string {
  const stay = staying(facts);
  if (stay === 0) return anyway(facts);
  return `${facts.inMemory ? 'Leave' : 'Keep'} ${counted(stay, 'token')} and ${facts.how}`;
}

function stayingSentences({ revocable, lastEndsInMs }: SurvivingTokens, inMemory: boolean): string {
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
    (inMemory
      ? `Left, ${lives}${end}.`
      : `Kept, ${lives}${end}; nothing is renewed while Strongroom is closed.`) +
    (trading > 0 ? ` ${who} can trade.` : '')
  );
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

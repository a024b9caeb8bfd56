// What answers show of a token, and no more (docs/decisions/verified-death.md). Two predicates lean to opposite sides:
// `showsWorking` is what a proof is built on, `mayBeTaken` errs towards life and is used where life is the safe side.
import { showsWorking, type CheckOutcome } from '../../shared/tokens/check-outcome.ts';
import type { ControlResult, RefusalEvidence } from '../../shared/words.ts';
import type { Baseline, Token, TokenCheck } from './token.ts';

/** Ways that are remembered of a token: its call, introspection, and the same over another proxy. */
const MOST_BASELINES = 4;

/** What an answer to who-am-I or positions showed, in closed words. */
export interface ShownAnswer {
  readonly status: number;
  /**
   * What the answer says it is about (RFC 6750 section 3). `no_token`: none was seen (section 3.1);
   * `elsewhere`: the way there, or who asked.
   */
  readonly about: 'token' | 'scope' | 'no_token' | 'elsewhere' | 'nothing';
  /** It has content that such a call would have: JSON, and no error. */
  readonly hasContent: boolean;
}

/** What an answer proves about a token. */
interface Judgement {
  readonly outcome: CheckOutcome;
  readonly evidence?: RefusalEvidence;
  readonly control?: ControlResult;
}

/**
 * What one answer shows by itself. A refusal by itself counts only where it names the token. A 401 of a sign-in wall,
 * of a proxy that dropped the header, or without any word is unclear; a 403 without a word may come from anybody.
 */
// SECURITY(S33)
export function judgeAnswer({ status, about, hasContent }: ShownAnswer): Judgement {
  if (status >= 200 && status < 300) return { outcome: hasContent ? 'honoured' : 'unclear' };
  if ((status !== 401 && status !== 403) || about === 'elsewhere') return { outcome: 'unclear' };
  if (about === 'scope') return { outcome: 'lacks_scope' };
  if (about === 'token') return { outcome: 'refused', evidence: 'named' };
  return { outcome: status === 403 ? 'forbidden' : 'unclear' };
}

/** A 401 that is about the token only if something beside it shows that. */
const isWordless = (shown: ShownAnswer | null): boolean =>
  shown?.status === 401 && (shown.about === 'nothing' || shown.about === 'no_token');

const NO_ANSWER: Judgement = { outcome: 'no_answer' };

/**
 * What was asked about one token at one moment. A control is another token with the same rights that is asked by the
 * same call over the same way, seconds later: true where it was seen to work. `undefined`: not asked, `null`: there
 * is nothing that could be asked.
 */
export interface Asked {
  /** What the documented call answered; null where no answer came. */
  readonly shown: ShownAnswer | null;
  /** A call is documented for such a token (docs/service.md 5.7). */
  readonly isDocumented: boolean;
  /** When the same call over the same way was last seen to take it. */
  readonly before?: Baseline | undefined;
  /** It was seen to work since it should be dead. */
  readonly workedSince: boolean;
  readonly control?: boolean | null;
  /** What the authorization server said (RFC 7662 section 2.2); `before`: when it last said active, over the same way. */
  readonly server?: { readonly active: boolean; readonly before?: Baseline | undefined } | null;
  readonly serverControl?: boolean | null;
}

/** What has to be asked next before anything is said; null once it can be said. */
type NextQuestion = 'control' | 'server' | 'server_control' | null;

export function nextQuestion(asked: Asked): NextQuestion {
  const { shown, workedSince, control, server, serverControl } = asked;
  const alone = shown === null ? NO_ANSWER : judgeAnswer(shown);
  if (showsWorking(alone.outcome)) return null;
  if (alone.evidence === 'named') return workedSince && control === undefined ? 'control' : null;
  if (server === undefined) return 'server';
  if (server?.active === true || alone.outcome === 'forbidden') return null;
  const isCompared = isWordless(shown) && isBefore(asked);
  if (isCompared && control === undefined) return 'control';
  const isShown = isCompared && control === true;
  const isSaid = server?.before !== undefined && serverControl === undefined;
  return isSaid && !isShown ? 'server_control' : null;
}

/**
 * What all of it proves. A refusal that names the token is about the token; one that does not is beaten by a server
 * that says active, and counts only with a before and a control. Without a control it is a change: that tells that
 * another token is needed, and proves no death, since a wall may have begun at that moment.
 * @returns `byServer`: what introspection said decided.
 */
// SECURITY(S33)
export function judge(asked: Asked): Judgement & { readonly byServer?: true } {
  const { shown, workedSince, control, server, serverControl } = asked;
  const alone = shown === null ? NO_ANSWER : judgeAnswer(shown);
  if (showsWorking(alone.outcome)) return alone;
  // The server said that it was dead, and it worked: what refuses it now may refuse everybody.
  if (alone.evidence === 'named') return workedSince ? heldAgainst(control, alone) : alone;
  if (server?.active === true) return { outcome: 'honoured', byServer: true };
  if (alone.outcome === 'forbidden') return alone;
  const changed = { outcome: 'refused', evidence: 'changed' } as const;
  const byCall = isWordless(shown) && isBefore(asked) ? heldAgainst(control, changed) : alone;
  if (byCall.evidence === 'control' || server?.before === undefined) return byCall;
  const byServer = heldAgainst(serverControl, changed);
  if (byServer.evidence === 'control') {
    return { outcome: 'refused', evidence: 'introspection', byServer: true };
  }
  const saysNothing = byCall.outcome !== 'refused' && byCall.control === undefined;
  return saysNothing ? { ...byServer, byServer: true } : byCall;
}

/** A refusal as it stands beside a control; as it is where there is none. */
function heldAgainst(control: boolean | null | undefined, alone: Judgement): Judgement {
  if (control === false) return { outcome: 'unclear', control: 'other_not_taken' };
  return control === true ? { outcome: 'refused', evidence: 'control' } : alone;
}

/**
 * Before and after may differ in nothing but time. A 401 that named the scope and one without a word differ in a
 * header that may be dropped since; of a token without a documented call only a 403 that names the scope says that
 * the call knows the token.
 */
function isBefore({ before, isDocumented }: Asked): boolean {
  if (before === undefined || before.status === 401) return false;
  return isDocumented || before.status === 403;
}

export const baselineOf = (
  { baselines = [] }: Token,
  way: string | undefined,
): Baseline | undefined => baselines.find((each) => each.way === way);

/**
 * The call may take the token. A 403 without a word is counted so: to take a token that works for dead is worse than
 * the reverse. No proof, no handover and no comparison is built on it.
 */
export const mayBeTaken = ({ outcome }: Pick<TokenCheck, 'outcome'>): boolean =>
  showsWorking(outcome) || outcome === 'forbidden';

/** A refusal that says nothing about the token, as far as this answer goes. */
export const isOpenRefusal = ({
  outcome,
  status,
}: Pick<TokenCheck, 'outcome' | 'status'>): boolean => outcome === 'unclear' && status === 401;

/**
 * What one check changes in what is known of a token, whether or not it should be dead (death-proof.ts). A token that
 * may be taken is not refused, whatever was said of it before.
 */
export function withBaseline(token: Token, check: TokenCheck): Token {
  const { refusedAtMs } = token;
  const checked = {
    ...token,
    lastCheck: check,
    refusedAtMs: mayBeTaken(check)
      ? null
      : check.outcome === 'refused'
        ? (refusedAtMs ?? check.atMs)
        : refusedAtMs,
  };
  const { way, status, atMs } = check;
  if (!showsWorking(check.outcome) || way === undefined || status === null) return checked;
  const others = (token.baselines ?? []).filter((each) => each.way !== way);
  return { ...checked, baselines: [{ atMs, way, status }, ...others].slice(0, MOST_BASELINES) };
}

// What one answer shows of a token, and no more. A refusal counts only if it is about the token: it names it, the same
// call over the same way takes another token of the credential, or it took this one before.
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

/** What the same call over the same way showed of a control token, moments after a refusal. */
export interface ControlAnswer {
  readonly way: string | null;
  readonly isTaken: boolean;
}

/** A refusal that is about the token only if something beside it shows that. */
const saysNothing = ({ status, about }: ShownAnswer): boolean =>
  status === 401 && (about === 'nothing' || about === 'no_token');

/** What an answer proves about a token. */
export interface Judgement {
  readonly outcome: CheckOutcome;
  readonly evidence?: RefusalEvidence;
  readonly control?: ControlResult;
}

/**
 * What an answer proves about a token, and no more. A refusal counts only if it is about the token: it names it,
 * or the same call over the same way took it before. A 401 of a sign-in wall, of a proxy that dropped the header,
 * or without any word and without a before, is unclear. So is one that says that no token was seen, whatever was
 * before: that is how a server answers when the header was dropped since.
 * @param control what the way shows of another token that should work; it decides about a refusal without a word.
 * A wall may have begun since the before. Absent where there is none.
 */
// SECURITY(S33)
export function judgeAnswer(
  shown: ShownAnswer,
  baselines: readonly Baseline[],
  way: string,
  control?: ControlAnswer,
): Judgement {
  const { status, about, hasContent } = shown;
  if (status >= 200 && status < 300) return { outcome: hasContent ? 'honoured' : 'unclear' };
  if ((status !== 401 && status !== 403) || about === 'elsewhere') return { outcome: 'unclear' };
  if (about === 'scope') return { outcome: 'lacks_scope' };
  if (status === 403) return { outcome: 'forbidden' };
  if (about === 'token') return { outcome: 'refused', evidence: 'named' };
  if (control !== undefined) {
    return control.isTaken && control.way === way
      ? { outcome: 'refused', evidence: 'control' }
      : { outcome: 'unclear', control: 'other_not_taken' };
  }
  return about === 'nothing' && baselines.some((each) => each.way === way)
    ? { outcome: 'refused', evidence: 'changed' }
    : { outcome: 'unclear' };
}

/** Whether another token decides what the answer shows. */
export const needsControl = saysNothing;

/**
 * What a token that cannot exist adds to an unclear refusal: never a proof, since a wall and a server that says
 * nothing refuse it alike; but it tells why nothing is shown.
 */
export function invalidControl(answer: ShownAnswer): ControlResult | undefined {
  if (answer.status >= 200 && answer.status < 300 && answer.hasContent) return 'invalid_taken';
  return saysNothing(answer) ? 'invalid_refused' : undefined;
}

/** What introspection said (RFC 7662 section 2.2). */
export interface Introspected {
  readonly active: boolean;
  readonly way: string;
  readonly status: number;
}

/**
 * What introspection adds to a check. A call that takes the token beats it. A token that is said to be active works,
 * however the call went. One that was active before over the same way, and is not any more, is refused.
 */
export function withIntrospection(
  check: TokenCheck,
  said: Introspected,
  baselines: readonly Baseline[],
): TokenCheck {
  if (takes(check)) return check;
  const { evidence: _evidence, control: _control, ...rest } = check;
  const { way, status } = said;
  if (said.active) return { ...rest, outcome: 'honoured', way, status };
  if (check.outcome === 'refused' || !baselines.some((each) => each.way === way)) return check;
  return { ...rest, outcome: 'refused', way, status, evidence: 'introspection' };
}

/**
 * The call takes the token, whether or not it is allowed with it. A 403 without a word is counted so too: to take a
 * token that works for dead is worse than the reverse. That it works is shown by `showsWorking` alone.
 */
export const takes = ({ outcome }: TokenCheck): boolean =>
  showsWorking(outcome) || outcome === 'forbidden';

/** A refusal that says nothing about the token, as far as this answer goes. */
export const isOpenRefusal = ({
  outcome,
  status,
}: Pick<TokenCheck, 'outcome' | 'status'>): boolean => outcome === 'unclear' && status === 401;

/**
 * What one check changes in what is known of a token, whether or not it should be dead (death-proof.ts). A token that
 * is taken is not refused, whatever was said of it before.
 */
export function withBaseline(token: Token, check: TokenCheck): Token {
  const { refusedAtMs } = token;
  const checked = {
    ...token,
    lastCheck: check,
    refusedAtMs: takes(check)
      ? null
      : check.outcome === 'refused'
        ? (refusedAtMs ?? check.atMs)
        : refusedAtMs,
  };
  const { way, status, atMs } = check;
  if (!takes(check) || way === undefined || status === null) return checked;
  const others = (token.baselines ?? []).filter((each) => each.way !== way);
  return { ...checked, baselines: [{ atMs, way, status }, ...others].slice(0, MOST_BASELINES) };
}

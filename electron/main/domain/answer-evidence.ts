// What one answer shows of a token, and no more. A refusal counts only if it is about the token: it names it, or the
// same call over the same way took it before.
import type { RefusalEvidence } from '../../shared/words.ts';
import type { Baseline, CheckOutcome, Token, TokenCheck } from './token.ts';

/** Ways that are remembered of a token: its call, introspection, and the same over another proxy. */
const MOST_BASELINES = 4;

/** What an answer to who-am-I or positions showed, in closed words. */
export interface ShownAnswer {
  readonly status: number;
  /** What the answer says it is about (RFC 6750 section 3); `elsewhere`: the way there, or who asked. */
  readonly about: 'token' | 'scope' | 'elsewhere' | 'nothing';
  /** It has content that such a call would have: JSON, and no error. */
  readonly hasContent: boolean;
}

/**
 * What an answer proves about a token, and no more. A refusal counts only if it is about the token: it names it,
 * or the same call over the same way took it before. A 401 of a sign-in wall, of a proxy that dropped the header,
 * or without any word and without a before, is unclear.
 */
export function judgeAnswer(
  { status, about, hasContent }: ShownAnswer,
  baselines: readonly Baseline[],
  way: string,
): { readonly outcome: CheckOutcome; readonly evidence?: RefusalEvidence } {
  if (status >= 200 && status < 300) return { outcome: hasContent ? 'honoured' : 'unclear' };
  if ((status !== 401 && status !== 403) || about === 'elsewhere') return { outcome: 'unclear' };
  if (status === 403 || about === 'scope') return { outcome: 'forbidden' };
  if (about === 'token') return { outcome: 'refused', evidence: 'named' };
  return baselines.some((each) => each.way === way)
    ? { outcome: 'refused', evidence: 'changed' }
    : { outcome: 'unclear' };
}

/** The call takes the token: it works, whether or not the call is allowed with it. */
export const takes = ({ outcome }: TokenCheck): boolean =>
  outcome === 'honoured' || outcome === 'forbidden';

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

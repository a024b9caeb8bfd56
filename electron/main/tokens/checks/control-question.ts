// The control question: a refusal that says nothing about its token is held against what the same call, at the same
// host, shows of another token. A control goes nowhere but to the target that the refused token just went to.
import { randomBytes } from 'node:crypto';
import {
  invalidControl,
  judgeAnswer,
  withBaseline,
  takes,
  type ControlAnswer,
} from '../../domain/answer-evidence.ts';
import { SecretBytes } from '../../domain/secret-bytes.ts';
import { isRefused } from '../../domain/token-evidence.ts';
import type { Token } from '../../domain/token.ts';
import type { ControlResult } from '../../../shared/words.ts';
import { editToken } from '../ledger/ledger.ts';
import { shownBy, wayOf } from './probe-answer.ts';
import { findEnvironment, type OpenSession, type TokenPlace } from '../open-session.ts';
import type { UnsavedTokens } from '../ledger/unsaved-tokens.ts';

/** So many random bytes that no server can have issued what they spell. */
const INVALID_RANDOM_BYTES = 16;

/**
 * Asks with another token of the credential that should work; undefined where there is none. An answer that does not
 * show that it is taken decides as well: then nothing is shown of the refused one.
 * @param way which the refusal came over: what was taken over it before is asked first.
 */
export async function askWorkingControl(
  session: OpenSession,
  texts: UnsavedTokens,
  place: TokenPlace,
  way: string,
  signal: AbortSignal,
): Promise<ControlAnswer | undefined> {
  const control = workingTokenOf(session, texts, place, way);
  const text = control === null ? null : texts.openText(control.id);
  if (control === null || text?.ok !== true) return undefined;
  // SECURITY(S35): the refusal may have taken long to come.
  const at = findEnvironment(session, place.environment.id);
  if (!at.ok) {
    text.value.wipe();
    return { way: null, isTaken: false };
  }
  const atMs = session.clock.nowMs();
  const { accessType } = place.credential;
  const answer = await session.gateway
    .probeToken(at.value.target, accessType, text.value, { signal })
    .finally(() => text.value.wipe());
  if (!answer.ok) return { way: null, isTaken: false };
  const { facts, body, status } = answer.value;
  // By itself, so that a wall before both of them is no change of this one either.
  const judged = judgeAnswer(shownBy(answer.value), [], '');
  body.fill(0);
  const durationMs = Math.round(facts.durationMs);
  const check = { atMs, status, durationMs, ...judged };
  // Refused by name: it is told, and asked no more.
  if (judged.outcome === 'refused') {
    await session.vault.change({
      contents: editToken(control.id, (now) => withBaseline(now, check)),
    });
    session.changed();
  }
  return { way: wayOf(facts), isTaken: takes(check) };
}

/** One that nothing should have ended: it was not revoked here, nor refused, nor is its time up. */
function workingTokenOf(
  session: OpenSession,
  texts: UnsavedTokens,
  { token, credential }: TokenPlace,
  way: string,
): Token | null {
  const tokens = session.index.tokensOf(session.vault.contents(), credential.id);
  // Revoking the key of a Partner credential ends every token that it issued until then.
  const issuedAfterMs = token.partnerPlan?.startedAtMs ?? -Infinity;
  const mayWork = (each: Token): boolean =>
    each.id !== token.id &&
    each.issue === 'issued' &&
    each.revocation === null &&
    each.partnerPlan === null &&
    each.forgottenAtMs === null &&
    !isRefused(each) &&
    each.sentAtMs > issuedAfterMs &&
    (session.expiries.remainingMs(each) ?? 1) > 0 &&
    texts.hasText(each.id);
  const candidates = tokens.filter(mayWork);
  const wasTaken = ({ baselines = [] }: Token): boolean =>
    baselines.some((each) => each.way === way);
  return candidates.find(wasTaken) ?? candidates[0] ?? null;
}

/**
 * Asks with a token that cannot exist, made of nothing but random bytes and its purpose. Proves nothing by itself
 * (domain/answer-evidence.ts). Undefined where its answer tells nothing or came over another way.
 */
export async function askInvalidControl(
  session: OpenSession,
  { credential, target }: TokenPlace,
  way: string,
): Promise<ControlResult | undefined> {
  const random = randomBytes(INVALID_RANDOM_BYTES).toString('hex');
  const text = SecretBytes.take(Buffer.from(`control-that-was-never-issued-${random}`));
  const answer = await session.gateway
    .probeToken(target, credential.accessType, text, { signal: session.closing })
    .finally(() => text.wipe());
  if (!answer.ok) return undefined;
  const result =
    wayOf(answer.value.facts) === way ? invalidControl(shownBy(answer.value)) : undefined;
  answer.value.body.fill(0);
  return result;
}

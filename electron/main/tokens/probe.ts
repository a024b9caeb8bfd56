// Asks the documented resource call whether a token works, and reads the answer's status for what it
// proves: no more. A read-only Trader token refused at the trading host proves nothing either way.
import type { AccessType } from '../../shared/words.ts';
import type { Failure } from '../../shared/failure.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { CheckOutcome, Token, TokenCheck } from '../domain/token.ts';
import { isProvenDead, isVerifiable } from '../domain/token-evidence.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { CallFacts, ProbeAnswer } from '../gateway/gateway.ts';
import { fromGateway, fromVault } from './call-failure.ts';
import type { Room, TokenPlace } from './room.ts';
import type { UnsavedTokens } from './unsaved-tokens.ts';

export interface Probe {
  readonly check: TokenCheck;
  readonly host: string;
  readonly facts: CallFacts;
  /** Host and port of the proxy it went through, or was to; null where it went straight. */
  readonly proxy: string | null;
  readonly answer: ProbeAnswer | null;
  readonly failure: Failure | null;
}

function outcomeOf(status: number, token: Token, accessType: AccessType): CheckOutcome {
  if (status >= 200 && status < 300) return 'honoured';
  if (status === 401) return isVerifiable(token, accessType) ? 'refused' : 'unclear';
  return status === 403 ? 'forbidden' : 'unclear';
}

/** One probe. `read` sees text and answer before they are wiped, to mask echoes. */
export async function probe<T>(
  room: Room,
  texts: UnsavedTokens,
  place: TokenPlace,
  read: (probe: Probe, text: SecretBytes) => T,
  signal: AbortSignal = room.closing,
): Promise<Result<T, Failure>> {
  const { token, credential, target } = place;
  const text = texts.openText(token.id);
  if (!text.ok) {
    return fail(
      texts.hasText(token.id) ? fromVault(text.failure) : { code: 'token_text_gone' as const },
    );
  }
  const atMs = room.clock.nowMs();
  try {
    const answer = await room.activities.during(
      { call: 'check', credentialId: credential.id, tokenId: token.id, startedAtMs: atMs },
      () => room.gateway.probeToken(target, credential.accessType, text.value, { signal }),
    );
    const { facts } = answer.ok ? answer.value : answer.failure;
    if (facts.clockSkewSeconds !== null) room.sawClockSkew(facts.clockSkewSeconds);
    const outcome = answer.ok
      ? outcomeOf(answer.value.status, token, credential.accessType)
      : 'no_answer';
    const check = { atMs, outcome, status: facts.status, durationMs: Math.round(facts.durationMs) };
    const failure = answer.ok ? null : fromGateway(answer.failure, room.clock.nowMs());
    const done = read(
      {
        check,
        host: facts.host,
        facts,
        proxy: facts.proxy ?? null,
        answer: answer.ok ? answer.value : null,
        failure,
      },
      text.value,
    );
    if (answer.ok) answer.value.body.fill(0);
    return ok(done);
  } finally {
    text.value.wipe();
  }
}

/** What one probe changes in the token: a clear answer beats every countdown, either way. */
export function withCheck(token: Token, check: TokenCheck): Token {
  const refusedAtMs =
    check.outcome === 'refused'
      ? (token.refusedAtMs ?? check.atMs)
      : check.outcome === 'honoured'
        ? null
        : token.refusedAtMs;
  const checked = { ...token, lastCheck: check, refusedAtMs };
  return check.outcome === 'honoured' && isProvenDead(token) ? alive(checked, check.atMs) : checked;
}

/** What works proves every proof of its death wrong. */
function alive(token: Token, honouredAtMs: number): Token {
  const unproven = { refusals: 0, verifiedAtMs: null };
  const { revocation, partnerPlan } = token;
  return {
    ...token,
    revocation: revocation && { ...revocation, ...unproven, honouredAtMs },
    partnerPlan: partnerPlan && { ...partnerPlan, ...unproven },
  };
}

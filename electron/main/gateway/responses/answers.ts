// What the outcome of each call means: tokens, an accepted revocation, a probe's answer, or a failure.
// Status is judged before the body; a body that broke off says nothing (cases 31-54, 97-101).
import type { Anomaly } from '../../../shared/words.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import { challengeAbout } from './bearer-challenge.ts';
import { failureOf, transportFailure, type Call, type Refusal } from '../connections/call.ts';
import { isRedirect, readErrorResponse, type ErrorReading } from './error-response.ts';
import type { GatewayFailure, ProbeAnswer, RevokeAnswer, TokenAnswer } from '../gateway.ts';
import type { Outcome } from '../requests/guarded-request.ts';
import { hasContent, isHtml, mediaType } from './response-head.ts';
import { plainWords } from '../redaction/server-words.ts';
import { readTokenResponse, type ReadToken } from './token-response.ts';

type Answered = Extract<Outcome, { readonly kind: 'answered' }>;
type Secrets = readonly SecretBytes[];

interface TokenAsked {
  readonly accessType: 'trader' | 'partner';
  readonly asked: readonly string[];
  readonly secrets: Secrets;
}

/**
 * The issued token (RFC 6749 section 5.1), or a failure. Where it can not be told whether a token came,
 * `possiblyDone` is true.
 */
export function tokenAnswer(
  call: Call,
  outcome: Outcome,
  { accessType, asked, secrets }: TokenAsked,
): Result<TokenAnswer, GatewayFailure> {
  if (outcome.kind === 'failed') return transportFailure(call, outcome, secrets);
  try {
    const { head, body, trouble } = outcome;
    if (trouble === 'cancelled') return broken(call, outcome, trouble);
    if (!isSuccess(head.status)) return errorOf(call, outcome, 'token', secrets);
    if (trouble !== null) return broken(call, outcome, trouble);
    const reading = readTokenResponse({
      status: head.status,
      mediaType: mediaType(head),
      body,
      accessType,
      asked,
      secrets,
    });
    if (reading.kind === 'error') return errorOf(call, outcome, 'token', secrets);
    const facts = call.factsOf(outcome);
    if (reading.kind === 'failed') {
      return failureOf(reading.code, facts, { possiblyDone: reading.unseenToken });
    }
    const withFacts = (token: ReadToken): TokenAnswer['tokens'][0] => ({ ...token, facts });
    const [first, ...others] = reading.tokens;
    return ok({ tokens: [withFacts(first), ...others.map(withFacts)] });
  } finally {
    outcome.body.fill(0);
  }
}

/**
 * Whether the revocation was accepted (RFC 7009 section 2.2: 200, and 204) or is pending (202). Any other status
 * is a failure.
 */
export function revokeAnswer(
  call: Call,
  outcome: Outcome,
  secrets: Secrets,
): Result<RevokeAnswer, GatewayFailure> {
  if (outcome.kind === 'failed') return transportFailure(call, outcome, secrets);
  try {
    const { head, trouble } = outcome;
    const { status } = head;
    if (trouble === 'cancelled') return broken(call, outcome, trouble);
    if (!isSuccess(status)) return errorOf(call, outcome, 'revoke', secrets);
    const facts = call.factsOf(outcome);
    // Any other 2xx is no acceptance: a false green is worse than asking again.
    if (status !== 200 && status !== 202 && status !== 204) {
      return failureOf('unexpected_status', facts, { possiblyDone: true });
    }
    const anomalies: Anomaly[] = [];
    if (status !== 200) anomalies.push('revoke_answer_unusual_status');
    if (isHtml(mediaType(head)) && hasContent(head, outcome.body)) {
      anomalies.push('revoke_answer_html');
    }
    return ok({ verdict: status === 202 ? 'pending' : 'accepted', anomalies, facts });
  } finally {
    outcome.body.fill(0);
  }
}

/** Every complete answer that is no redirect is an answer: whoever asked reads the status. */
export function probeAnswer(
  call: Call,
  outcome: Outcome,
  secrets: Secrets,
): Result<ProbeAnswer, GatewayFailure> {
  if (outcome.kind === 'failed') return transportFailure(call, outcome, secrets);
  const { head, body, trouble } = outcome;
  if (trouble !== null) return broken(call, outcome, trouble);
  if (isRedirect(head.status)) return errorOf(call, outcome, null, secrets);
  const facts = call.factsOf(outcome);
  if (head.status < 200 || head.status >= 600) {
    return failureOf('unexpected_status', facts, { possiblyDone: true });
  }
  const challenge = head.values('www-authenticate').join(', ');
  return ok({
    facts,
    status: head.status,
    contentType: mediaType(head),
    about: challengeAbout(challenge),
    challenge: plainWords(Buffer.from(challenge), secrets),
    body,
  });
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function broken(call: Call, outcome: Answered, code: GatewayFailure['code']): Refusal {
  outcome.body.fill(0);
  return failureOf(code, call.factsOf(outcome), { possiblyDone: true });
}

function errorOf(
  call: Call,
  outcome: Answered,
  endpoint: 'token' | 'revoke' | null,
  secrets: Secrets,
): Refusal {
  const reading: ErrorReading = readErrorResponse(
    {
      head: outcome.head,
      body: outcome.body,
      url: call.url,
      nowMs: outcome.answeredAtMs,
      secrets,
    },
    endpoint,
  );
  const { code, declined, ...details } = reading;
  return failureOf(code, call.factsOf(outcome), { ...details, possiblyDone: !declined });
}

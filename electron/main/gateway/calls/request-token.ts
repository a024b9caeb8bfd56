// A token request (docs/service.md 2.2 to 2.5, RFC 6749 section 4.4): once, never again from here. A second request is
// a second live token: the ledger decides.
import { traderScopes, type TraderScope } from '../../../shared/words.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { CallOptions } from '../call-target.ts';
import type { ClientCredential, GatewayFailure, TokenAnswer } from '../gateway.ts';
import { maskOf } from '../redaction/redaction.ts';
import { isSuccess, mediaType } from '../responses/response-head.ts';
import { readTokenResponse, type ReadToken } from '../responses/token-response.ts';
import { failureOf, type Call } from './call.ts';

/**
 * Sends: Trader a form with the scopes (2.2), Partner JSON without any (2.4). Comes back: a token with its lifetime and
 * what was granted (2.3, 2.5). Means: a 2xx with a token issued it, whatever else is wrong with the answer; a 2xx
 * without one and without an error may have (`possiblyDone`); anything else is read by its status first.
 */
export async function requestToken(
  call: Call,
  credential: ClientCredential,
  scopes: readonly TraderScope[],
  options: CallOptions | undefined,
): Promise<Result<TokenAnswer, GatewayFailure>> {
  const { accessType, secret } = credential;
  if (accessType === 'partner' && scopes.length > 0) return call.refuse('wrong_access_type');
  if (accessType === 'trader' && scopes.length === 0) return call.refuse('scope_not_registered');
  // One order whatever was clicked first; anything unknown is not sent.
  const asked = traderScopes.filter((scope) => scopes.includes(scope));
  if (scopes.some((scope) => !asked.includes(scope))) return call.refuse('scope_not_registered');

  const outcome = await call.send({ body: tokenBody(credential, asked) }, options);
  const mask = maskOf([secret]);
  if (outcome.kind === 'answered' && !isSuccess(outcome.head.status)) {
    if (outcome.trouble !== 'cancelled') return call.errorOf(outcome, 'token', mask);
  }
  const whole = call.whole(outcome, mask);
  if (!whole.ok) return whole;

  const { head, body } = whole.value;
  const reading = readTokenResponse({
    status: head.status,
    mediaType: mediaType(head),
    body,
    accessType,
    asked,
    secrets: [secret],
  });
  if (reading.kind === 'error') return call.errorOf(whole.value, 'token', mask);
  const facts = call.factsOf(outcome);
  if (reading.kind === 'failed') {
    return failureOf(reading.code, facts, { possiblyDone: reading.unseenToken });
  }
  const withFacts = (token: ReadToken): TokenAnswer['tokens'][0] => ({ ...token, facts });
  const [first, ...others] = reading.tokens;
  return ok({ tokens: [withFacts(first), ...others.map(withFacts)] });
}

/** Exactly these fields, in this order. */
function tokenBody(
  { accessType, clientId, secret }: ClientCredential,
  scopes: readonly string[],
): string {
  const fields = {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: secret.use((bytes) => bytes.toString('utf8')),
  };
  return accessType === 'trader'
    ? new URLSearchParams({ ...fields, scope: scopes.join(' ') }).toString()
    : JSON.stringify(fields);
}

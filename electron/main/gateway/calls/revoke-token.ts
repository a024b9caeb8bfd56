// A revocation (docs/service.md 4, RFC 7009), for Trader tokens alone: the specification shows none for Partner.
import type { Anomaly } from '../../../shared/words.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import type { CallOptions } from '../call-target.ts';
import type { ClientCredential, GatewayFailure, RevokeAnswer } from '../gateway.ts';
import { maskOf, type Mask } from '../redaction/redaction.ts';
import { readOAuthError } from '../responses/error-response.ts';
import { hasContent, isHtml, isSuccess, mediaType } from '../responses/response-head.ts';
import { failureOf, type Call } from './call.ts';

/**
 * Sends: a form of client id, secret and token, without token_type_hint (case 7). Comes back: a status. Means: 200 and
 * 204 accepted (RFC 7009 section 2.2, cases 97 to 99), which is not dead; 202 pending; any other 2xx is no acceptance,
 * since a false green is worse than asking again.
 */
export async function revokeToken(
  call: Call,
  { clientId, secret }: ClientCredential,
  token: SecretBytes,
  options: CallOptions | undefined,
): Promise<Result<RevokeAnswer, GatewayFailure>> {
  const body = new URLSearchParams({
    client_id: clientId,
    client_secret: secret.use((bytes) => bytes.toString('utf8')),
    token: token.use((bytes) => bytes.toString('utf8')),
  }).toString();
  // RFC 7009 section 2.2: the body of a success need not be looked at, so it is not waited for; but that a web
  // page came is told, and JSON may name an error.
  const wantsBody = (status: number, type: string): boolean =>
    status >= 400 || isHtml(type) || type === 'application/json';
  const outcome = await call.send({ body, wantsBody }, options);
  // Made where there are words to cover: most of many answers say none.
  const mask: Mask = (text) => maskOf([secret, token])(text);
  if (outcome.kind === 'failed' || outcome.trouble === 'cancelled') {
    return call.broken(outcome, mask);
  }

  const { head } = outcome;
  const { status } = head;
  if (!isSuccess(status)) return call.errorOf(outcome, 'revoke', mask);
  const facts = call.factsOf(outcome);
  if (status !== 200 && status !== 202 && status !== 204) {
    return failureOf('invalid_response', facts, { possiblyDone: true });
  }
  // A body that names an error is no reason to believe the status.
  if (readOAuthError(outcome.body, mask) !== null) return call.errorOf(outcome, 'revoke', mask);
  const anomalies: Anomaly[] = [];
  if (status !== 200) anomalies.push('revoke_answer_unusual_status');
  if (isHtml(mediaType(head)) && hasContent(head, outcome.body)) {
    anomalies.push('revoke_answer_html');
  }
  return ok({ verdict: status === 202 ? 'pending' : 'accepted', anomalies, facts });
}

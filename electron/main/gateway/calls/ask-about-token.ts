// The calls that show whether a token works: who-am-I and positions (docs/service.md 4), and introspection (RFC 7662).
// Whoever asked reads the status: every complete answer that is no redirect is one.
import { ok, type Result } from '../../domain/result.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import type { CallOptions, GatewayTarget } from '../call-target.ts';
import type { Outcome } from '../connections/http-exchange.ts';
import type { ClientCredential, GatewayFailure, ProbeAnswer } from '../gateway.ts';
import { maskOf, type Mask } from '../redaction/redaction.ts';
import { plainWords } from '../redaction/server-words.ts';
import { challengeAbout } from '../responses/bearer-challenge.ts';
import { isRedirect, mediaType } from '../responses/response-head.ts';
import { isBearerText, MAX_TOKEN_BYTES } from '../responses/token-response.ts';
import { failureOf, type Call } from './call.ts';

const textOf = (secret: SecretBytes): string => secret.use((bytes) => bytes.toString('utf8'));

/** A token that a header may carry (RFC 6750 section 2.1). */
const isSendable = (token: SecretBytes): boolean =>
  token.length <= MAX_TOKEN_BYTES && !token.wiped && token.use(isBearerText);

/** Sends: the token in the Authorization header, and no body. Comes back: anything; the specification shows no answer. */
export async function probeToken(
  call: Call,
  token: SecretBytes,
  options: CallOptions | undefined,
): Promise<Result<ProbeAnswer, GatewayFailure>> {
  if (!isSendable(token)) return call.refuse('token_unusable');
  const outcome = await call.send({ authorization: `Bearer ${textOf(token)}` }, options);
  return answerOf(call, outcome, maskOf([token]));
}

/**
 * Sends: the token in a form, and the credentials of the client that asks beside it or in the Authorization header
 * (RFC 7662 section 2.1, RFC 6749 section 2.3.1), without token_type_hint. Comes back: JSON with `active`.
 */
export async function introspectToken(
  call: Call,
  target: GatewayTarget,
  { clientId, secret }: ClientCredential,
  token: SecretBytes,
  options: CallOptions | undefined,
): Promise<Result<ProbeAnswer, GatewayFailure>> {
  if (!isSendable(token)) return call.refuse('token_unusable');
  const asked = { token: textOf(token) };
  const mask = maskOf([secret, token]);
  if (target.introspection?.authentication !== 'client_secret_basic') {
    const form = { ...asked, client_id: clientId, client_secret: textOf(secret) };
    const outcome = await call.send({ body: new URLSearchParams(form).toString() }, options);
    return answerOf(call, outcome, mask);
  }
  const basic = basicValue(clientId, textOf(secret));
  const authorization = `Basic ${basic}`;
  const body = new URLSearchParams(asked).toString();
  const outcome = await call.send({ body, authorization }, options);
  // Known here alone, so hidden here: nobody after this could tell its echo from other words.
  const maskBasic: Mask = (text) => mask(text.replaceAll(basic, '[masked]'));
  const answer = answerOf(call, outcome, maskBasic);
  if (!answer.ok) return answer;
  return ok({ ...answer.value, body: Buffer.from(withoutEcho(answer.value.body, basic)) });
}

/** Both halves are form-encoded first, so that a colon in the client id stays its own. */
function basicValue(clientId: string, secret: string): string {
  const encoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);
  return Buffer.from(`${encoded(clientId)}:${encoded(secret)}`).toString('base64');
}

const withoutEcho = (body: Buffer, basic: string): string =>
  body.toString('utf8').replaceAll(basic, '[masked]');

function answerOf(call: Call, outcome: Outcome, mask: Mask): Result<ProbeAnswer, GatewayFailure> {
  const whole = call.whole(outcome, mask);
  if (!whole.ok) return whole;
  const { head, body } = whole.value;
  const { status } = head;
  if (isRedirect(status)) return call.errorOf(whole.value, null, mask);
  const facts = call.factsOf(outcome);
  if (status < 200 || status >= 600) {
    return failureOf('invalid_response', facts, { possiblyDone: true });
  }
  const challenge = head.values('www-authenticate').join(', ');
  return ok({
    facts,
    status,
    contentType: mask(mediaType(head)),
    about: challengeAbout(challenge),
    challenge: plainWords(challenge, mask),
    body,
  });
}

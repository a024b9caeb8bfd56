// What lies behind the tokens: the identity check and the positions. The specification does not show the shape of
// their answers: these say plainly that they are practice, and hold a field to be masked.
import type { Surroundings } from './practice-settings.ts';
import type { PracticeRequest } from './read-request.ts';
import { jsonReply, oauthError, withHeader, type Reply } from './reply.ts';
import type { AccessType } from '../../../shared/words.ts';
import type { PracticeToken } from './practice-state.ts';

const TRADE_SCOPE = 'TRADER_TRADE';
const MESSAGE = 'An answer of the practice gateway: the real one may look quite different.';

type Honoured = (token: PracticeToken, around: Surroundings) => Reply;

/**
 * Answers where a resource honours the token of a request (docs/service.md 5 and 7, RFC 6750): access
 * type, expiry, revocation once it has spread, and the slow first call.
 */
const withToken =
  (accessType: AccessType, honoured: Honoured) =>
  (request: PracticeRequest, around: Surroundings): Reply => {
    const { nowMs, settings, state } = around;
    if (/(?:^|&)(?:access_token|token|client_secret)=/i.test(request.query)) {
      return oauthError(400, 'invalid_request', 'A token is never accepted in the address');
    }
    const text = /^Bearer +([^\s]+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    // RFC 6750 section 3: without a token the challenge names no error.
    if (text === undefined) return refused('no Bearer token', '', around);
    const refuse = (note: string): Reply => refused(note, ', error="invalid_token"', around);
    const token = state.tokenOf(text);
    if (!token) return refuse('unknown token');
    if (token.accessType !== accessType) return refuse(`a ${token.accessType} token`);
    if (nowMs >= token.expiresAtMs) return refuse('expired token');
    const { revokedAtMs } = token;
    const spreadMs = settings.propagationSeconds * 1000;
    if (revokedAtMs !== null && nowMs >= revokedAtMs + spreadMs) return refuse('revoked token');
    const delayMs = token.used ? 0 : settings.slowFirstCallMs;
    token.used = true;
    return { ...honoured(token, around), delayMs };
  };

/** RFC 6750 section 3. */
function refused(note: string, error: string, { settings }: Surroundings): Reply {
  const reply = jsonReply(401, { error: 'invalid_token', message: 'Unauthorized' }, note);
  if (!settings.challenge) return reply;
  return withHeader(reply, 'WWW-Authenticate', `Bearer realm="practice"${error}`);
}

const honouredReply = (body: object, { revokedAtMs }: PracticeToken): Reply =>
  jsonReply(
    200,
    { practice: true, message: MESSAGE, ...body },
    revokedAtMs === null ? 'honoured' : 'honoured: the revocation has not arrived here yet',
  );

/** Full access to the low-latency API takes TRADER_TRADE (docs/service.md 2.6). */
export const answerWhoAmI = withToken('trader', (token, around) => {
  if (!token.scopes.includes(TRADE_SCOPE)) return insufficientScope();
  const body = {
    identity: {
      client_id: token.clientId,
      access: 'low-latency trading',
      scopes: token.scopes,
      api_key: around.sampleKey,
    },
    limits: { orders_per_second: 50, open_orders: 500 },
    server_time: new Date(around.nowMs).toISOString(),
  };
  return honouredReply(body, token);
});

/** RFC 6750 section 3.1; the specification does not show this service's answer. */
function insufficientScope(): Reply {
  const body = { error: 'insufficient_scope', message: 'The token lacks a scope' };
  const reply = jsonReply(403, body, `scope ${TRADE_SCOPE} is missing`);
  const header = `Bearer realm="practice", error="insufficient_scope", scope="${TRADE_SCOPE}"`;
  return withHeader(reply, 'WWW-Authenticate', header);
}

const position = (instrument: string, quantity: string, entry: string, mark: string) => ({
  instrument,
  side: quantity.startsWith('-') ? 'short' : 'long',
  quantity,
  price: { entry, mark, currency: 'USD' },
});

export const answerPositions = withToken('partner', (token, around) => {
  const body = {
    client_id: token.clientId,
    as_of: new Date(around.nowMs).toISOString(),
    positions: [
      position('BTC-PERP', '0.75', '64120.50', '64310.00'),
      position('ETH-PERP', '-12.00', '3120.10', '3098.45'),
      position('SOL-PERP', '240.00', '148.20', '151.05'),
    ],
    api_key: around.sampleKey,
  };
  return honouredReply(body, token);
});

export function notFound(): Reply {
  return jsonReply(404, { error: 'not_found', message: 'No such endpoint' }, 'no such endpoint');
}

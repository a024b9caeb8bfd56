// What lies behind the tokens: the identity check, the positions, and the areas whose endpoints the
// specification does not show (a token is checked there, then nothing is found). The answers' shape
// is not shown either: these say plainly that they are practice, and hold a field to be masked.
import { singleHeader, type Surroundings } from './handling.ts';
import type { PracticeRequest } from './read-request.ts';
import { jsonReply, oauthError, withHeader, type Reply } from './reply.ts';
import type { AccessType } from '../../../shared/words.ts';
import type { PracticeToken } from './practice-state.ts';

type BearerCheck =
  | { readonly honoured: true; readonly token: PracticeToken; readonly delayMs: number }
  | { readonly honoured: false; readonly reply: Reply };

/**
 * Decides whether a resource honours the token of a request (docs/service.md 5 and 7, RFC 6750): access
 * type, expiry, revocation once it has spread, and the slow first call.
 */
function checkBearer(
  request: PracticeRequest,
  around: Surroundings,
  accessType: AccessType,
): BearerCheck {
  const { nowMs, settings, state } = around;
  const refuse = (note: string): BearerCheck => ({ honoured: false, reply: refused(note, around) });
  if (/(?:^|&)(?:access_token|token|client_secret)=/i.test(request.query)) {
    const reply = oauthError(400, 'invalid_request', 'A token is never accepted in the address');
    return { honoured: false, reply };
  }
  if ((request.headers.get('authorization')?.length ?? 0) > 1) {
    const reply = oauthError(400, 'invalid_request', 'More than one Authorization header');
    return { honoured: false, reply };
  }
  const text = /^Bearer +([^\s]+)$/i.exec(singleHeader(request, 'authorization') ?? '')?.[1];
  if (text === undefined) return refuse('no Bearer token');
  const token = state.tokenOf(text);
  if (!token) return refuse('unknown token');
  if (token.accessType !== accessType) return refuse(`a ${token.accessType} token`);
  if (nowMs >= token.expiresAtMs) return refuse('expired token');
  const { revokedAtMs } = token;
  const spreadMs = settings.propagationSeconds * 1000;
  if (revokedAtMs !== null && nowMs >= revokedAtMs + spreadMs) return refuse('revoked token');
  const delayMs = token.used ? 0 : settings.slowFirstCallMs;
  token.used = true;
  return { honoured: true, token, delayMs };
}

/** RFC 6750 section 3: without a token the challenge names no error. */
function refused(note: string, around: Surroundings): Reply {
  const reply = jsonReply(401, { error: 'invalid_token', message: 'Unauthorized' }, note);
  if (!around.settings.challenge) return reply;
  const challenge =
    note === 'no Bearer token'
      ? 'Bearer realm="practice"'
      : 'Bearer realm="practice", error="invalid_token"';
  return withHeader(reply, 'WWW-Authenticate', challenge);
}

const TRADE_SCOPE = 'TRADER_TRADE';

/** Full access to the low-latency API takes TRADER_TRADE (docs/service.md 2.6). */
export function answerWhoAmI(request: PracticeRequest, around: Surroundings): Reply {
  const bearer = checkBearer(request, around, 'trader');
  if (!bearer.honoured) return bearer.reply;
  const { token, delayMs } = bearer;
  if (!token.scopes.includes(TRADE_SCOPE) && around.settings.insufficientScope !== 'honoured_200') {
    return { ...insufficientScope(around), delayMs };
  }
  const body = {
    practice: true,
    message: 'An answer of the practice gateway: the real one may look quite different.',
    identity: {
      client_id: token.clientId,
      access: 'low-latency trading',
      scopes: token.scopes,
      api_key: around.sampleKey,
    },
    limits: { orders_per_second: 50, open_orders: 500 },
    server_time: new Date(around.nowMs).toISOString(),
  };
  return { ...jsonReply(200, body, revokedNote(token.revokedAtMs)), delayMs };
}

export function answerPositions(request: PracticeRequest, around: Surroundings): Reply {
  const bearer = checkBearer(request, around, 'partner');
  if (!bearer.honoured) return bearer.reply;
  const position = (instrument: string, quantity: string, entry: string, mark: string) => ({
    instrument,
    side: quantity.startsWith('-') ? 'short' : 'long',
    quantity,
    price: { entry, mark, currency: 'USD' },
  });
  const body = {
    practice: true,
    message: 'An answer of the practice gateway: the real one may look quite different.',
    client_id: bearer.token.clientId,
    as_of: new Date(around.nowMs).toISOString(),
    positions: [
      position('BTC-PERP', '0.75', '64120.50', '64310.00'),
      position('ETH-PERP', '-12.00', '3120.10', '3098.45'),
      position('SOL-PERP', '240.00', '148.20', '151.05'),
    ],
    api_key: around.sampleKey,
  };
  const reply = jsonReply(200, body, revokedNote(bearer.token.revokedAtMs));
  return { ...reply, delayMs: bearer.delayMs };
}

/** Any other address under an area that takes a token (docs/service.md 5, rule 2). */
export const answerUnlisted =
  (accessType: AccessType) =>
  (request: PracticeRequest, around: Surroundings): Reply => {
    const bearer = checkBearer(request, around, accessType);
    return bearer.honoured ? notFound() : bearer.reply;
  };

export function notFound(): Reply {
  return jsonReply(404, { error: 'not_found', message: 'No such endpoint' }, 'no such endpoint');
}

function revokedNote(revokedAtMs: number | null): string {
  return revokedAtMs === null ? 'honoured' : 'honoured: the revocation has not arrived here yet';
}

/** RFC 6750 section 3.1 for the 403; some servers say 401 instead. */
function insufficientScope(around: Surroundings): Reply {
  const { challenge, insufficientScope: answer } = around.settings;
  const status = answer === 'refused_401' ? 401 : 403;
  const body = { error: 'insufficient_scope', message: 'The token lacks a scope' };
  const reply = jsonReply(status, body, `scope ${TRADE_SCOPE} is missing`);
  if (!challenge) return reply;
  const header = `Bearer realm="practice", error="insufficient_scope", scope="${TRADE_SCOPE}"`;
  return withHeader(reply, 'WWW-Authenticate', header);
}

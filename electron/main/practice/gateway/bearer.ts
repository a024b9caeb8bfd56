// Decides whether a resource honours the token of a request (docs/service.md 5 and 7, RFC 6750): access
// type, expiry, revocation once it reached the answering region, and the slow first call.
import type { AccessType } from '../../../shared/words.ts';
import { singleHeader, type PracticeRequest, type Surroundings } from './handling.ts';
import { propagationMs } from './practice-settings.ts';
import type { PracticeToken } from './practice-state.ts';
import { jsonReply, oauthError, type Reply } from './reply.ts';

type BearerCheck =
  | { readonly honoured: true; readonly token: PracticeToken; readonly delayMs: number }
  | { readonly honoured: false; readonly reply: Reply };

export function checkBearer(
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
  const token = state.tokenOf(Buffer.from(text, 'latin1'));
  if (!token) return refuse('unknown token');
  if (token.accessType !== accessType) return refuse(`a ${token.accessType} token`);
  if (nowMs >= token.expiresAtMs) return refuse('expired token');
  const region = around.region();
  const known =
    token.revokedAtMs === null ? null : token.revokedAtMs + propagationMs(settings, region);
  if (known !== null && nowMs >= known) return refuse('revoked token');
  return {
    honoured: true,
    token,
    delayMs: around.isFirstUse(token.digest) ? settings.slowFirstCallMs : 0,
  };
}

/** RFC 6750 section 3: without a token the challenge names no error. */
function refused(note: string, around: Surroundings): Reply {
  const reply = jsonReply(401, { error: 'invalid_token', message: 'Unauthorized' }, note);
  if (!around.settings.challenge) return reply;
  const challenge =
    note === 'no Bearer token'
      ? 'Bearer realm="practice"'
      : 'Bearer realm="practice", error="invalid_token"';
  return { ...reply, headers: { ...reply.headers, 'WWW-Authenticate': challenge } };
}

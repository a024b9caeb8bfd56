// Introspection (RFC 7662): whether a token is active, told to any registered client about tokens of its
// own access type. The specification names the RFC and shows neither path nor answer, so both are this
// gateway's own. It asks the authorization server, which knows of a revocation at once.
import { fieldOf, singleHeader, type Surroundings } from './handling.ts';
import type { PracticeRequest } from './read-request.ts';
import type { PracticeClient } from './practice-state.ts';
import { badCredentials, jsonReply, oauthError, type Reply } from './reply.ts';

export function answerIntrospection(request: PracticeRequest, around: Surroundings): Reply {
  const { fields, headers, query } = request;
  const invalid = (description: string): Reply => oauthError(400, 'invalid_request', description);
  if (query !== '') return invalid('Parameters are accepted in the body only');
  if (fields.encoding === 'malformed') return invalid('The body is malformed or repeats a field');
  if (fields.encoding !== 'form') return invalid('This endpoint takes form encoding only');
  const inHeader = headers.has('authorization');
  if (inHeader && fields.values.has('client_secret')) {
    return invalid('Credentials come in the header or in the body, not in both');
  }
  const client = clientOf(request, around, inHeader);
  if (client === null) return badCredentials(around.settings.badCredentials, 'credentials refused');
  const text = fieldOf(request, 'token');
  if (text === '') return invalid('The field token is missing');
  const token = around.state.tokenOf(text);
  const inactive = (note: string): Reply => jsonReply(200, { active: false }, note);
  if (token === null) return inactive('inactive: unknown token');
  if (token.accessType !== client.accessType)
    return inactive(`inactive: a ${token.accessType} token`);
  if (token.revokedAtMs !== null) return inactive('inactive: revoked');
  if (around.nowMs >= token.expiresAtMs) return inactive('inactive: expired');
  const { clientId, scopes, expiresAtMs } = token;
  const body = {
    active: true,
    ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
    client_id: clientId,
    token_type: 'Bearer',
    exp: Math.floor(expiresAtMs / 1000),
  };
  return jsonReply(200, body, 'active');
}

/** RFC 6749 section 2.3.1: by HTTP Basic, each half form-encoded, or in the body. */
function clientOf(
  request: PracticeRequest,
  { state }: Surroundings,
  inHeader: boolean,
): PracticeClient | null {
  const given = inHeader
    ? basicOf(request)
    : ([fieldOf(request, 'client_id'), fieldOf(request, 'client_secret')] as const);
  return (
    given && (state.authenticate(...given, 'trader') ?? state.authenticate(...given, 'partner'))
  );
}

function basicOf(request: PracticeRequest): readonly [clientId: string, secret: string] | null {
  const header = singleHeader(request, 'authorization') ?? '';
  const text = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(header)?.[1] ?? '';
  const halves = Buffer.from(text, 'base64').toString('latin1').split(':');
  try {
    const [clientId, secret] = halves.map((half) => decodeURIComponent(half.replaceAll('+', ' ')));
    return halves.length === 2 && clientId && secret ? [clientId, secret] : null;
  } catch {
    return null;
  }
}

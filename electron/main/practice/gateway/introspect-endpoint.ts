// Introspection (RFC 7662): whether a token is active, told to any registered client about tokens of its
// own access type. The specification names the RFC and shows neither path nor answer, so both are this
// gateway's own. It asks the authorization server, which knows of a revocation at once.
import { singleHeader, type PracticeRequest, type Surroundings } from './handling.ts';
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
  const text = fields.values.get('token');
  if (text === undefined || text.length === 0) return invalid('The field token is missing');
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
  const given = inHeader ? basicOf(request) : bodyOf(request);
  if (given === null) return null;
  const { clientId, secret } = given;
  const client =
    state.authenticate(clientId, secret, 'trader') ??
    state.authenticate(clientId, secret, 'partner');
  if (inHeader) secret.fill(0);
  return client;
}

interface Given {
  readonly clientId: string;
  readonly secret: Buffer;
}

function bodyOf({ fields }: PracticeRequest): Given {
  return {
    clientId: fields.values.get('client_id')?.toString('utf8') ?? '',
    secret: fields.values.get('client_secret') ?? Buffer.alloc(0),
  };
}

function basicOf(request: PracticeRequest): Given | null {
  const text = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(
    singleHeader(request, 'authorization') ?? '',
  )?.[1];
  if (text === undefined) return null;
  const halves = Buffer.from(text, 'base64').toString('latin1').split(':');
  const [id, secret] = halves.map(formDecoded);
  if (halves.length !== 2 || id === undefined || secret === undefined) return null;
  return { clientId: id, secret: Buffer.from(secret, 'utf8') };
}

function formDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

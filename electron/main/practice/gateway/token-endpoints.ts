// What only the authorization server answers: the two token endpoints, Trader by form with scope (docs/service.md 2.2, 2.3) and Partner by JSON without (2.4,
// 2.5), each of which refuses the other's credentials and encoding, Trader revocation,
// and introspection (RFC 7662), whose path and answer the specification does not show. Errors as RFC 6749 section 5.2.
import type { AccessType } from '../../../shared/words.ts';
import type { Surroundings } from './practice-settings.ts';
import type { PracticeClient } from './practice-state.ts';
import { fieldOf, type PracticeRequest } from './read-request.ts';
import { emptyReply, invalidClient, jsonReply, oauthError, type Reply } from './reply.ts';

/** Ours alone: the specification shows no path for introspection. */
export const INTROSPECTION_PATH = '/auth/oauth2/introspect';

export function answerTraderToken(request: PracticeRequest, around: Surroundings): Reply {
  const refused = refuseShape(request, 'form', [
    'grant_type',
    'client_id',
    'client_secret',
    'scope',
  ]);
  if (refused) return refused;
  const client = authenticated(request, around, 'trader');
  if (!client) return invalidClient(401);
  const requested = requestedScopes(request);
  if (!requested) return oauthError(400, 'invalid_scope', 'The scope is malformed');
  if (!requested.every((scope) => client.scopes.includes(scope))) {
    return oauthError(400, 'invalid_scope', 'A scope is not registered for this client');
  }
  const granted = around.alteration.grant?.(requested) ?? requested;
  return mint(client, granted, around, (seconds) => ({
    scope: granted.join(' '),
    token_type: 'Bearer',
    expires_in: seconds,
  }));
}

/** A scope sent along is ignored: whether Partner requests know one is not shown (5, rule 12). */
export function answerPartnerToken(request: PracticeRequest, around: Surroundings): Reply {
  const refused = refuseShape(request, 'json', ['client_id', 'client_secret', 'grant_type']);
  if (refused) return refused;
  const client = authenticated(request, around, 'partner');
  if (!client) return invalidClient(401);
  return mint(client, [], around, (seconds) => ({ token_type: 'bearer', expires_in: seconds }));
}

/**
 * The Trader revocation endpoint (docs/service.md 4, RFC 7009): accepts whatever the token, tells
 * nothing about it, and ends only tokens of the client that asks. The answer's shape is not shown.
 */
export function answerRevoke(request: PracticeRequest, around: Surroundings): Reply {
  const refused = refuseShape(request, 'form', ['client_id', 'client_secret', 'token']);
  if (refused) return refused;
  const client = authenticated(request, around, 'trader');
  if (!client) return invalidClient(401);
  const token = around.state.tokenOf(fieldOf(request, 'token'));
  const accepted = (note: string): Reply => ({
    ...emptyReply(200, `accepted: ${note}`),
    delayMs: around.settings.revokeLatencyMs,
  });
  if (!token) return accepted('unknown token');
  if (token.clientId !== client.clientId) return accepted("another client's token, kept");
  if (token.revokedAtMs !== null) return accepted('was revoked before');
  token.revokedAtMs = around.nowMs;
  return accepted(around.nowMs < token.expiresAtMs ? 'revoked' : 'had expired before');
}

/**
 * What is wrong before any credential is looked at; null when nothing is. The secret belongs in the
 * body alone (docs/service.md 2.2), and no parameter in the address (RFC 6749 section 2.3.1).
 */
function refuseShape(
  request: PracticeRequest,
  encoding: 'form' | 'json',
  required: readonly string[],
): Reply | null {
  const { fields } = request;
  if (request.query !== '') return invalid('Parameters are accepted in the body only');
  if (request.headers.has('authorization')) {
    return invalid('Credentials belong in the body only');
  }
  if (fields.encoding === 'malformed') return invalid('The body is malformed or repeats a field');
  if (fields.encoding !== encoding) return invalid(`This endpoint takes ${encoding} encoding only`);
  const missing = required.find((name) => fieldOf(request, name) === '');
  if (missing === 'scope' && fields.values.has('scope')) return null;
  if (missing) return invalid(`The field ${missing} is missing`);
  if (required.includes('grant_type') && fieldOf(request, 'grant_type') !== 'client_credentials') {
    return oauthError(400, 'unsupported_grant_type', 'Only client_credentials is supported');
  }
  return null;
}

const invalid = (description: string): Reply => oauthError(400, 'invalid_request', description);

const authenticated = (request: PracticeRequest, { state }: Surroundings, accessType: AccessType) =>
  state.authenticate(fieldOf(request, 'client_id'), fieldOf(request, 'client_secret'), accessType);

/** RFC 6749 section 3.3: tokens of visible ASCII, one space between; null for anything else. */
function requestedScopes(request: PracticeRequest): readonly string[] | null {
  const scopes = fieldOf(request, 'scope').split(' ');
  const wellFormed = scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope));
  return wellFormed ? [...new Set(scopes)] : null;
}

function mint(
  client: PracticeClient,
  scopes: readonly string[],
  { alteration, settings, state }: Surroundings,
  fieldsFor: (seconds: number) => Readonly<Record<string, unknown>>,
): Reply {
  const seconds =
    client.accessType === 'trader'
      ? settings.traderLifetimeSeconds
      : settings.partnerLifetimeSeconds;
  const fields = fieldsFor(seconds);
  const body = {
    access_token: state.mint(client, scopes, seconds),
    ...(alteration.fields?.(fields) ?? fields),
  };
  return { ...jsonReply(200, body, `token for ${seconds} s`), delayMs: settings.tokenLatencyMs };
}

/** Whether a token is active, told to any registered client about tokens of its own access type; of a revocation at once. */
export function answerIntrospection(request: PracticeRequest, around: Surroundings): Reply {
  const refused = refuseShape(request, 'form', ['client_id', 'client_secret', 'token']);
  if (refused) return refused;
  const client =
    authenticated(request, around, 'trader') ?? authenticated(request, around, 'partner');
  if (client === null) return invalidClient(401);
  const { state, nowMs } = around;
  const token = state.tokenOf(fieldOf(request, 'token'));
  const inactive = (note: string): Reply => jsonReply(200, { active: false }, `inactive: ${note}`);
  if (token === null) return inactive('unknown token');
  const { accessType, clientId, scopes, expiresAtMs } = token;
  if (accessType !== client.accessType) return inactive(`a ${accessType} token`);
  if (token.revokedAtMs !== null) return inactive('revoked');
  if (nowMs >= expiresAtMs) return inactive('expired');
  const body = {
    active: true,
    ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
    client_id: clientId,
    token_type: 'Bearer',
    exp: Math.floor(expiresAtMs / 1000),
  };
  return jsonReply(200, body, 'active');
}

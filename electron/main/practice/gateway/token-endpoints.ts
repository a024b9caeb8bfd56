// The two token endpoints: Trader by form with scope (docs/service.md 2.2, 2.3), Partner by JSON without
// (2.4, 2.5). Each refuses the other's credentials and encoding. Errors as RFC 6749 section 5.2.
import type { AccessType } from '../../../shared/words.ts';
import { lifetimeSeconds } from './practice-settings.ts';
import type { PracticeClient } from './practice-state.ts';
import type { PracticeRequest, Surroundings } from './handling.ts';
import { badCredentials, oauthError, tokenReply, type Reply } from './reply.ts';

export function answerTraderToken(request: PracticeRequest, around: Surroundings): Reply {
  const refused = refuseShape(request, 'form', [
    'grant_type',
    'client_id',
    'client_secret',
    'scope',
  ]);
  if (refused) return refused;
  const client = authenticated(request, around, 'trader');
  if (!client) return badCredentials(around.settings.badCredentials, 'credentials refused');
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
  if (!client) return badCredentials(around.settings.badCredentials, 'credentials refused');
  return mint(client, [], around, (seconds) => ({ token_type: 'bearer', expires_in: seconds }));
}

/**
 * What is wrong before any credential is looked at; null when nothing is. The secret belongs in the
 * body alone (docs/service.md 2.2), and no parameter in the address (RFC 6749 section 2.3.1).
 */
export function refuseShape(
  request: PracticeRequest,
  encoding: 'form' | 'json',
  required: readonly string[],
): Reply | null {
  const invalid = (description: string): Reply => oauthError(400, 'invalid_request', description);
  const { fields } = request;
  if (request.query !== '') return invalid('Parameters are accepted in the body only');
  if (request.headers.has('authorization')) return invalid('Credentials belong in the body only');
  if (fields.encoding === 'malformed') return invalid('The body is malformed or repeats a field');
  if (fields.encoding !== encoding) return invalid(`This endpoint takes ${encoding} encoding only`);
  const missing = required.find((name) => (fields.values.get(name)?.length ?? 0) === 0);
  if (missing === 'scope' && fields.values.has('scope')) return null;
  if (missing) return invalid(`The field ${missing} is missing`);
  if (required.includes('grant_type') && textOf(request, 'grant_type') !== 'client_credentials') {
    return oauthError(400, 'unsupported_grant_type', 'Only client_credentials is supported');
  }
  return null;
}

export function authenticated(
  request: PracticeRequest,
  around: Surroundings,
  accessType: AccessType,
): PracticeClient | null {
  const secret = request.fields.values.get('client_secret') ?? Buffer.alloc(0);
  return around.state.authenticate(textOf(request, 'client_id'), secret, accessType);
}

function textOf(request: PracticeRequest, name: string): string {
  return request.fields.values.get(name)?.toString('utf8') ?? '';
}

/** RFC 6749 section 3.3: tokens of visible ASCII, one space between; null for anything else. */
function requestedScopes(request: PracticeRequest): readonly string[] | null {
  const scopes = textOf(request, 'scope').split(' ');
  const wellFormed = scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope));
  return wellFormed ? [...new Set(scopes)] : null;
}

function mint(
  client: PracticeClient,
  scopes: readonly string[],
  around: Surroundings,
  fieldsFor: (seconds: number) => Readonly<Record<string, unknown>>,
): Reply {
  const { alteration, nowMs, settings, state } = around;
  const seconds = lifetimeSeconds(settings, client.accessType);
  const token = state.mint(client, scopes, nowMs, seconds);
  const fields = fieldsFor(seconds);
  const reply = tokenReply(token, alteration.fields?.(fields) ?? fields, `token for ${seconds} s`);
  token.fill(0);
  return { ...reply, delayMs: settings.tokenLatencyMs };
}

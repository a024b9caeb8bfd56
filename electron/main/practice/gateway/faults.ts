// Ways a real server may answer where the specification is silent, or go wrong: by name for the
// window, freely for tests. A fault either replaces the answer, before or after the call had its
// effect, or alters a token answer.
import type { PracticeFault } from '../../../shared/practice/practice-view.ts';
import type { Alteration } from './handling.ts';
import { badCredentials, emptyReply, htmlReply, oauthError, type Reply } from './reply.ts';
import { notFound } from './resources.ts';
import { endpoints, type Endpoint } from './practice-routes.ts';

/** Whether the call does what was asked (mints, revokes) although its answer is another. */
type Performs = 'nothing' | 'effect';

export type Fault =
  | { readonly kind: 'answer'; readonly performs: Performs; readonly reply: () => Reply }
  | { readonly kind: 'alter'; readonly alteration: Alteration }
  /** Reads the request, then never answers. */
  | { readonly kind: 'hang'; readonly performs: Performs }
  /** Reads the request, then closes the connection. With `effect` the answer is lost. */
  | { readonly kind: 'drop'; readonly performs: Performs }
  /** Exactly these bytes in place of an HTTP answer; then the connection stays or closes. */
  | {
      readonly kind: 'bytes';
      readonly performs: Performs;
      readonly bytes: Uint8Array;
      readonly close: boolean;
    };

/** Names beyond those the window offers. */
export type NamedFault =
  | Exclude<PracticeFault, 'none'>
  | 'invalid_client_401'
  | 'drop'
  | 'lose_answer'
  | 'lose_answer_hanging'
  | 'revoke_json'
  | 'revoke_html'
  | 'revoke_204'
  | 'revoke_202'
  | 'token_refused_401'
  | 'server_error_500';

const answer = (reply: () => Reply, performs: Performs = 'nothing'): Fault => ({
  kind: 'answer',
  performs,
  reply,
});
const note = 'fault';

export const namedFaults: Readonly<Record<NamedFault, Fault>> = {
  invalid_client_400: answer(() => badCredentials('invalid_client_400', note)),
  invalid_client_401: answer(() => badCredentials('invalid_client_401', note)),
  invalid_client_401_challenge: answer(() => badCredentials('invalid_client_401_challenge', note)),
  forbidden_empty: answer(() => emptyReply(403, note)),
  html_error: answer(() => htmlReply(502, 'Bad Gateway', note)),
  server_error_500: answer(() => emptyReply(500, note)),
  server_error_503: answer(() => oauthError(503, 'temporarily_unavailable', 'Try again later')),
  rate_limited_429: answer(() => ({
    ...emptyReply(429, note),
    headers: { 'Retry-After': '5' },
  })),
  token_refused_401: answer(() => emptyReply(401, note)),
  redirect: answer(() => ({
    ...emptyReply(307, note),
    headers: { Location: 'https://elsewhere.invalid/' },
  })),
  no_token_endpoint: answer(notFound),
  other_encoding: answer(() => oauthError(415, 'invalid_request', 'Unsupported media type')),
  scope_refused: answer(() => oauthError(400, 'invalid_scope', 'The requested scope is invalid')),
  client_not_allowed: answer(() =>
    oauthError(400, 'unauthorized_client', 'The client may not use this endpoint'),
  ),
  sign_in_page: answer(() => htmlReply(200, 'Sign in to this network', note)),
  sign_in_wall: answer(() => withChallenge(emptyReply(401, note), 'Basic realm="network"')),
  authorization_dropped: answer(() =>
    withChallenge(
      oauthError(401, 'invalid_request', 'The Authorization header is missing'),
      'Bearer realm="practice", error="invalid_request"',
    ),
  ),
  revoke_ignored: answer(() => emptyReply(200, note)),
  check_forbidden: answer(() => emptyReply(403, note)),
  clock_behind: { kind: 'alter', alteration: { dateSkewSeconds: -600 } },
  revoke_json: answer(() => oauthLike({ revoked: true }), 'effect'),
  revoke_html: answer(() => htmlReply(200, 'OK', note), 'effect'),
  revoke_204: answer(() => emptyReply(204, note), 'effect'),
  revoke_202: answer(() => emptyReply(202, note), 'effect'),
  narrower_scope: { kind: 'alter', alteration: { grant: narrower } },
  wider_scope: { kind: 'alter', alteration: { grant: wider } },
  missing_expires_in: { kind: 'alter', alteration: { fields: withoutExpiresIn } },
  hang: { kind: 'hang', performs: 'nothing' },
  drop: { kind: 'drop', performs: 'nothing' },
  lose_answer: { kind: 'drop', performs: 'effect' },
  lose_answer_hanging: { kind: 'hang', performs: 'effect' },
};

const TOKEN: readonly Endpoint[] = ['trader_token', 'partner_token'];
const REVOKE: readonly Endpoint[] = ['trader_revoke'];
const RESOURCE: readonly Endpoint[] = ['who_am_i', 'positions'];
const WITH_SECRET: readonly Endpoint[] = [...TOKEN, ...REVOKE, 'introspect'];

/** Faults that make sense for some calls only; all others may meet any call. */
const limits: Partial<Readonly<Record<NamedFault, readonly Endpoint[]>>> = {
  invalid_client_400: WITH_SECRET,
  invalid_client_401: WITH_SECRET,
  invalid_client_401_challenge: WITH_SECRET,
  narrower_scope: ['trader_token'],
  wider_scope: ['trader_token'],
  missing_expires_in: TOKEN,
  no_token_endpoint: TOKEN,
  other_encoding: TOKEN,
  scope_refused: ['trader_token'],
  client_not_allowed: TOKEN,
  sign_in_page: [...TOKEN, ...RESOURCE],
  sign_in_wall: RESOURCE,
  authorization_dropped: RESOURCE,
  revoke_ignored: REVOKE,
  check_forbidden: RESOURCE,
  revoke_json: REVOKE,
  revoke_html: REVOKE,
  revoke_204: REVOKE,
  revoke_202: REVOKE,
  token_refused_401: endpoints.filter((endpoint) => !WITH_SECRET.includes(endpoint)),
};

export function concerns(fault: NamedFault, endpoint: Endpoint): boolean {
  return limits[fault]?.includes(endpoint) ?? true;
}

const withChallenge = (reply: Reply, challenge: string): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'WWW-Authenticate': challenge },
});

function oauthLike(body: unknown): Reply {
  const headers = { 'Content-Type': 'application/json' };
  return { status: 200, headers, body: Buffer.from(JSON.stringify(body)), note, delayMs: 0 };
}

/** One scope fewer; a lone TRADER_TRADE becomes TRADER_READ; a lone TRADER_READ has nothing less. */
function narrower(requested: readonly string[]): readonly string[] {
  if (requested.length > 1) return requested.filter((scope) => scope !== 'TRADER_TRADE');
  return ['TRADER_READ'];
}

/** Both scopes; and where both were asked for, one nobody has heard of. */
function wider(requested: readonly string[]): readonly string[] {
  const both = [...new Set([...requested, 'TRADER_READ', 'TRADER_TRADE'])];
  return both.length > requested.length ? both : [...both, 'PRACTICE_EXTRA'];
}

function withoutExpiresIn(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'expires_in'));
}

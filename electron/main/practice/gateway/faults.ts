// Ways a real server may answer where the specification is silent, or go wrong: by name for the
// window, freely for tests. A fault either replaces the answer, before or after the call had its
// effect, or alters a token answer.
import type { PracticeFault } from '../../../shared/practice/practice-view.ts';
import type { Alteration } from './handling.ts';
import {
  badCredentials,
  emptyReply,
  htmlReply,
  jsonReply,
  oauthError,
  withHeader,
  type Reply,
} from './reply.ts';
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
  | { readonly kind: 'drop'; readonly performs: Performs };

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

const TOKEN: readonly Endpoint[] = ['trader_token', 'partner_token'];
const SCOPED: readonly Endpoint[] = ['trader_token'];
const REVOKE: readonly Endpoint[] = ['trader_revoke'];
const RESOURCE: readonly Endpoint[] = ['who_am_i', 'positions'];
const SECRET: readonly Endpoint[] = [...TOKEN, ...REVOKE, 'introspect'];
const BEARER = endpoints.filter((each) => !SECRET.includes(each));

/** A fault, and the calls it makes sense for. */
type Row = readonly [at: readonly Endpoint[], fault: Fault];

const note = 'fault';
const row =
  (performs: Performs) =>
  (at: readonly Endpoint[], reply: () => Reply): Row => [at, { kind: 'answer', performs, reply }];
const answers = row('nothing');
const doesAndAnswers = row('effect');
const alters = (at: readonly Endpoint[], alteration: Alteration): Row => [
  at,
  { kind: 'alter', alteration },
];

const faults: Readonly<Record<NamedFault, Row>> = {
  invalid_client_400: answers(SECRET, () => badCredentials('invalid_client_400', note)),
  invalid_client_401: answers(SECRET, () => badCredentials('invalid_client_401', note)),
  invalid_client_401_challenge: answers(SECRET, () =>
    badCredentials('invalid_client_401_challenge', note),
  ),
  forbidden_empty: answers(endpoints, () => emptyReply(403, note)),
  html_error: answers(endpoints, () => htmlReply(502, 'Bad Gateway', note)),
  server_error_500: answers(endpoints, () => emptyReply(500, note)),
  server_error_503: answers(endpoints, () =>
    oauthError(503, 'temporarily_unavailable', 'Try again later'),
  ),
  rate_limited_429: answers(endpoints, () => withHeader(emptyReply(429, note), 'Retry-After', '5')),
  token_refused_401: answers(BEARER, () => emptyReply(401, note)),
  redirect: answers(endpoints, () =>
    withHeader(emptyReply(307, note), 'Location', 'https://elsewhere.invalid/'),
  ),
  no_token_endpoint: answers(TOKEN, notFound),
  other_encoding: answers(TOKEN, () =>
    oauthError(415, 'invalid_request', 'Unsupported media type'),
  ),
  scope_refused: answers(SCOPED, () =>
    oauthError(400, 'invalid_scope', 'The requested scope is invalid'),
  ),
  client_not_allowed: answers(TOKEN, () =>
    oauthError(400, 'unauthorized_client', 'The client may not use this endpoint'),
  ),
  sign_in_page: answers([...TOKEN, ...RESOURCE], () =>
    htmlReply(200, 'Sign in to this network', note),
  ),
  sign_in_wall: answers(RESOURCE, () =>
    withHeader(emptyReply(401, note), 'WWW-Authenticate', 'Basic realm="network"'),
  ),
  authorization_dropped: answers(RESOURCE, () =>
    withHeader(
      oauthError(401, 'invalid_request', 'The Authorization header is missing'),
      'WWW-Authenticate',
      'Bearer realm="practice", error="invalid_request"',
    ),
  ),
  revoke_ignored: answers(REVOKE, () => emptyReply(200, note)),
  check_forbidden: answers(RESOURCE, () => emptyReply(403, note)),
  clock_behind: alters(endpoints, { dateSkewSeconds: -600 }),
  revoke_json: doesAndAnswers(REVOKE, () => jsonReply(200, { revoked: true }, note)),
  revoke_html: doesAndAnswers(REVOKE, () => htmlReply(200, 'OK', note)),
  revoke_204: doesAndAnswers(REVOKE, () => emptyReply(204, note)),
  revoke_202: doesAndAnswers(REVOKE, () => emptyReply(202, note)),
  narrower_scope: alters(SCOPED, { grant: narrower }),
  wider_scope: alters(SCOPED, { grant: wider }),
  missing_expires_in: alters(TOKEN, { fields: ({ expires_in: _seconds, ...others }) => others }),
  hang: [endpoints, { kind: 'hang', performs: 'nothing' }],
  drop: [endpoints, { kind: 'drop', performs: 'nothing' }],
  lose_answer: [endpoints, { kind: 'drop', performs: 'effect' }],
  lose_answer_hanging: [endpoints, { kind: 'hang', performs: 'effect' }],
};

/** The names of all. */
export const faultNames = Object.keys(faults) as readonly NamedFault[];

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

export interface Injection {
  readonly endpoint: Endpoint | 'any';
  readonly fault: NamedFault | Fault;
  /** How many requests it meets. */
  readonly times: number | 'always';
}

export interface FaultQueue {
  readonly inject: (injection: Injection) => void;
  readonly clear: () => void;
  /** The fault this request meets, counted as used; null for none. */
  readonly take: (endpoint: Endpoint, standing: PracticeFault) => Fault | null;
}

/** Those injected one by one come first, in order; then the one that is switched on in the settings. */
export function createFaultQueue(): FaultQueue {
  let waiting: { readonly injection: Injection; left: number }[] = [];
  return {
    inject(injection): void {
      const left = injection.times === 'always' ? Number.POSITIVE_INFINITY : injection.times;
      waiting.push({ injection, left });
    },
    clear(): void {
      waiting = [];
    },
    take(endpoint, standing): Fault | null {
      const met = waiting.find(
        ({ injection, left }) => left > 0 && ['any', endpoint].includes(injection.endpoint),
      );
      if (met !== undefined) {
        met.left -= 1;
        const { fault } = met.injection;
        return typeof fault === 'string' ? faults[fault][1] : fault;
      }
      if (standing === 'none') return null;
      const [at, fault] = faults[standing];
      return at.includes(endpoint) ? fault : null;
    },
  };
}

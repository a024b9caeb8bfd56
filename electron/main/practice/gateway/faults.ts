// Ways a real server may answer where the specification is silent, or goes wrong: by name for the
// window, freely for tests. A fault either replaces the answer, loses it, or alters a token answer.
import type { PracticeFault } from '../../../shared/practice/practice-words.ts';
import { endpoints, type Endpoint } from './practice-routes.ts';
import type { Alteration } from './practice-settings.ts';
import {
  emptyReply,
  htmlReply,
  invalidClient,
  oauthError,
  withHeader,
  type Reply,
} from './reply.ts';
import { notFound } from './resources.ts';

export type Fault =
  /** In place of what was asked for, which is not done. */
  | { readonly kind: 'answer'; readonly reply: () => Reply }
  | { readonly kind: 'alter'; readonly alteration: Alteration }
  /** Reads the request, then never answers; nothing is done. */
  | { readonly kind: 'hang' }
  /** Does what was asked for (mints, revokes), then closes the connection. */
  | { readonly kind: 'lose' };

/** The last is for drills alone. */
type NamedFault = Exclude<PracticeFault, 'none'> | 'lose_answer';

const TOKEN: readonly Endpoint[] = ['trader_token', 'partner_token'];
const SCOPED: readonly Endpoint[] = ['trader_token'];
const REVOKE: readonly Endpoint[] = ['trader_revoke'];
const RESOURCE: readonly Endpoint[] = ['who_am_i', 'positions'];
const SECRET: readonly Endpoint[] = [...TOKEN, ...REVOKE, 'introspect'];

/** A fault, and the calls it makes sense for. */
type Row = readonly [at: readonly Endpoint[], fault: Fault];

const note = 'fault';
const answers = (at: readonly Endpoint[], reply: () => Reply): Row => [
  at,
  { kind: 'answer', reply },
];
const alters = (at: readonly Endpoint[], alteration: Alteration): Row => [
  at,
  { kind: 'alter', alteration },
];
const faults: Readonly<Record<NamedFault, Row>> = {
  invalid_client_400: answers(SECRET, () => invalidClient(400)),
  invalid_client_401_challenge: answers(SECRET, () =>
    withHeader(invalidClient(401), 'WWW-Authenticate', 'Basic realm="practice"'),
  ),
  forbidden_empty: answers(endpoints, () => emptyReply(403, note)),
  html_error: answers(endpoints, () => htmlReply(502, 'Bad Gateway', note)),
  server_error_503: answers(endpoints, () =>
    oauthError(503, 'temporarily_unavailable', 'Try again later'),
  ),
  rate_limited_429: answers(endpoints, () => withHeader(emptyReply(429, note), 'Retry-After', '5')),
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
  narrower_scope: alters(SCOPED, { grant: narrower }),
  wider_scope: alters(SCOPED, { grant: wider }),
  missing_expires_in: alters(TOKEN, { fields: ({ expires_in: _seconds, ...others }) => others }),
  hang: [endpoints, { kind: 'hang' }],
  lose_answer: [endpoints, { kind: 'lose' }],
};

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

/** Those injected one by one come first, in order; then the one that is switched on in the settings. */
export class FaultQueue {
  #waiting: { readonly injection: Injection; left: number }[] = [];

  inject(injection: Injection): void {
    const left = injection.times === 'always' ? Number.POSITIVE_INFINITY : injection.times;
    this.#waiting.push({ injection, left });
  }

  clear(): void {
    this.#waiting = [];
  }

  /** The fault this request meets, counted as used; null for none. */
  take(endpoint: Endpoint, standing: PracticeFault): Fault | null {
    const met = this.#waiting.find(
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
  }
}

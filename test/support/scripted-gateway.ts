// A gateway whose answers a test writes down beforehand, and which remembers what it was asked. An
// answer may be held back, so that a test can act while a call is under way.
import { fail, ok, type Result } from '../../electron/main/domain/result.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import type { Clock } from '../../electron/main/domain/clock.ts';
import type { Gateway } from '../../electron/main/gateway/gateway-client.ts';
import type {
  GatewayFailure,
  IssuedToken,
  ProbeAnswer,
  RevokeAnswer,
  TokenAnswer,
} from '../../electron/main/gateway/gateway.ts';
import type { CallFacts, GatewayTarget } from '../../electron/main/gateway/call-target.ts';
import { challengeAbout } from '../../electron/main/gateway/responses/bearer-challenge.ts';
import type { RouteObservation } from '../../electron/main/gateway/route-observation.ts';

type Later<T> = T | Promise<T>;

export interface ScriptedGateway extends Gateway {
  readonly calls: string[];
  /** Where each of those that are sent alone went, oldest first. */
  readonly targets: readonly GatewayTarget[];
  /** The answer may depend on the secret that was sent. */
  onToken: (answer: (secret: string) => Later<Result<TokenAnswer, GatewayFailure>>) => void;
  onRevoke: (
    answer: (secret: string, token: string) => Later<Result<RevokeAnswer, GatewayFailure>>,
  ) => void;
  /** A connection is up: so many revocations may be under way from now on. */
  readonly showWidth: (calls: number) => void;
  /** What a look at a connection shows; a good one unless told otherwise. */
  onRoute: (answer: (host: string) => RouteObservation) => void;
  onProbe: (answer: (token: string) => Later<Result<ProbeAnswer, GatewayFailure>>) => void;
  onIntrospection: (answer: (token: string) => Later<Result<ProbeAnswer, GatewayFailure>>) => void;
  /** Every request for a token fails so from now on. */
  readonly refuseTokens: (...failure: Parameters<ScriptedGateway['failure']>) => void;
  readonly refuseRevocations: (...failure: Parameters<ScriptedGateway['failure']>) => void;
  readonly issued: (changes?: Partial<IssuedToken> & { text?: SecretBytes }) => TokenAnswer;
  readonly failure: (
    changes: Partial<GatewayFailure>,
    facts?: Partial<CallFacts>,
  ) => GatewayFailure;
  readonly revoked: (verdict?: RevokeAnswer['verdict']) => RevokeAnswer;
  /** A 401 names the token (RFC 6750 section 3), unless given another challenge, or null for none. */
  readonly probed: (status: number, body?: string, challenge?: string | null) => ProbeAnswer;
}

/** As a host is seen of which everything works. */
export const goodRoute = (host: string): RouteObservation => ({
  host,
  route: { kind: 'direct', because: 'setting' },
  tunnelMs: null,
  addresses: ['192.0.2.7'],
  lookupMs: 4,
  silent: [],
  reached: '192.0.2.7',
  connectMs: 9,
  protocol: 'TLSv1.3',
  chain: [
    {
      subject: 'gateway.test',
      issuer: 'Test Authority',
      validFromMs: Date.UTC(2025, 0, 1),
      validToMs: Date.UTC(2027, 0, 1),
      names: 'DNS:*.test',
    },
  ],
  handshakeMs: 15,
  failure: null,
  durationMs: 28,
});

const isDeclined = (status: number): boolean => status >= 300 && status < 500;
const oauthCodes: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client']);

/** @param issuedBefore so many texts are taken: those of an earlier gateway over the same vault. */
export function createScriptedGateway(clock: Clock, issuedBefore = 0): ScriptedGateway {
  const calls: string[] = [];
  const targets: GatewayTarget[] = [];
  let [width, opened]: [number, (() => void) | undefined] = [16, undefined];
  let count = issuedBefore;
  const factsOf = (call: CallFacts['call'], changes: Partial<CallFacts> = {}): CallFacts => ({
    call,
    host: 'gateway.test',
    sentAtMs: clock.nowMs(),
    sentMonotonicMs: clock.monotonicMs(),
    durationMs: 12,
    status: 200,
    clockSkewSeconds: null,
    ...changes,
  });
  const issued: ScriptedGateway['issued'] = (changes = {}) => {
    count += 1;
    return {
      tokens: [
        {
          text: SecretBytes.take(Buffer.from(`token-text-${count}`)),
          grantedScopes: null,
          lifetimeSeconds: 3600,
          expiresInRaw: '3600',
          anomalies: [],
          quarantine: null,
          facts: factsOf('token'),
          ...changes,
        },
      ],
    };
  };
  const probed: ScriptedGateway['probed'] = (
    status,
    body = '{}',
    challenge = status === 401 ? 'Bearer error="invalid_token"' : null,
  ) => ({
    facts: factsOf('identity check', { status }),
    status,
    contentType: 'application/json',
    about: challengeAbout(challenge),
    challenge,
    body: Buffer.from(body),
  });
  const revoked: ScriptedGateway['revoked'] = (verdict = 'accepted') => ({
    verdict,
    anomalies: [],
    facts: factsOf('revoke'),
  });
  const failure: ScriptedGateway['failure'] = (changes, facts = {}) => ({
    code: 'http_error',
    // As the gateway tells it: a redirect and a 4xx declined, and these codes are the server's own.
    possiblyDone: !isDeclined(factsOf('token', facts).status ?? 0),
    oauthError: oauthCodes.has(changes.code ?? 'http_error') ? (changes.code ?? null) : null,
    serverSaid: null,
    about: null,
    retryAfterMs: null,
    facts: factsOf('token', facts),
    ...changes,
  });
  let token: (secret: string) => Later<Result<TokenAnswer, GatewayFailure>> = () => ok(issued());
  let route = goodRoute;
  let revoke: (secret: string, token: string) => Later<Result<RevokeAnswer, GatewayFailure>> = () =>
    ok(revoked());
  let probe: (token: string) => Later<Result<ProbeAnswer, GatewayFailure>> = () => ok(probed(200));
  /** As the resource call, unless told otherwise. */
  let introspection: typeof probe = async (text) => await probe(text);
  return {
    calls,
    targets,
    observeRoute: (target, at) => {
      const { host } = new URL(target[at]);
      return Promise.resolve(route(host));
    },
    onRoute(answer) {
      route = answer;
    },
    async requestToken(target, credential, scopes, { signal, unsent } = {}) {
      const unseen = { status: null };
      if (unsent?.aborted === true)
        return fail(failure({ code: 'cancelled', possiblyDone: false }, unseen));
      calls.push(['token', credential.accessType, ...scopes].join(' '));
      targets.push(target);
      const cut = Promise.withResolvers<Result<TokenAnswer, GatewayFailure>>();
      const ends = { code: 'cancelled', possiblyDone: true } as const;
      signal?.addEventListener('abort', () => cut.resolve(fail(failure(ends, unseen))));
      return await Promise.race([token(textOf(credential.secret)), cut.promise]);
    },
    async probeToken(target, accessType, text) {
      targets.push(target);
      calls.push(`probe ${accessType} ${textOf(text)}`);
      return await probe(textOf(text));
    },
    async introspectToken(target, credential, text) {
      targets.push(target);
      calls.push(`introspect as ${credential.clientId} ${textOf(text)}`);
      return await introspection(textOf(text));
    },
    openRevocations(target, _isCurrent, onOpened) {
      opened = onOpened;
      return {
        async revoke(credential, text) {
          targets.push(target);
          calls.push(`revoke ${textOf(text)}`);
          return await revoke(textOf(credential.secret), textOf(text));
        },
        width: () => width,
        close: () => undefined,
      };
    },
    showWidth(calls) {
      width = calls;
      opened?.();
    },
    onToken(answer) {
      token = answer;
    },
    onRevoke(answer) {
      revoke = answer;
    },
    onProbe(answer) {
      probe = answer;
    },
    onIntrospection(answer) {
      introspection = answer;
    },
    refuseTokens(...refusal) {
      token = () => fail(failure(...refusal));
    },
    refuseRevocations(...refusal) {
      revoke = () => fail(failure(...refusal));
    },
    issued,
    revoked,
    probed,
    failure,
  };
}

const textOf = (secret: SecretBytes): string => secret.use((bytes) => bytes.toString());

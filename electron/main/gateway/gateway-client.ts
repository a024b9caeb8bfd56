// The gateway client: the calls of specification section 4, introspection and metadata, each one request,
// never retried here (a second token request is a second live token: the ledger decides). Answers are results or closed
// failure codes; nothing of the transport, the secret or the token is attached to them.
import { traderScopes } from '../../shared/words.ts';
import type { Clock } from '../domain/clock.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { standardBudgets, type Budgets } from './budgets.ts';
import { createCalls } from './connections/call.ts';
import { openWarmConnections } from './connections/burst.ts';
import type {
  ClientCredential,
  Gateway,
  GatewayFailure,
  RevokeAnswer,
  RevokeBurst,
} from './gateway.ts';
import { redactRepeats } from './redaction/redaction.ts';
import { endpointOf } from './requests/endpoints.ts';
import type { Connect, RequestPorts } from './requests/guarded-request.ts';
import type { Result } from '../domain/result.ts';
import { probeAnswer, revokeAnswer, tokenAnswer } from './responses/answers.ts';
import { introspectionRequest } from './requests/introspection-request.ts';
import { encodeForm, encodeJson, type BodyField } from './requests/request-body.ts';
import { isRedirect } from './responses/error-response.ts';
import { isHtml } from './responses/response-head.ts';
import { observeRoute } from './route-observation.ts';
import { routesTo } from './connections/proxy-routes.ts';
import type { SystemProxy } from '../domain/proxy.ts';
import { isBearerText, MAX_TOKEN_BYTES } from './responses/token-text.ts';
import { createTrustedAuthorities, systemAuthorities } from './connections/trusted-authorities.ts';

interface GatewayPorts {
  readonly clock: Clock;
  readonly budgets?: Budgets | undefined;
  /** PEM of every authority trusted everywhere; called once, with the first request. */
  readonly systemAuthorities?: (() => readonly string[]) | undefined;
  /** Asked for environments that go as the system says; nobody can say, unless given. */
  readonly systemProxy?: SystemProxy | undefined;
}

/**
 * The gateway over Node's own HTTP clients. No call rejects or is repeated; each ends in an answer or a
 * `GatewayFailure`.
 */
export function createGateway(ports: GatewayPorts): Gateway {
  const requestPorts: RequestPorts = {
    clock: ports.clock,
    budgets: ports.budgets ?? standardBudgets,
    authorities: createTrustedAuthorities(ports.systemAuthorities ?? systemAuthorities),
    systemProxy: ports.systemProxy ?? nobodyToAsk,
  };
  const calls = createCalls(requestPorts);

  const gateway: Gateway = {
    observeRoute: (target, at, options) => observeRoute(requestPorts, target, at, options),
    routesTo: (target, address) =>
      routesTo(new URL(address), target.proxy, requestPorts.systemProxy),

    async requestToken(target, credential, scopes, options) {
      const call = calls.begin('token', credential.accessType, target);
      if (!call.ok) return call;
      const { accessType, secret } = credential;
      if (accessType === 'partner' && scopes.length > 0)
        return call.value.refuse('wrong_access_type');
      if (accessType === 'trader' && scopes.length === 0)
        return call.value.refuse('scope_required');
      // One order whatever was clicked first; anything unknown is not sent.
      const asked = traderScopes.filter((scope) => scopes.includes(scope));
      if (scopes.some((scope) => !asked.includes(scope))) {
        return call.value.refuse('scope_not_registered');
      }
      const body = secret.use((bytes) => tokenBody(credential, bytes, asked));
      const secrets = [secret];
      const outcome = await call.value.send({ body, secrets, wantsBody: isNoRedirect }, options);
      return tokenAnswer(call.value, outcome, { accessType, asked, secrets });
    },

    revokeToken: async (target, credential, token, options) =>
      await revokeOver(undefined, target, credential, token, options),

    async probeToken(target, accessType, token, options) {
      const name = accessType === 'trader' ? 'identity check' : 'positions';
      const call = calls.begin(name, accessType, target);
      if (!call.ok) return call;
      if (!isSendable(token)) return call.value.refuse('token_unusable');
      const authorization = { scheme: 'Bearer', value: token } as const;
      const sending = { authorization, secrets: [token], wantsBody: isNoRedirect };
      const outcome = await call.value.send(sending, options);
      return probeAnswer(call.value, outcome, [token]);
    },

    async introspectToken(target, credential, token, options) {
      const call = calls.begin('introspection', credential.accessType, target);
      if (!call.ok) return call;
      if (!isSendable(token)) return call.value.refuse('token_unusable');
      const asked = introspectionRequest(target, credential, token);
      const sending = { ...asked, wantsBody: isNoRedirect };
      const outcome = await call.value.send(sending, options);
      const answer = probeAnswer(call.value, outcome, asked.secrets);
      const { authorization } = asked;
      // Known here alone, so hidden here: nobody after this could tell its echo from other words.
      if (authorization !== undefined) {
        if (answer.ok) redactRepeats(answer.value.body, [authorization.value]);
        authorization.value.wipe();
      }
      return answer;
    },

    openBurst(target, expected, { signal, isCurrent = () => true } = {}) {
      const endpoint = endpointOf('revoke', 'trader', target);
      if (!endpoint.ok) {
        // Nowhere to connect to: every call is refused with the reason.
        const revoke: RevokeBurst['revoke'] = async (credential, token, options) =>
          await revokeOver(undefined, target, credential, token, options);
        return { revoke, width: () => 1, close: () => undefined };
      }
      const warm = openWarmConnections(requestPorts, {
        url: endpoint.value.url,
        reach: target,
        expected,
        signal,
        isCurrent,
      });
      return {
        async revoke(credential, token, options) {
          // The session's own signal ends all connections at once; a listener for each call is slow.
          const own = options?.signal === signal ? { ...options, signal: undefined } : options;
          const answer = await revokeOver(warm.connect, target, credential, token, own);
          if (answer.ok) warm.settled();
          return answer;
        },
        width: warm.width,
        close: warm.close,
      };
    },
  };

  async function revokeOver(
    connect: Connect | undefined,
    ...[target, credential, token, options]: Parameters<Gateway['revokeToken']>
  ): Promise<Result<RevokeAnswer, GatewayFailure>> {
    const call = calls.begin('revoke', credential.accessType, target);
    if (!call.ok) return call;
    const { secret } = credential;
    const body = secret.use((secretBytes) =>
      token.use((tokenBytes) => revokeBody(credential, secretBytes, tokenBytes)),
    );
    // RFC 7009 section 2.2: the body of a success is not looked at, so it is not waited for; but that a web
    // page came is told, and an empty answer is none.
    const wantsBody = (status: number, type = ''): boolean => status >= 400 || isHtml(type);
    const secrets = [secret, token];
    const outcome = await call.value.send({ body, secrets, wantsBody }, options, connect);
    return revokeAnswer(call.value, outcome, secrets);
  }

  return gateway;
}

const nobodyToAsk: SystemProxy = () => Promise.reject(new Error('no system to ask'));

/** docs/service.md 2.2 for Trader, 2.4 for Partner: exactly these fields, in this order. */
function tokenBody(
  { accessType, clientId }: ClientCredential,
  secret: Buffer,
  scopes: readonly string[],
): Buffer {
  const fields: readonly BodyField[] = [
    ['grant_type', 'client_credentials'],
    ['client_id', clientId],
    ['client_secret', secret],
  ];
  return accessType === 'trader'
    ? encodeForm([...fields, ['scope', scopes.join(' ')]])
    : encodeJson(fields);
}

/** Specification section 4: client id, secret and token; no token_type_hint (case 7). */
function revokeBody({ clientId }: ClientCredential, secret: Buffer, token: Buffer): Buffer {
  return encodeForm([
    ['client_id', clientId],
    ['client_secret', secret],
    ['token', token],
  ]);
}

function isNoRedirect(status: number): boolean {
  return !isRedirect(status);
}

function isSendable(token: SecretBytes): boolean {
  return token.length <= MAX_TOKEN_BYTES && !token.wiped && token.use(isBearerText);
}

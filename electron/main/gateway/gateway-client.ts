// The gateway client: the calls of docs/service.md and introspection, each one request, never tried again here. Answers
// are results or closed failure codes; nothing of the transport, the secret or the token is attached to them.
import type { Clock } from '../domain/clock.ts';
import type { SystemProxy } from '../domain/proxy.ts';
import type { Result } from '../domain/result.ts';
import { standardBudgets, type Budgets, type CallName } from './budgets.ts';
import type { GatewayTarget } from './call-target.ts';
import { introspectToken, probeToken } from './calls/ask-about-token.ts';
import { Call, refusedCall } from './calls/call.ts';
import { requestToken } from './calls/request-token.ts';
import { revokeToken } from './calls/revoke-token.ts';
import { routesTo } from './connections/proxy-routes.ts';
import { SharedConnections } from './connections/shared-connections.ts';
import { sendAlone, type Send } from './connections/single-call.ts';
import { createTrustedAuthorities, systemAuthorities } from './connections/trusted-authorities.ts';
import type { ConnectPorts } from './connections/verified-connection.ts';
import type { Gateway, GatewayFailure } from './gateway.ts';
import { addressOf, endpointOf } from './requests/endpoints.ts';
import { observeRoute } from './route-observation.ts';

interface GatewayPorts {
  readonly clock: Clock;
  readonly budgets?: Budgets | undefined;
  /** PEM of every authority trusted everywhere; called once, with the first request. */
  readonly systemAuthorities?: (() => readonly string[]) | undefined;
  /** Asked for environments that go as the system says; nobody can say, unless given. */
  readonly systemProxy?: SystemProxy | undefined;
}

/**
 * The gateway over undici. No call rejects or is repeated; each ends in an answer or a `GatewayFailure`.
 */
export function createGateway(ports: GatewayPorts): Gateway {
  const connectPorts: ConnectPorts = {
    clock: ports.clock,
    budgets: ports.budgets ?? standardBudgets,
    authorities: createTrustedAuthorities(ports.systemAuthorities ?? systemAuthorities),
    systemProxy: ports.systemProxy ?? nobodyToAsk,
  };
  const alone = sendAlone(connectPorts);
  async function make<Answer>(
    name: CallName,
    accessType: 'trader' | 'partner',
    target: GatewayTarget,
    send: Send,
    by: (call: Call) => Promise<Result<Answer, GatewayFailure>>,
  ): Promise<Result<Answer, GatewayFailure>> {
    const endpoint = endpointOf(name, accessType, target);
    return endpoint.ok
      ? await by(new Call({ ports: connectPorts, name, target, endpoint: endpoint.value, send }))
      : refusedCall(endpoint.failure, ports.clock, name, '');
  }

  return {
    observeRoute: (target, at, options) => observeRoute(connectPorts, target, at, options),
    routesTo: (target, address) =>
      routesTo(new URL(address), target.proxy, connectPorts.systemProxy),
    requestToken: (target, credential, scopes, options) =>
      make('token', credential.accessType, target, alone, (call) =>
        requestToken(call, credential, scopes, options),
      ),
    revokeToken: (target, credential, token, options) =>
      make('revoke', credential.accessType, target, alone, (call) =>
        revokeToken(call, credential, token, options),
      ),
    probeToken: (target, accessType, token, options) =>
      make(
        accessType === 'trader' ? 'identity check' : 'positions',
        accessType,
        target,
        alone,
        (call) => probeToken(call, token, options),
      ),
    introspectToken: (target, credential, token, options) =>
      make('introspection', credential.accessType, target, alone, (call) =>
        introspectToken(call, target, credential, token, options),
      ),
    openRevocations(target, { isCurrent = () => true, onWidth = () => undefined } = {}) {
      const url = addressOf(target, 'baseUrl');
      const shared =
        url === null
          ? null
          : new SharedConnections(connectPorts, { url, reach: target, isCurrent, onWidth });
      return {
        revoke: (credential, token, options) =>
          make('revoke', credential.accessType, target, shared?.send ?? alone, (call) =>
            revokeToken(call, credential, token, options),
          ),
        width: () => shared?.width() ?? 1,
        close: () => shared?.close(),
      };
    },
  };
}

const nobodyToAsk: SystemProxy = () => Promise.reject(new Error('no system to ask'));

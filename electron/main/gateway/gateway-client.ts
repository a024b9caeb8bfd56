// The gateway client: the calls of docs/service.md and introspection, each one request, never tried again here. Answers
// are results or closed failure codes; nothing of the transport, the secret or the token is attached to them.
import type { TraderScope } from '../../shared/words.ts';
import type { Clock } from '../domain/clock.ts';
import type { SystemProxy } from '../domain/proxy.ts';
import type { Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { standardBudgets, type Budgets, type CallName } from './budgets.ts';
import type { CallOptions, GatewayTarget } from './call-target.ts';
import { introspectToken, probeToken } from './calls/ask-about-token.ts';
import { Call, refusedCall } from './calls/call.ts';
import { requestToken } from './calls/request-token.ts';
import { revokeToken } from './calls/revoke-token.ts';
import { SharedConnections } from './connections/shared-connections.ts';
import { sendAlone, type Send } from './connections/single-call.ts';
import { createTrustedAuthorities, systemAuthorities } from './connections/trusted-authorities.ts';
import type { ConnectPorts } from './connections/verified-connection.ts';
import type { ClientCredential, GatewayFailure } from './gateway.ts';
import { addressOf, endpointOf } from './allowed-addresses.ts';
import { observeRoute } from './route-observation.ts';

interface GatewayPorts {
  readonly clock: Clock;
  readonly budgets?: Budgets | undefined;
  /** PEM of every authority trusted everywhere; called once, with the first request. */
  readonly systemAuthorities?: (() => readonly string[]) | undefined;
  /** Asked for environments that go as the system says; nobody can say, unless given. */
  readonly systemProxy?: SystemProxy | undefined;
}

export type Gateway = ReturnType<typeof createGateway>;
export type RevocationConnections = ReturnType<Gateway['openRevocations']>;

/**
 * The gateway over undici: the calls of docs/service.md 4, and introspection where a person configured it, each over a
 * verified connection. None rejects or is repeated; each ends, within its budgets, in an answer or a `GatewayFailure`,
 * and keeps no secret it was lent.
 */
export function createGateway(ports: GatewayPorts) {
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
    /** One connection as every call makes it, looked at and closed; nothing is sent. Never fails. */
    observeRoute: (target: GatewayTarget, at: 'baseUrl' | 'tradeUrl', options?: CallOptions) =>
      observeRoute(connectPorts, target, at, options),
    /** docs/service.md 2.2 (form) or 2.4 (JSON), by access type. Scopes: Trader at least one, Partner none. */
    requestToken: (
      target: GatewayTarget,
      credential: ClientCredential,
      scopes: readonly TraderScope[],
      options?: CallOptions,
    ) =>
      make('token', credential.accessType, target, alone, (call) =>
        requestToken(call, credential, scopes, options),
      ),
    /** Identity check for Trader, positions for Partner: the documented calls that show a token works. */
    probeToken: (
      target: GatewayTarget,
      accessType: 'trader' | 'partner',
      token: SecretBytes,
      options?: CallOptions,
    ) => {
      const name = accessType === 'trader' ? 'identity check' : 'positions';
      return make(name, accessType, target, alone, (call) => probeToken(call, token, options));
    },
    /**
     * RFC 7662 section 2.1, where the target says how; `introspection_missing` otherwise. The server
     * authenticates the client that asks, which need not be the one that holds the token.
     */
    introspectToken: (
      target: GatewayTarget,
      credential: ClientCredential,
      token: SecretBytes,
      options?: CallOptions,
    ) =>
      make('introspection', credential.accessType, target, alone, (call) =>
        introspectToken(call, target, credential, token, options),
      ),
    /**
     * Connections of one address that revocations share: HTTP/2 first, and HTTP/1.1 from the next call on where that
     * failed. Opened with the first call; idle ones end by themselves.
     * @param isCurrent whether the target is still how and by whom the host is reached; asked before each connection
     * and each call.
     * @param onOpened told as a connection is up, when `width` may be another one than before.
     */
    openRevocations(
      target: GatewayTarget,
      isCurrent: () => boolean = () => true,
      onOpened: () => void = () => undefined,
    ) {
      const url = addressOf(target, 'baseUrl');
      const shared =
        url === null
          ? null
          : new SharedConnections(connectPorts, { url, reach: target, isCurrent, onOpened });
      return {
        /** RFC 7009, Trader only: a Partner credential is refused before any connection. */
        revoke: (credential: ClientCredential, token: SecretBytes, options?: CallOptions) =>
          make('revoke', credential.accessType, target, shared?.send ?? alone, (call) =>
            revokeToken(call, credential, token, options),
          ),
        /** How many calls may be under way at once, by the protocol that the server speaks; at least one. */
        width: () => shared?.width() ?? 1,
        /** Ends every connection; calls under way fail with `cancelled`. */
        close: () => shared?.close(),
      };
    },
  };
}

const nobodyToAsk: SystemProxy = () => Promise.reject(new Error('no system to ask'));

// Which addresses may be called: the five endpoints of specification section 4 and the configured one for
// introspection, each with method, headers and encoding. The only place that builds a URL. A wrong combination is
// refused here, before any connection (case 5).
import { checkGatewayAddress, introspectionAddress } from '../domain/gateway-address.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { CallName } from './budgets.ts';
import type { GatewayTarget } from './call-target.ts';

/** Where and how a call is sent (docs/service.md). */
export interface Endpoint {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyEncoding: 'form' | 'json' | 'none';
}

/** Why there is no such address: nothing may be sent. */
type EndpointRefusal = 'wrong_access_type' | 'connect_failed' | 'introspection_missing';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const PARTNER = '/service-hft-exchange/beta/partner';

interface Route {
  readonly at: 'baseUrl' | 'tradeUrl';
  readonly path: string;
  readonly method: Endpoint['method'];
  readonly contentType: string | null;
  readonly bodyEncoding: Endpoint['bodyEncoding'];
}

const form = (path: string): Route => ({
  at: 'baseUrl',
  path,
  method: 'POST',
  contentType: FORM,
  bodyEncoding: 'form',
});

const routes: Readonly<Record<'trader' | 'partner', Partial<Readonly<Record<CallName, Route>>>>> = {
  trader: {
    token: form('/auth/oauth2/token'),
    revoke: form('/auth/oauth2/revoke'),
    'identity check': {
      at: 'tradeUrl',
      path: '/api/v1/get_who_am_i',
      method: 'POST',
      contentType: null,
      bodyEncoding: 'none',
    },
  },
  partner: {
    token: { ...form(`${PARTNER}/oauth2/token`), contentType: JSON_TYPE, bodyEncoding: 'json' },
    positions: {
      at: 'baseUrl',
      path: `${PARTNER}/api/v1/accounts/positions`,
      method: 'GET',
      contentType: JSON_TYPE,
      bodyEncoding: 'none',
    },
  },
};

/**
 * Where a call goes. `wrong_access_type`: this access type has no such call, or a secret would go to
 * the trading host (docs/service.md 4, rule 1). `connect_failed`: the address is not a normal one.
 */
export function endpointOf(
  call: CallName,
  accessType: 'trader' | 'partner',
  target: GatewayTarget,
): Result<Endpoint, EndpointRefusal> {
  if (call === 'introspection') return introspectionEndpoint(target);
  // Not an index lookup with `in`: an access type from outside must not reach Object.prototype.
  const route = Object.hasOwn(routes, accessType) ? routes[accessType][call] : undefined;
  if (route === undefined) return fail('wrong_access_type');
  const address = target[route.at];
  if (addressOf(target, route.at) === null) return fail('connect_failed');
  const carriesSecret = route.bodyEncoding !== 'none';
  if (carriesSecret && isUnder(address, target.tradeUrl)) return fail('wrong_access_type');
  return ok(endpointAt(address + route.path, route));
}

const endpointAt = (address: string, { method, contentType, bodyEncoding }: Route): Endpoint => ({
  url: new URL(address),
  method,
  headers: {
    Accept: JSON_TYPE,
    ...(contentType === null ? {} : { 'Content-Type': contentType }),
  },
  bodyEncoding,
});

/** One of the two hosts, to look at the connection alone; null where the address is not a normal one. */
export function addressOf(target: GatewayTarget, at: Route['at']): URL | null {
  const checked = checkGatewayAddress(target[at]);
  return checked.ok && checked.value.url === target[at] ? new URL(target[at]) : null;
}

/** RFC 7662 section 2.1. The path is a person's; the host stays the one that may see secrets. */
function introspectionEndpoint(target: GatewayTarget): Result<Endpoint, EndpointRefusal> {
  const { baseUrl, tradeUrl, introspection } = target;
  if (introspection === undefined) return fail('introspection_missing');
  const address = introspectionAddress(baseUrl, introspection.path);
  if (address === null) return fail('connect_failed');
  if (isUnder(address, tradeUrl)) return fail('wrong_access_type');
  return ok(endpointAt(address, form(introspection.path)));
}

/** One address may serve both only where the main one is not inside the trading one. */
function isUnder(address: string, tradeUrl: string): boolean {
  return tradeUrl !== '' && (address === tradeUrl || address.startsWith(`${tradeUrl}/`));
}

// Which endpoint a request means (specification section 4), and what each answers to. The base host
// and the trading host know different paths: a token request at the trading host finds nothing.
export type PracticeHost = 'base' | 'trade';

export const endpoints = [
  'trader_token',
  'trader_revoke',
  'introspect',
  'partner_token',
  'positions',
  'who_am_i',
  'other_trader',
  'other_partner',
  'other_trade',
  'unknown',
] as const;
/** The five documented calls, introspection, the areas whose endpoints are not shown, and everything else. */
export type Endpoint = (typeof endpoints)[number];

/** Ours alone: the specification shows no path for introspection. */
export const INTROSPECTION_PATH = '/auth/oauth2/introspect';
const TOKEN_PATH = '/auth/oauth2/token';
const REVOKE_PATH = '/auth/oauth2/revoke';
const PARTNER_PREFIX = '/service-hft-exchange/beta/partner';

interface Route {
  readonly endpoint: Endpoint;
  readonly host: PracticeHost;
  readonly method: string;
  readonly path: string;
}

const routes: readonly Route[] = [
  { endpoint: 'trader_token', host: 'base', method: 'POST', path: TOKEN_PATH },
  { endpoint: 'trader_revoke', host: 'base', method: 'POST', path: REVOKE_PATH },
  { endpoint: 'introspect', host: 'base', method: 'POST', path: INTROSPECTION_PATH },
  {
    endpoint: 'partner_token',
    host: 'base',
    method: 'POST',
    path: `${PARTNER_PREFIX}/oauth2/token`,
  },
  {
    endpoint: 'positions',
    host: 'base',
    method: 'GET',
    path: `${PARTNER_PREFIX}/api/v1/accounts/positions`,
  },
  { endpoint: 'who_am_i', host: 'trade', method: 'POST', path: '/api/v1/get_who_am_i' },
];

export interface RouteFound {
  readonly endpoint: Endpoint;
  /** Set where the endpoint is a documented one, asked with another method. */
  readonly allowedMethod: string | null;
}

export function findRoute(host: PracticeHost, method: string, path: string): RouteFound {
  const route = routes.find((each) => each.host === host && each.path === path);
  if (route) {
    return {
      endpoint: route.endpoint,
      allowedMethod: method === route.method ? null : route.method,
    };
  }
  return { endpoint: areaOf(host, path), allowedMethod: null };
}

/** Every request in these areas carries a Bearer token (docs/service.md 5, rule 2). */
function areaOf(host: PracticeHost, path: string): Endpoint {
  if (host === 'trade') return path.startsWith('/api/') ? 'other_trade' : 'unknown';
  if (path === '/trader' || path.startsWith('/trader/')) return 'other_trader';
  return path.startsWith(`${PARTNER_PREFIX}/`) ? 'other_partner' : 'unknown';
}

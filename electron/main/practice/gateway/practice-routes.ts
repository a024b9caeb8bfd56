// Which endpoint a request means (docs/service.md 4), and who answers it. The base host and the trading host know
// different paths: a token request at the trading host finds nothing.
import type { Surroundings } from './practice-settings.ts';
import type { PracticeRequest } from './read-request.ts';
import type { Reply } from './reply.ts';
import { answerPositions, answerWhoAmI, notFound } from './resources.ts';
import {
  answerIntrospection,
  answerPartnerToken,
  answerRevoke,
  answerTraderToken,
  INTROSPECTION_PATH,
} from './token-endpoints.ts';

export type PracticeHost = 'base' | 'trade';

export const endpoints = [
  'trader_token',
  'trader_revoke',
  'introspect',
  'partner_token',
  'positions',
  'who_am_i',
  'unknown',
] as const;
/** The five documented calls, introspection, and everything else. */
export type Endpoint = (typeof endpoints)[number];

const TOKEN_PATH = '/auth/oauth2/token';
const REVOKE_PATH = '/auth/oauth2/revoke';
const PARTNER_PREFIX = '/service-hft-exchange/beta/partner';

type Answer = (request: PracticeRequest, around: Surroundings) => Reply;
type Route = readonly [Endpoint, PracticeHost, method: string, path: string, Answer];

const routes: readonly Route[] = [
  ['trader_token', 'base', 'POST', TOKEN_PATH, answerTraderToken],
  ['trader_revoke', 'base', 'POST', REVOKE_PATH, answerRevoke],
  ['introspect', 'base', 'POST', INTROSPECTION_PATH, answerIntrospection],
  ['partner_token', 'base', 'POST', `${PARTNER_PREFIX}/oauth2/token`, answerPartnerToken],
  ['positions', 'base', 'GET', `${PARTNER_PREFIX}/api/v1/accounts/positions`, answerPositions],
  ['who_am_i', 'trade', 'POST', '/api/v1/get_who_am_i', answerWhoAmI],
];

export function findRoute(host: PracticeHost, method: string, path: string) {
  const route = routes.find((each) => each[1] === host && each[2] === method && each[3] === path);
  if (route === undefined) return { endpoint: 'unknown', answer: notFound } as const;
  const [endpoint, , , , answer] = route;
  return { endpoint, answer };
}

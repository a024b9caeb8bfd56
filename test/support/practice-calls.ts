// The requests of the specification, written out by hand and sent over real HTTPS, so that tests of
// the practice gateway do not lean on the app's own client.
import { request, type RequestOptions } from 'node:https';
import type { PracticeGateway } from '../../electron/main/practice/gateway/practice-gateway.ts';
import type { PracticeTestClient } from './practice.ts';

export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  readonly json: () => Record<string, unknown>;
}

export const PATHS = {
  token: '/auth/oauth2/token',
  revoke: '/auth/oauth2/revoke',
  partnerToken: '/service-hft-exchange/beta/partner/oauth2/token',
  introspect: '/auth/oauth2/introspect',
  positions: '/service-hft-exchange/beta/partner/api/v1/accounts/positions',
  whoAmI: '/api/v1/get_who_am_i',
} as const;

/** One request on a connection of its own; rejects where no HTTP answer comes. */
export function send(
  url: string,
  options: RequestOptions & { readonly authority: string; readonly body?: string | undefined },
): Promise<TestAnswer> {
  const { authority, body, ...rest } = options;
  return new Promise((resolve, reject) => {
    const sending = request(url, { ca: authority, agent: false, ...rest }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: text,
          json: () => JSON.parse(text) as Record<string, unknown>,
        });
      });
    });
    sending.once('error', reject);
    sending.end(body);
  });
}

export function postForm(
  gateway: PracticeGateway,
  path: string,
  fields: Readonly<Record<string, string>>,
  extra: RequestOptions = {},
): Promise<TestAnswer> {
  return send(gateway.baseUrl + path, {
    method: 'POST',
    authority: gateway.authorityPem,
    body: new URLSearchParams(fields).toString(),
    ...extra,
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(extra.headers as Record<string, string> | undefined),
    },
  });
}

export function postJson(
  gateway: PracticeGateway,
  path: string,
  body: unknown,
): Promise<TestAnswer> {
  return send(gateway.baseUrl + path, {
    method: 'POST',
    authority: gateway.authorityPem,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
  });
}

/** docs/service.md 2.2. */
export function askTraderToken(
  gateway: PracticeGateway,
  client: PracticeTestClient,
  changes: Readonly<Record<string, string>> = {},
): Promise<TestAnswer> {
  return postForm(gateway, PATHS.token, {
    grant_type: 'client_credentials',
    client_id: client.clientId,
    client_secret: client.secret,
    scope: client.scopes.join(' '),
    ...changes,
  });
}

/** docs/service.md 2.4. */
export function askPartnerToken(
  gateway: PracticeGateway,
  client: PracticeTestClient,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<TestAnswer> {
  return postJson(gateway, PATHS.partnerToken, {
    client_id: client.clientId,
    client_secret: client.secret,
    grant_type: 'client_credentials',
    ...changes,
  });
}

/** A fresh token's text. */
export async function mintToken(
  gateway: PracticeGateway,
  client: PracticeTestClient,
): Promise<string> {
  const answer =
    client.accessType === 'trader'
      ? await askTraderToken(gateway, client)
      : await askPartnerToken(gateway, client);
  return String(answer.json()['access_token']);
}

export function revoke(
  gateway: PracticeGateway,
  client: PracticeTestClient,
  token: string,
): Promise<TestAnswer> {
  return postForm(gateway, PATHS.revoke, {
    client_id: client.clientId,
    client_secret: client.secret,
    token,
  });
}

export function whoAmI(gateway: PracticeGateway, token: string): Promise<TestAnswer> {
  return send(gateway.tradeUrl + PATHS.whoAmI, {
    method: 'POST',
    authority: gateway.authorityPem,
    headers: { Accept: 'application/json', Authorization: `Bearer ${token}`, 'Content-Length': 0 },
  });
}

export function positions(gateway: PracticeGateway, token: string): Promise<TestAnswer> {
  return getBase(gateway, PATHS.positions, token);
}

export function getBase(
  gateway: PracticeGateway,
  path: string,
  token: string | null,
): Promise<TestAnswer> {
  return send(gateway.baseUrl + path, {
    method: 'GET',
    authority: gateway.authorityPem,
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    },
  });
}

// What every test of the gateway client starts from: two listeners, a client that
// trusts their authority, a secret and a token that must never be seen, and the oracle G0.
import { inspect } from 'node:util';
import { expect } from 'vitest';
import { systemClock, type Clock } from '../../electron/main/domain/clock.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { standardBudgets, type Budgets } from '../../electron/main/gateway/budgets.ts';
import { createGateway, type Gateway } from '../../electron/main/gateway/gateway-client.ts';
import type {
  ClientCredential,
  GatewayFailure,
  RevokeAnswer,
} from '../../electron/main/gateway/gateway.ts';
import type { CallOptions, GatewayTarget } from '../../electron/main/gateway/call-target.ts';
import type { Result } from '../../electron/main/domain/result.ts';
import type { Responder } from './raw-tls-server.ts';

export const SECRET = 'canary-secret-K7w2!&=+% x';
export const TOKEN = 'canary-token-Zq81.mN_55~';
export const secretOf = (text: string): SecretBytes => SecretBytes.take(Buffer.from(text, 'utf8'));

export function credentialOf(
  accessType: 'trader' | 'partner',
  secret: string = SECRET,
): ClientCredential {
  return { accessType, clientId: 'client-1', secret: secretOf(secret) };
}

/** The limits of the app, with the time that a busy machine takes: only a test about a limit sets a shorter one. */
export const patientBudgets: Budgets = {
  ...standardBudgets,
  connectMs: 120_000,
  headersMs: 120_000,
  totalMs: 240_000,
};

export function labGateway(budgets: Partial<Budgets> = {}, clock: Clock = systemClock): Gateway {
  return createGateway({
    clock,
    budgets: { ...patientBudgets, ...budgets },
    systemAuthorities: () => [],
  });
}

export const callNames = [
  'trader token',
  'partner token',
  'revoke',
  'who-am-I',
  'positions',
  'introspection',
] as const;
export type LabCall = (typeof callNames)[number];

/** As a person configured it. */
const INTROSPECTION = {
  path: '/auth/introspect',
  authentication: 'client_secret_basic',
} as const;

/** Makes one of the calls with the canaries. */
export async function makeCall(
  gateway: Gateway,
  name: LabCall,
  target: GatewayTarget,
  options: CallOptions = {},
): Promise<Result<unknown, GatewayFailure>> {
  const token = secretOf(TOKEN);
  switch (name) {
    case 'trader token':
      return await gateway.requestToken(target, credentialOf('trader'), ['TRADER_READ'], options);
    case 'partner token':
      return await gateway.requestToken(target, credentialOf('partner'), [], options);
    case 'revoke':
      return await revokeOnce(gateway, target, credentialOf('trader'), token, options);
    case 'who-am-I':
      return await gateway.probeToken(target, 'trader', token, options);
    case 'positions':
      return await gateway.probeToken(target, 'partner', token, options);
    case 'introspection': {
      const configured = { ...target, introspection: INTROSPECTION };
      return await gateway.introspectToken(configured, credentialOf('trader'), token, options);
    }
  }
}

/** One revocation, over connections that no other shares. */
export async function revokeOnce(
  gateway: Gateway,
  target: GatewayTarget,
  credential: ClientCredential,
  token: SecretBytes,
  options?: CallOptions,
): Promise<Result<RevokeAnswer, GatewayFailure>> {
  const connections = gateway.openRevocations(target);
  const answered = await connections.revoke(credential, token, options);
  connections.close();
  return answered;
}

/** Writes these bytes and ends the connection. */
export const raw =
  (...parts: (string | Buffer)[]): Responder =>
  (socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  };

/** A well-formed answer with Content-Length; `headers` are lines. */
export function answer(
  status: number | string,
  body: string | Buffer = '',
  headers: readonly string[] = ['Content-Type: application/json'],
): Responder {
  const bytes = Buffer.from(body);
  const head = [`HTTP/1.1 ${status} x`, ...headers, `Content-Length: ${bytes.length}`, '', ''];
  return raw(Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), bytes]));
}

export function tokenJson(changes: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    access_token: TOKEN,
    token_type: 'Bearer',
    expires_in: 86_400,
    scope: 'TRADER_READ',
    ...changes,
  });
}

export function textOf(secret: SecretBytes): string {
  return secret.use((bytes) => bytes.toString('utf8'));
}

export function failureCode(result: Result<unknown, GatewayFailure>): string {
  return result.ok ? 'ok' : result.failure.code;
}

/** G0: no canary in any form in what a call answered, and no error object beside it. */
export function expectNoCanary(
  result: unknown,
  canaries: readonly string[] = [SECRET, TOKEN],
): void {
  const seen = [inspect(result, { depth: 10, showHidden: true }), JSON.stringify(result)].join(
    '\n',
  );
  for (const canary of canaries) {
    for (const form of formsOf(canary)) expect(seen).not.toContain(form);
  }
  expect(seen).not.toMatch(/\[cause\]|\[stack\]|\n\s+at /);
}

/** Text as it may be written down: as it is, encoded, escaped. */
export function formsOf(text: string): readonly string[] {
  const bytes = Buffer.from(text, 'utf8');
  return [
    text,
    bytes.toString('base64').replace(/.=*$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    encodeURIComponent(text),
    new URLSearchParams([['', text]]).toString().slice(1),
    JSON.stringify(text).slice(1, -1),
  ];
}

// Group I of docs/oauth-cases.md, cases 97 to 101 and 107: what an answer to a revocation says (RFC 7009).
import { describe, expect, it } from 'vitest';
import type { Result } from '../../electron/main/domain/result.ts';
import { standardBudgets } from '../../electron/main/gateway/budgets.ts';
import type { GatewayFailure, RevokeAnswer } from '../../electron/main/gateway/gateway.ts';
import {
  answer,
  credentialOf,
  expectNoCanary,
  labGateway,
  raw,
  revokeOnce,
  secretOf,
  TOKEN,
} from '../support/gateway-lab.ts';
import type { Responder } from '../support/raw-tls-server.ts';
import { openServerLab } from '../support/server-lab.ts';

const gateway = labGateway();
const { server, target } = await openServerLab();

async function revoke(responder: Responder): Promise<Result<RevokeAnswer, GatewayFailure>> {
  server.answerWith(responder);
  const result = await revokeOnce(gateway, target, credentialOf('trader'), secretOf(TOKEN));
  expect(server.requests).toHaveLength(1);
  expectNoCanary(result);
  return result;
}

const typed = (type: string): string[] => [`Content-Type: ${type}`];

describe('a revocation', () => {
  const ignored: readonly (readonly [string, Responder])[] = [
    ['nothing', answer(200, '', [])],
    ['JSON', answer(200, '{"ok":true}')],
    ['text', answer(200, 'revoked', typed('text/plain'))],
    ['1 MiB', answer(200, 'x'.repeat(1024 * 1024), typed('text/plain'))],
    ['an encoded body', answer(200, 'xx', ['Content-Encoding: gzip'])],
    ['a body that never ends', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n{')],
    ['a body that breaks off', raw('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{')],
  ];
  it.each(ignored)('case 97: 200 with %s is accepted', async (_name, responder) => {
    const result = await revoke(responder);
    expect(result).toMatchObject({
      ok: true,
      value: { verdict: 'accepted', anomalies: [], facts: { call: 'revoke', status: 200 } },
    });
    // The body is not waited for: one that never ends would take the whole budget.
    expect(result.ok && result.value.facts.durationMs).toBeLessThan(standardBudgets.totalMs);
    await expect.poll(() => server.open(), { interval: 3 }).toBe(0);
  });

  it.each([
    ['invalid_client', 'invalid_client'],
    ['unsupported_token_type', 'oauth_error'],
    ['something_new', 'oauth_error'],
  ])('case 97: 200 with the error %s is no acceptance', async (error, code) => {
    expect(await revoke(answer(200, JSON.stringify({ error })))).toMatchObject({
      ok: false,
      failure: { code, oauthError: error, facts: { status: 200 } },
    });
  });

  it.each(['{"error":null}', '{"errors":[]}', '["error"]', '{"error":'])(
    'case 97: 200 with %s is accepted: it names no error',
    async (body) => {
      expect(await revoke(answer(200, body))).toMatchObject({ value: { verdict: 'accepted' } });
    },
  );

  it('case 97: 200 with HTML is accepted, and noted so that it is verified', async () => {
    const page = answer(200, '<html>Welcome</html>', typed('text/html; charset=utf-8'));
    expect(await revoke(page)).toMatchObject({
      value: { verdict: 'accepted', anomalies: ['revoke_answer_html'] },
    });
  });

  it.each([
    ['of length 0', answer(200, '', typed('text/html'))],
    [
      'in no chunk',
      raw(
        'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n',
        'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      ),
    ],
    ['ended by the connection', raw('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n')],
  ] as const)(
    '200 with text/html and nothing in it, %s, is accepted and no web page',
    async (...row) => {
      expect(await revoke(row[1])).toMatchObject({ value: { verdict: 'accepted', anomalies: [] } });
    },
  );

  it('200 with a page in chunks is noted as one', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n';
    expect(await revoke(raw(head, '6\r\n<html>\r\n0\r\n\r\n'))).toMatchObject({
      value: { verdict: 'accepted', anomalies: ['revoke_answer_html'] },
    });
  });

  it('case 99: 204 is accepted and unusual, 202 is pending', async () => {
    expect(await revoke(raw('HTTP/1.1 204 No Content\r\n\r\n'))).toMatchObject({
      value: { verdict: 'accepted', anomalies: ['revoke_answer_unusual_status'] },
    });
    server.reset();
    expect(await revoke(answer(202, '{}'))).toMatchObject({
      value: { verdict: 'pending', anomalies: ['revoke_answer_unusual_status'] },
    });
  });

  it.each([201, 203, 205, 206, 207])('case 99: %d is no acceptance', async (status) => {
    expect(await revoke(answer(status, '{}'))).toMatchObject({
      ok: false,
      failure: { code: 'invalid_response', facts: { status }, possiblyDone: true },
    });
  });

  it.each([
    ['unsupported_token_type', 'oauth_error'],
    ['invalid_client', 'invalid_client'],
    ['invalid_request', 'oauth_error'],
    ['something_new', 'oauth_error'],
  ])('case 100, 101: %s is %s, never an acceptance', async (error, code) => {
    for (const status of [400, 401, 403]) {
      server.reset();
      const result = await revoke(answer(status, JSON.stringify({ error })));
      expect(result).toMatchObject({ ok: false, failure: { code, oauthError: error } });
    }
  });

  it('case 102: 503 is server_error with the time to wait', async () => {
    expect(await revoke(answer(503, '', ['Retry-After: 9']))).toMatchObject({
      failure: { code: 'server_error', retryAfterMs: 9_000, possiblyDone: true },
    });
  });

  it('case 107: a Partner token has no revocation endpoint, so nothing is sent', async () => {
    const result = await revokeOnce(gateway, target, credentialOf('partner'), secretOf(TOKEN));
    expect(result).toMatchObject({ failure: { code: 'wrong_access_type', possiblyDone: false } });
    expect(server.connections()).toBe(0);
  });

  it('takes a quarantined token of any characters, since it goes in the body', async () => {
    const odd = 'a\r\nb\0 \u00e9';
    server.answerWith(answer(200));
    await revokeOnce(gateway, target, credentialOf('trader'), secretOf(odd));
    const sent = new URLSearchParams(server.requests[0]?.body.toString('latin1'));
    expect(sent.get('token')).toBe(odd);
  });
});

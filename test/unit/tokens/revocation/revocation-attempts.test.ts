// Which failure of a revocation is the service's last word, and which is not.
import { describe, expect, it } from 'vitest';
import type { GatewayFailureCode } from '../../../../electron/shared/failures/failure.ts';
import type { GatewayFailure } from '../../../../electron/main/gateway/gateway.ts';
import type { SeenHead } from '../../../../electron/main/gateway/call-target.ts';
import { endsTheRun } from '../../../../electron/main/tokens/revocation/revocation-attempts.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createScriptedGateway } from '../../../support/scripted-gateway.ts';

const { failure } = createScriptedGateway(createFakeClock());
const headOf = (contentType: SeenHead['contentType']): SeenHead => ({
  contentType,
  challenge: 'none',
  bodyBytes: 20,
});

function answered(
  code: GatewayFailureCode,
  status: number | null,
  {
    oauthError = null,
    type = 'json',
  }: { oauthError?: string | null; type?: SeenHead['contentType'] } = {},
): GatewayFailure {
  return failure({ code, oauthError }, { call: 'revoke', status, head: headOf(type) });
}

describe('a revocation that failed', () => {
  it.each([408, 421, 425, 429, 500, 501, 502, 503, 504, 599])(
    'with status %i is asked for again, whatever its body says',
    (status) => {
      for (const code of [
        'invalid_client',
        'http_error',
        'server_error',
        'rate_limited',
      ] as const) {
        expect(endsTheRun(answered(code, status, { oauthError: 'invalid_client' }))).toBe(false);
      }
    },
  );

  it.each([
    [400, 'oauth_error'],
    [401, 'invalid_client'],
    [403, 'unauthorized_client'],
    [404, 'endpoint_mismatch'],
  ] as const)('with status %i and an OAuth error of the service has an end', (status, code) => {
    expect(endsTheRun(answered(code, status, { oauthError: 'some_code' }))).toBe(true);
  });

  it.each([
    [400, 'http_error'],
    [401, 'http_error'],
    [403, 'http_error'],
    [404, 'endpoint_mismatch'],
    [405, 'endpoint_mismatch'],
    [302, 'redirect_refused'],
    [407, 'proxy_auth'],
  ] as const)('with status %i and no form of the service is asked for again', (status, code) => {
    for (const type of ['json', 'html', 'text', 'none'] as const) {
      expect(endsTheRun(answered(code, status, { type }))).toBe(false);
    }
  });

  it.each(['html', 'text', 'form', 'other'] as const)(
    'with a code in an answer labelled %s is asked for again',
    (type) => {
      for (const status of [400, 401, 403, 404]) {
        const failed = answered('invalid_client', status, { oauthError: 'invalid_client', type });
        expect(endsTheRun(failed)).toBe(false);
      }
    },
  );

  it.each(['server_error', 'temporarily_unavailable'] as const)(
    'with the code %s is asked for again',
    (oauthError) => expect(endsTheRun(answered('server_error', 400, { oauthError }))).toBe(false),
  );

  it.each(['answer_timeout', 'connection_reset', 'tls_unknown_authority'] as const)(
    'without an answer is asked for again: %s',
    (code) => expect(endsTheRun(answered(code, null))).toBe(false),
  );

  it('that could not even be written has an end', () => {
    expect(endsTheRun(answered('token_unusable', null))).toBe(true);
  });
});

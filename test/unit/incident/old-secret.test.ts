// What an answer says of a secret that should be worthless: called refused while it mints, it would be forgotten.
import { describe, expect, it } from 'vitest';
import type { OldSecretVerdict } from '../../../electron/main/domain/rotation.ts';
import { ok } from '../../../electron/main/domain/result.ts';
import type { GatewayFailure } from '../../../electron/main/gateway/gateway.ts';
import { tryOldSecret } from '../../../electron/main/incident/old-secret.ts';
import { createTestSession, TRADER } from '../../support/test-session.ts';

describe('an old secret', () => {
  const oauth = (code: 'invalid_client' | 'unauthorized_client') => ({ code, oauthError: code });
  const patience = { code: 'server_error', oauthError: 'temporarily_unavailable' } as const;
  const page = { code: 'http_error', about: 'text/html' } as const;
  const table: readonly [string, OldSecretVerdict, Partial<GatewayFailure>, number][] = [
    ['invalid_client and 401', 'refused', oauth('invalid_client'), 401],
    ['invalid_client and 400', 'refused', oauth('invalid_client'), 400],
    ['a 401 without a word', 'unclear', { code: 'http_error' }, 401],
    ['a page and 401', 'unclear', page, 401],
    ['a page and 403', 'unclear', page, 403],
    ['a 403 without a page', 'unclear', { code: 'http_error' }, 403],
    ['an error of its own', 'unclear', { code: 'http_error', oauthError: 'blocked' }, 401],
    ['an error that asks for patience', 'unclear', patience, 401],
    ['unauthorized_client: the secret was taken', 'unclear', oauth('unauthorized_client'), 400],
  ];

  it.each(table)('that is answered with %s is %s', async (_, verdict, failure, status) => {
    const session = await createTestSession();
    session.gateway.refuseTokens(failure, { call: 'token', status });
    const tried = await tryOldSecret(session.session, session.requests, TRADER, 'client_secret');
    expect(tried).toEqual(ok({ verdict, tokenId: null, comparedId: null }));
  });
});

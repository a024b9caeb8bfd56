// What an answer says of a secret that should be worthless: called refused while it mints, it would be forgotten.
import { describe, expect, it } from 'vitest';
import type { OldSecretVerdict } from '../../../electron/main/domain/rotation.ts';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import type { GatewayFailure } from '../../../electron/main/gateway/gateway.ts';
import { tryOldSecret } from '../../../electron/main/incident/old-secret.ts';
import { createTestRoom, TRADER } from '../../support/test-room.ts';

describe('an old secret', () => {
  const table: readonly [string, Partial<GatewayFailure>, number, OldSecretVerdict][] = [
    ['invalid_client', { code: 'invalid_client', oauthError: 'invalid_client' }, 401, 'refused'],
    ['invalid_client', { code: 'invalid_client', oauthError: 'invalid_client' }, 400, 'refused'],
    ['a 401 without a page', { code: 'http_error' }, 401, 'refused'],
    ['a page with status 401', { code: 'http_error', about: 'text/html' }, 401, 'unclear'],
    ['a page with status 403', { code: 'http_error', about: 'text/html' }, 403, 'unclear'],
    ['a 403 without a page', { code: 'http_error' }, 403, 'unclear'],
    ['an error of its own', { code: 'http_error', oauthError: 'blocked' }, 401, 'unclear'],
    [
      'an error that asks for patience',
      { code: 'temporarily_unavailable', oauthError: 'temporarily_unavailable' },
      401,
      'unclear',
    ],
    [
      'unauthorized_client, which is told to a client that proved its secret,',
      { code: 'unauthorized_client', oauthError: 'unauthorized_client' },
      400,
      'unclear',
    ],
  ];

  it.each(table)('that is answered with %s (%o, %i) is %s', async (_, failure, status, verdict) => {
    const room = await createTestRoom();
    room.gateway.onToken(() => fail(room.gateway.failure(failure, { call: 'token', status })));
    const tried = await tryOldSecret(room.room, room.requests, TRADER, 'client_secret');
    expect(tried).toEqual(ok({ verdict, tokenId: null }));
  });
});

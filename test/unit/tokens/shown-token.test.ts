// What the window may offer for one token, as it stands.
import { describe, expect, it } from 'vitest';
import type { TokenId } from '../../../electron/main/domain/ids.ts';
import { ok } from '../../../electron/main/domain/result.ts';
import { toTokenView } from '../../../electron/main/tokens/shown-token.ts';
import type { TokenView } from '../../../electron/shared/credentials/credential-view.ts';
import { createTestSession, TRADER, type TestSession } from '../../support/test-session.ts';

const offered = (session: TestSession): TokenView['can'] => {
  const from = { ...session, unsaved: new Set<TokenId>() };
  return toTokenView(from, session.credential(), session.token()).can;
};

describe('a token that is kept aside', () => {
  it('can be revoked, and neither be used nor checked', async () => {
    const session = await createTestSession();
    session.gateway.onToken(() =>
      ok(session.gateway.issued({ quarantine: 'unsupported_token_type' })),
    );
    await session.requests.request(TRADER, ['TRADER_READ']);
    expect(offered(session)).toMatchObject({
      revoke: true,
      check: false,
      copy: false,
      renew: false,
    });
  });
});

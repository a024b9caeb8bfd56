// What the window may offer for one token, as it stands.
import { describe, expect, it } from 'vitest';
import type { TokenId } from '../../../electron/main/domain/ids.ts';
import { ok } from '../../../electron/main/domain/result.ts';
import { createShownTokens } from '../../../electron/main/tokens/token-projection.ts';
import type { TokenView } from '../../../electron/shared/credentials/credential-view.ts';
import { createTestRoom, TRADER, type TestRoom } from '../../support/test-room.ts';

const offered = (room: TestRoom): TokenView['can'] => {
  const from = { services: room, copyTokens: true, unsaved: new Set<TokenId>() };
  return createShownTokens().of(from, room.credential(), room.token()).view().can;
};

describe('a token that is kept aside', () => {
  it('can be revoked, and neither be used nor checked', async () => {
    const room = await createTestRoom();
    room.gateway.onToken(() => ok(room.gateway.issued({ quarantine: 'unsupported_token_type' })));
    await room.requests.request(TRADER, ['TRADER_READ']);
    expect(offered(room)).toMatchObject({ revoke: true, check: false, copy: false, renew: false });
  });
});

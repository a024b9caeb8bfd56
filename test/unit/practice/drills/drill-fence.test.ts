// While a drill runs nothing outside it can be touched through the contract.
import { describe, expect, it } from 'vitest';
import type { DrillResult } from '../../../../electron/main/domain/drill.ts';
import type { DrillId } from '../../../../electron/main/domain/ids.ts';
import { ok } from '../../../../electron/main/domain/result.ts';
import { createDrillFence } from '../../../../electron/main/practice/drills/drill-fence.ts';
import { createContractServer } from '../../../support/contract-server.ts';
import { PARTNER, TRADER } from '../../../support/test-session.ts';

const refused = { ok: false, failure: { code: 'in_use', facts: { about: 'drill' } } };

async function inDrill(endedAtMs: number | null = null) {
  const server = await createContractServer();
  await server.session.requests.request(TRADER, ['TRADER_TRADE']);
  const drill: DrillResult = {
    id: 'drill-1' as DrillId,
    scenario: 'stolen_laptop',
    startedAtMs: 1,
    endedAtMs,
    how: null,
    credentialIds: [PARTNER],
    leakedIds: [PARTNER],
    leakedSecrets: [''],
    tokens: 0,
    acceptedAfterMs: null,
    verifiedAfterMs: null,
    mistakes: [],
  };
  await server.session.vault.change({ contents: (before) => ({ ...before, drills: [drill] }) });
  server.session.gateway.calls.length = 0;
  server.answerWith(0);
  return { server, tokenId: server.session.token(0).id };
}

describe('the fence of a drill', () => {
  it('refuses calls about a credential outside it, and sends nothing', async () => {
    const { server } = await inDrill();
    const input = { credentialId: TRADER, scopes: ['TRADER_READ'] };
    expect(await server.call('tokenGet', input)).toEqual(refused);
    expect(server.session.gateway.calls).toEqual([]);
  });

  it('refuses calls about a token outside it', async () => {
    const { server, tokenId } = await inDrill();
    expect(await server.call('tokenRevoke', { tokenId })).toEqual(refused);
  });

  it.each(['tokenId', 'tokenIds', 'asks'] as const)(
    'refuses calls that name a credential of it beside %s of what is outside',
    async (beside) => {
      const { server, tokenId } = await inDrill();
      const outside = {
        tokenId,
        tokenIds: [tokenId],
        asks: [{ credentialId: TRADER, scopes: ['TRADER_READ'] }],
      };
      const fence = createDrillFence({ services: () => ok(server.session) });
      const input = { credentialId: PARTNER, [beside]: outside[beside] };
      expect(fence('tokenGet', input)).toEqual(refused.failure);
      expect(fence('tokenGet', { credentialId: PARTNER })).toBeNull();
    },
  );

  it('does not even ask about what it would refuse', async () => {
    const { server } = await inDrill();
    const input = { credentialId: TRADER, revokeFirst: true };
    expect(await server.call('credentialRemove', input)).toEqual(refused);
    expect(server.questions).toEqual([]);
  });

  it('keeps the practice gateway as the drill has set it', async () => {
    const { server } = await inDrill();
    expect(await server.call('practiceChange', { fault: 'none' })).toEqual(refused);
  });

  it('lets through what is about the drill itself', async () => {
    const { server } = await inDrill();
    const answer = await server.call('tokenGet', { credentialId: PARTNER, scopes: [] });
    expect(answer).toMatchObject({ ok: true });
  });

  it('lets through what is about no credential', async () => {
    const { server } = await inDrill();
    const input = { before: null, search: '', credentialId: null };
    expect(await server.call('historyPage', input)).not.toEqual(refused);
  });

  it('is gone once the drill is over', async () => {
    const { server, tokenId } = await inDrill(2);
    expect(await server.call('tokenRevoke', { tokenId })).toMatchObject({ ok: true });
  });

  it('has nothing revoked by "revoke everything" that is outside it', async () => {
    const { server } = await inDrill();
    expect(await server.call('revokeAllStart', { scope: { kind: 'all' } })).toMatchObject({
      failure: { code: 'nothing_to_stop' },
    });
  });
});

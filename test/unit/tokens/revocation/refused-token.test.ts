// A token that the server refused is refused here, now, by one answer. Whatever revokes, counts, keeps or
// drops tokens treats it as one that may live.
import { beforeEach, describe, expect, it } from 'vitest';
import type { TokenId } from '../../../../electron/main/domain/ids.ts';
import { isLive } from '../../../../electron/main/domain/token-life.ts';
import { sweep } from '../../../../electron/main/tokens/ledger/housekeeping.ts';
import { tokensSurvivingQuit } from '../../../../electron/main/session/tokens-surviving-quit.ts';
import { listed } from '../../../../electron/main/import-export/inventory.ts';
import { settle } from '../../../support/fake-clock.ts';
import { addTokens, changeRows } from '../../../support/many-tokens.ts';
import { createTestSession, TRADER, type TestSession } from '../../../support/test-session.ts';

const REFUSED = 'refused' as TokenId;
let session: TestSession;

beforeEach(async () => {
  session = await createTestSession();
  const refusedAtMs = session.clock.nowMs();
  await addTokens(session, [{ id: REFUSED, part: { refusedAtMs } }]);
});

describe('a refused token', () => {
  it('is in "Revoke everything"', async () => {
    expect(session.state()).toBe('refused');
    expect(session.stops.preview({ kind: 'all' })).toMatchObject({ revocable: 1 });
    await session.stops.start({ kind: 'all' });
    await settle();
    expect(session.gateway.calls).toContain('revoke text-refused');
  });

  it('is asked about when the app quits', () => {
    expect(tokensSurvivingQuit(session.session, session.leases).revocable).toHaveLength(1);
  });

  it('may have its life ended by a lease', async () => {
    expect(await session.leases.set(REFUSED, { end: 'lock' })).toMatchObject({ ok: true });
    expect(await session.leases.happened('lock')).toEqual([REFUSED]);
  });

  it('keeps its text while its removal waits for its death', async () => {
    await changeRows(session, 'tokens', { forgetWhenDead: true });
    await sweep(session.session);
    expect(session.session.texts.hasText(REFUSED)).toBe(true);
  });

  it('holds up the removal of its credential', async () => {
    await changeRows(session, 'credentials', { removeWhenDead: true });
    await sweep(session.session);
    expect(session.vault.contents().credentials.map(({ id }) => id)).toEqual([TRADER]);
  });

  it('waits to be revoked in a rotation', async () => {
    await session.rotations.start(TRADER);
    expect(session.rotations.standing(TRADER)?.old).toMatchObject({ waiting: 1, dead: 0 });
  });

  it('is a live token of the inventory', () => {
    const contents = session.vault.contents();
    const [first] = listed({
      contents,
      stateOf: () => 'refused',
      isLive: (token) => isLive(session.session, contents, token),
      leftMs: (token) => session.session.expiries.remainingMs(token),
      nowMs: session.clock.nowMs(),
      version: '0',
      careOf: () => ({ lastUsedAtMs: null, validUntilMs: null, dueAtMs: null, health: [] }),
    });
    expect(first?.row.live_tokens).toBe(1);
  });
});

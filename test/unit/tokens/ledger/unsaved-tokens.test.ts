// Tokens that the disk refuses to save: tried again for as long as it takes, and gone from memory at lock.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../../electron/main/domain/secret-bytes.ts';
import { createUnsavedTokens } from '../../../../electron/main/tokens/ledger/unsaved-tokens.ts';
import { tokensSurvivingQuit } from '../../../../electron/main/session/tokens-surviving-quit.ts';
import { settle } from '../../../support/fake-clock.ts';
import { createTestSession, TRADER, type TestSession } from '../../../support/test-session.ts';

/** The disk takes what comes after it again. */
async function unsaved(): Promise<TestSession> {
  const session = await createTestSession();
  session.gateway.onToken(() => {
    session.vault.failWith({ code: 'io_error' });
    return ok(session.gateway.issued());
  });
  await session.requests.request(TRADER, ['TRADER_TRADE']);
  session.vault.failWith(null);
  return session;
}

describe('a token whose save failed for a day', () => {
  it('is wiped at lock, and not tried again', async () => {
    const timers: (() => void)[] = [];
    let tried = 0;
    const texts = createUnsavedTokens({
      vault: {
        change() {
          tried += 1;
          return Promise.resolve(fail({ code: 'disk_full' }));
        },
      },
      clock: {
        after(_delayMs: number, callback: () => void) {
          timers.push(callback);
          return () => void timers.splice(timers.indexOf(callback), 1);
        },
      },
      closing: new AbortController().signal,
      changed: () => undefined,
    } as unknown as Parameters<typeof createUnsavedTokens>[0]);
    const text = SecretBytes.take(Buffer.from('token-text'));
    await texts.save([{ token: { id: 'held' } as never, text }], (before) => before);
    const day = (24 * 3_600) / 5;
    for (let n = 0; n < day; n += 1) {
      timers.shift()?.();
      for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
    }
    expect(tried).toBeGreaterThan(day);
    texts.close();
    expect([text.wiped, timers.length]).toEqual([true, 0]);
  });
});

describe('a token that is revoked before its save succeeds', () => {
  it('stays one that is being revoked once it is saved', async () => {
    const session = await unsaved();
    session.gateway.refuseRevocations({ code: 'server_error' }, { call: 'revoke', status: 503 });
    expect(await session.revocations.revoke(session.token().id)).toEqual(ok());
    await session.clock.advance(10_000);
    expect([session.token().issue, session.state()]).toEqual(['issued', 'revoking']);
  });
});

describe('a token that the disk refused to save', () => {
  it('is counted by what revokes everything, and revoked by it', async () => {
    const session = await unsaved();
    expect(session.stops.preview({ kind: 'all' })).toMatchObject({ revocable: 1, trading: 1 });
    await session.stops.start({ kind: 'all' });
    await settle();
    expect(session.gateway.calls.filter((call) => call.startsWith('revoke'))).toHaveLength(1);
    await session.clock.advance(10_000);
    expect([session.token().issue, session.state()]).toEqual(['issued', 'propagating']);
  });

  it('is named where the app is to end', async () => {
    const session = await unsaved();
    expect(tokensSurvivingQuit(session.session, session.leases).revocable).toHaveLength(1);
  });
});

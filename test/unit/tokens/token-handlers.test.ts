// What the window hears of a token that was to be forgotten: never that a live one was revoked, nor that a
// dead one was not. And that main itself lets no token out by the clipboard unless the person allowed it.
import { describe, expect, it } from 'vitest';
import { said } from '../../../renderer/i18n/en-said.ts';
import { createContractServer } from '../../support/contract-server.ts';
import { PARTNER, TRADER } from '../../support/test-session.ts';

const DAY = 24 * 3_600_000;

async function serverWithToken(of = TRADER) {
  const served = await createContractServer();
  served.answerWith(0);
  await served.session.requests.request(of, of === TRADER ? ['TRADER_TRADE'] : []);
  const forget = () => served.call('tokenForget', { tokenId: served.session.token().id });
  return { ...served, forget };
}

describe('forgetting a token', () => {
  it.each([TRADER, PARTNER])('that is to die first waits for that (%s)', async (of) => {
    const { forget } = await serverWithToken(of);
    expect(await forget()).toEqual({ ok: true, value: 'when_dead' });
  });

  it('that lives drops its text alone', async () => {
    const { forget, answerWith } = await serverWithToken();
    answerWith(1);
    expect(await forget()).toEqual({ ok: true, value: 'forgotten' });
  });

  it('that is dead removes its record', async () => {
    const { forget, session } = await serverWithToken();
    await session.clock.advance(DAY / 2);
    expect(await forget()).toEqual({ ok: true, value: 'removed' });
  });

  it.each(['when_dead', 'removed'] as const)(
    'is said without a claim that it was revoked or not: %s',
    (how) => {
      expect(said.forgotten('Desk A', how)).not.toContain('revoked');
    },
  );
});

describe('copying a token', () => {
  it('is refused by main unless the person allowed it, whatever the window asks', async () => {
    const { call, session, questions, clipboardText } = await serverWithToken();
    await call('settingsChange', { copyTokens: false });
    const asked = questions.length;
    const answer = await call('tokenCopy', { tokenId: session.token().id });
    expect(answer).toEqual({ ok: false, failure: { code: 'copy_disabled' } });
    expect([questions.length, clipboardText()]).toEqual([asked, '']);
  });
});

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
  it.each([
    [null, 'cancelled', false, ''],
    [0, 'done', false, 'a token'],
    [1, 'done', true, 'a token'],
  ] as const)(
    'that is switched off asks whether to allow it; answered %s, the call is %s and the setting %s',
    async (choice, value, allowed, copied) => {
      const { call, answerWith, session, questions, clipboardText, view } = await serverWithToken();
      await call('settingsChange', { copyTokens: false });
      answerWith(choice);
      const answer = await call('tokenCopy', { tokenId: session.token().id });
      expect(answer).toEqual({ ok: true, value });
      expect(questions.at(-1)?.choices).toEqual(['Copy this one token', 'Copy, and allow copying']);
      expect(view()).toMatchObject({ settings: { copyTokens: allowed } });
      expect(clipboardText() === '').toBe(copied === '');
    },
  );
});

// The main job: get, check, let expire, renew, revoke and verify.
import type { Page } from '@playwright/test';
import type { Fault } from '../../electron/main/practice/gateway/faults.ts';
import { wordlessRefusal } from '../support/practice.ts';
import { photographed } from '../support/accessible.ts';
import {
  expect,
  fromTokenMenu,
  getToken,
  newestToken,
  pressOnToken,
  test,
} from '../support/journey.ts';
import { holdTimers, jumpClock, passKeyRepeat } from '../support/jump-clock.ts';
import { REVOKE_ALL_KEYS } from '../support/keys.ts';

const inTwoMinutes: Fault = {
  kind: 'answer',
  reply: () => ({
    status: 429,
    headers: { 'Retry-After': '120' },
    body: '',
    note: 'fault',
    delayMs: 0,
  }),
};

/** The one button of the head that stands out. */
const primary = (page: Page) => page.locator('.detail-head .button-primary');

test.use({ sharesApp: true });

test.describe('a Trader token', () => {
  test.beforeEach(async ({ journey }) => {
    await journey.openVault({ 'Desk A': 'trader' });
    await journey.open('Desk A');
  });

  test('is got with read preselected, and shows what was granted', async ({ journey, lab }) => {
    const page = journey.window();
    await expect(page.getByRole('checkbox', { name: /Read/ })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: /Trade/ })).not.toBeChecked();
    await getToken(page);
    await expect(newestToken(page)).toContainText('Read');
    expect(lab.ledger.raw().at(-1)?.fields['scope']).toBe('TRADER_READ');
  });

  test(
    'is checked by who-am-I, and its answer shown with credentials masked',
    { tag: '@visible' },
    async ({ journey }) => {
      const page = journey.window();
      await page.getByRole('checkbox', { name: /Trade/ }).check();
      await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
      await pressOnToken(page, /^Check/);
      const report = page.getByRole('dialog');
      await expect(report).toContainText('Works');
      await report.getByText('Details').click();
      await expect(report).toContainText('200');
      await expect(report.locator('.tree')).toContainText('masked');
    },
  );

  test('says that the first call may be slow', async ({ journey, lab }) => {
    lab.controls.set({ tokenLatencyMs: 4_000 });
    const page = journey.window();
    await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
    await expect(page.getByText(/may be slow/).first()).toBeVisible();
    await expect(newestToken(page)).toContainText('Active');
  });

  test('is waited for where the server is busy, in sight and as long as the person likes', async ({
    journey,
    lab,
  }) => {
    const page = journey.window();
    const get = page.getByRole('button', { name: 'Get token', exact: true }).last();
    lab.controls.inject({ endpoint: 'trader_token', fault: inTwoMinutes, times: 1 });
    lab.controls.inject({ endpoint: 'trader_token', fault: 'rate_limited_429', times: 1 });
    await get.click();
    await expect(page.getByText(/asks to slow down/)).toBeVisible();
    await expect(page.getByText(/Next attempt in 1:[45]\d/)).toBeVisible();
    await photographed(page, 'waits-for-another-try', journey.picture);
    await page.getByRole('button', { name: 'Try now' }).press('Enter');
    // Refused once more: this time it is the clock that ends the wait.
    await expect(page.getByText(/Next attempt in 0:0[0-5]/)).toBeVisible();
    await expect(newestToken(page)).toContainText('Active');
    await expect(page.getByText(/Next attempt/)).toHaveCount(0);
    expect(lab.ledger.raw()).toHaveLength(3);
  });

  test('is not waited for any more once everything is revoked', async ({ journey, lab }) => {
    const page = journey.window();
    const get = page.getByRole('button', { name: 'Get token', exact: true }).last();
    await get.click();
    await expect(newestToken(page)).toContainText('Active');
    lab.controls.inject({ endpoint: 'trader_token', fault: inTwoMinutes, times: 1 });
    await page.getByRole('button', { name: 'Renew', exact: true }).last().click();
    await expect(page.getByText(/Next attempt in 1:[45]\d/)).toBeVisible();
    await journey.dialogs().answer({ button: 'Revoke 1 token' });
    await page.keyboard.press(REVOKE_ALL_KEYS);
    await expect(page.getByRole('button', { name: 'Revoke 1 token' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    const run = page.getByRole('dialog', { name: 'Revocation run' });
    await expect(run).toContainText('Accepted');
    await run.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'ended this request' })).toHaveText(
      '“Revoke everything” ended this request.' +
        'It covers this key, so no token was asked for after you confirmed.' +
        'Ask again if you still want a token.',
    );
    await expect(page.getByText(/Next attempt/)).toHaveCount(0);
    expect(lab.controls.liveTokens(lab.trader.clientId)).toBe(0);
    expect(lab.ledger.raw().filter(({ fields }) => fields['scope'] !== undefined)).toHaveLength(2);
  });

  test(
    'is given up where no answer comes, and may have been issued',
    { tag: '@long' },
    async ({ journey, lab }) => {
      const page = journey.window();
      lab.controls.inject({ endpoint: 'trader_token', fault: 'hang', times: 1 });
      await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
      await page.getByRole('button', { name: 'Stop asking' }).click();
      await expect(page.getByRole('alert')).toContainText('A token may have been issued');
      await expect(newestToken(page)).toContainText('Possibly issued');
      await expect(page.getByRole('button', { name: 'Stop asking' })).toHaveCount(0);
    },
  );

  test('expires before the eyes, and can be renewed', async ({ journey, lab }) => {
    lab.controls.set({ traderLifetimeSeconds: 300 });
    const page = journey.window();
    const detail = page.getByRole('region', { name: 'Desk A' });
    await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
    // Figures press before the state does: that waits for half of the lifetime.
    await expect(newestToken(page)).toContainText('Active');
    await expect(detail.getByRole('timer')).toContainText(/4:\d\d min/);
    await expect(detail.getByRole('timer')).toHaveAttribute('data-pressure', 'soon');
    await expect(primary(page)).toHaveText('Check');
    await jumpClock(journey.launched(), page, 250_000);
    await expect(newestToken(page)).toContainText('Expiring');
    await expect(detail.getByRole('timer')).toHaveAttribute('data-pressure', 'last');
    await expect(primary(page)).toHaveText('Renew');
    await photographed(page, 'last-minute', journey.picture);
    await jumpClock(journey.launched(), page, 60_000);
    await expect(page.getByText('Expired').first()).toBeVisible();
    await expect(primary(page)).toHaveText('Renew');
    lab.controls.set({ traderLifetimeSeconds: 86_400 });
    await page
      .getByRole('button', { name: /^(Renew|Get token)$/ })
      .last()
      .click();
    await expect(newestToken(page)).toContainText('Active');
  });

  test(
    'renewed leaves its predecessor listed, still live',
    { tag: '@visible' },
    async ({ journey }) => {
      const page = journey.window();
      await getToken(page);
      await page.getByRole('button', { name: 'Renew', exact: true }).first().click();
      await expect(page.getByText('Old, still works')).toBeVisible();
      await expect(page.getByRole('row', { name: /Desk A/ })).toContainText('2 tokens');
      // The head says of which of the two it speaks, and its keys and buttons mean that one.
      const named = await newestToken(page).getAttribute('aria-label');
      const fingerprint = named?.replace('Token ', '') ?? 'none';
      await expect(newestToken(page)).toContainText(fingerprint);
      await page.getByRole('tab', { name: 'Tokens' }).press('End');
      await expect(page.getByRole('tabpanel', { name: 'History' })).toBeVisible();
      await page.locator('.detail-head').getByRole('button', { name: 'Revoke' }).click();
      await expect(page.getByRole('tab', { name: 'Tokens' })).toHaveAttribute(
        'aria-selected',
        'true',
      );
      await expect(page.getByText(`Revoke token ${fingerprint}?`)).toBeVisible();
    },
  );

  test(
    'is revoked, waits for its proof while it works, and is then refused here',
    { tag: '@visible' },
    async ({ journey, lab }) => {
      lab.controls.set({ propagationSeconds: 600 });
      const page = journey.window();
      await page.getByRole('checkbox', { name: /Trade/ }).check();
      await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
      await pressOnToken(page, /^Revoke/);
      await expect(page.getByText(/This cannot be undone/)).toBeVisible();
      await passKeyRepeat(page);
      await page.getByRole('button', { name: 'Revoke token', exact: true }).click();
      await expect(newestToken(page)).toContainText('Revoked, waiting for proof');
      const head = page.locator('.detail-state');
      await expect(head).toContainText(/would expire (\w{3} )?\d\d:\d\d/);
      await expect(page.locator('.detail-head .lifetime-bar')).toHaveCount(0);
      lab.controls.set({ propagationSeconds: 0 });
      await expect(newestToken(page)).toContainText('refused 2 times in a row');
      await expect(newestToken(page)).toContainText('Refused here, confirming');
      expect(lab.controls.liveTokens(lab.trader.clientId)).toBe(0);
    },
  );

  test('whose call never tells its life from its death is never called dead', async ({
    journey,
    lab,
  }) => {
    lab.controls.inject({ endpoint: 'who_am_i', fault: wordlessRefusal, times: 'always' });
    const page = journey.window();
    await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
    await pressOnToken(page, /^Revoke/);
    await passKeyRepeat(page);
    await page.getByRole('button', { name: 'Revoke token', exact: true }).click();
    await expect(newestToken(page)).toContainText('Revoked, waiting for proof');
    await jumpClock(journey.launched(), page, 6 * 60_000);
    await expect(newestToken(page)).toContainText('Revoked, cannot be confirmed');
  });

  test('is copied only once that is allowed, and leaves the clipboard after 20 s', async ({
    journey,
  }) => {
    const endTimers = await holdTimers(journey.launched(), 20_000);
    const page = journey.window();
    await getToken(page);
    const copy = newestToken(page).getByRole('button', { name: /^Copy token…/ });
    await copy.click();
    await expect
      .poll(async () => (await journey.dialogs().shown()).at(-1)?.message)
      .toMatch(/^Copying tokens is off\. Copy token \S+ of Desk A in \S.* anyway\?$/);
    await expect.poll(journey.clipboardLength).toBe(0);
    await journey.dialogs().answer({ button: 'Copy this one token' });
    await copy.click();
    await expect(page.getByText(/Token on the clipboard/)).toBeVisible();
    await expect.poll(journey.clipboardLength).toBeGreaterThan(20);
    await endTimers();
    await expect(page.getByText(/Token on the clipboard/)).toBeHidden();
    await expect.poll(journey.clipboardLength).toBe(0);
  });

  test('with fewer scopes than asked for shows both, and says so', async ({ journey, lab }) => {
    lab.controls.inject({ endpoint: 'trader_token', fault: 'narrower_scope', times: 1 });
    const page = journey.window();
    await page.getByRole('checkbox', { name: /Trade/ }).check();
    await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
    await expect(newestToken(page)).toContainText('asked for');
    await expect(newestToken(page)).toContainText('Fewer scopes were granted than asked for.');
  });

  test('is forgotten honestly, and stays listed until its time is up', async ({ journey }) => {
    const page = journey.window();
    await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
    await journey.dialogs().answer({ button: 'Forget without revoking' });
    await fromTokenMenu(page, /^Forget/);
    await expect(newestToken(page)).toContainText('Forgotten');
    const [asked] = await journey
      .dialogs()
      .shown()
      .then((all) => all.slice(-1));
    expect(asked?.detail).toContain('Forgetting does not revoke');
    expect(asked?.buttons[0]).toBe('Revoke, then forget');
  });
});

// The whole main job without a mouse.
import { expect, newestToken, test } from '../support/journey.ts';
import { passKeyRepeat } from '../support/jump-clock.ts';
import { windowAt } from '../support/launch.ts';

test.use({ sharesApp: true });

test.describe('by keyboard alone', () => {
  test(
    'a person unlocks, finds, gets, checks, renews and revokes',
    { tag: '@long' },
    async ({ journey }) => {
      const page = await journey.start();
      await page.getByRole('button', { name: 'Choose a passphrase' }).focus();
      await page.keyboard.press('Enter');
      const entry = await windowAt(journey.launched(), 'entry');
      await expect(entry.locator('input').first()).toBeFocused();
      await entry.keyboard.insertText(journey.passphrase);
      await entry.keyboard.press('Tab');
      await entry.keyboard.press('Tab');
      await entry.keyboard.insertText(journey.passphrase);
      const closed = entry.waitForEvent('close');
      await entry.keyboard.press('Enter').catch(() => undefined);
      await closed;
      await expect(page.getByRole('row', { name: /Practice trader/ })).toBeVisible();

      await page.keyboard.press('ControlOrMeta+f');
      await expect(page.getByRole('combobox', { name: 'Search keys' })).toBeFocused();
      await page.keyboard.insertText('trader');
      await expect(page.getByRole('row')).toHaveCount(1);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('region', { name: 'Practice trader' })).toBeVisible();
      await page.getByRole('checkbox', { name: /Trade/ }).press('Space');
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(newestToken(page)).toContainText('Active');
      await page.keyboard.press('ControlOrMeta+i');
      await expect(page.getByRole('dialog')).toContainText('200');
      await page.keyboard.press('Escape');
      const offer = page.getByRole('dialog', { name: 'Make a recovery key?' });
      await expect(offer).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(offer).toBeHidden();
      await expect(page.getByRole('row', { name: /Practice trader/ })).toBeFocused();
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(page.getByText('Old, still works')).toBeVisible();

      await page.getByRole('row', { name: /Practice trader/ }).focus();
      await page.keyboard.press('Delete');
      await expect(page.getByRole('button', { name: 'Revoke token', exact: true })).toBeFocused();
      await passKeyRepeat(page);
      await page.keyboard.press('Enter');
      await expect(page.getByText(/^Revok/).first()).toBeVisible();
    },
  );

  test('the shortcut sheet opens and closes, and gives the focus back', async ({ journey }) => {
    const page = await journey.openVault();
    const search = page.getByRole('combobox', { name: 'Search keys' });
    await search.focus();
    await page.keyboard.press('ControlOrMeta+/');
    await expect(page.getByRole('dialog', { name: /shortcuts/i })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(search).toBeFocused();
  });

  test('after unlocking, and by F6 into a list that was put away, the focus is on a row', async ({
    journey,
  }) => {
    await journey.openVault();
    await journey.lockFromMenu();
    const page = await journey.unlock();
    const row = page.locator('[role="row"]:focus');
    await expect(row).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await expect(row).toHaveAttribute('aria-rowindex', '2');
    await page.setViewportSize({ width: 600, height: 700 });
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-pane="detail"] :focus')).toHaveCount(1);
    await page.keyboard.press('F6');
    await expect(page.locator('[data-pane="sidebar"] :focus')).toHaveCount(1);
    await page.keyboard.press('F6');
    await expect(row).toHaveAttribute('aria-rowindex', '2');
  });

  test('the list opens on a row, and Tab leads from the search to the first one that it found', async ({
    journey,
  }) => {
    const page = await journey.openVault({ 'Desk A': 'trader', 'Maker 1': 'partner' });
    const row = page.locator('[role="row"]:focus');
    await expect(row).toHaveCount(1);
    await page.keyboard.press('Home');
    await expect(row).toHaveAttribute('aria-rowindex', '1');
    const search = page.getByRole('combobox', { name: 'Search keys' });
    for (const typed of ['maker', 'desk', '']) {
      await search.fill(typed);
      const first = page.locator('[role="row"][aria-rowindex="1"]');
      const all = page.getByRole('row');
      await expect(all).toHaveCount(typed === '' ? 4 : 1);
      // One row alone is in the order of Tab; from there the arrows go to every other.
      await expect(page.locator('[role="row"][tabindex="0"]')).toHaveCount(1);
      await search.focus();
      for (let presses = 0; (await row.count()) === 0; presses += 1) {
        expect(presses, 'presses of Tab from the search to a row').toBeLessThan(10);
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('Home');
      await expect(first).toBeFocused();
    }
  });

  test('F6 goes round all panes that stand side by side, with an empty list too', async ({
    journey,
  }) => {
    await journey.openVault();
    await journey.open('Practice trader');
    const page = journey.window();
    const pane = (): Promise<string | undefined> =>
      page.evaluate(
        () => document.activeElement?.closest<HTMLElement>('[data-pane]')?.dataset['pane'],
      );
    // Where a search finds nothing the detail is empty, and F6 leads past it.
    const rounds = [
      ['', ['detail', 'sidebar', 'list'], ['sidebar', 'detail']],
      ['nothing like it', ['sidebar', 'list', 'sidebar'], ['list', 'sidebar']],
    ] as const;
    for (const [typed, round, before] of rounds) {
      await page.getByRole('combobox', { name: 'Search keys' }).fill(typed);
      for (const next of round) {
        await page.keyboard.press('F6');
        // The focus follows once the pane is shown.
        await expect.poll(pane, typed).toBe(next);
      }
      for (const next of before) {
        await page.keyboard.press('Shift+F6');
        await expect.poll(pane, typed).toBe(next);
      }
    }
  });

  test('the application menu opens what the palette offers', async ({ journey }) => {
    const page = await journey.openVault();
    for (const [item, title] of [
      ['Search actions', /actions/i],
      ['Inspect a token…', /Inspect a token/],
      ['Is this one of ours?…', /Is this one of ours/],
      ['Import keys…', /Import keys/],
      ['Export…', /Export/],
    ] as const) {
      await journey.chooseFromMenu(item);
      const sheet = page.getByRole('dialog', { name: title });
      await expect(sheet, item).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(sheet, item).toHaveCount(0);
    }
  });
});

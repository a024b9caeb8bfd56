// Finding one among many: typing narrows the list, filters and their completion work by keyboard, the
// order is chosen, and none of it is slower than the eye with a thousand credentials. Ten thousand open and work.
import type { Locator } from '@playwright/test';
import { photographed } from '../support/accessible.ts';
import { expect, runAction, test } from '../support/journey.ts';
import { labelOf } from '../support/many-credentials.ts';

const CREDENTIALS = 1_000;

test.describe(`among ${CREDENTIALS} credentials`, { tag: '@long' }, () => {
  test.use({ credentialsBefore: CREDENTIALS });

  test('a person finds by words and filters, without a mouse', async ({ journey }) => {
    const page = await journey.unlock();
    const rows = page.getByRole('grid', { name: 'Keys' });
    const search = page.getByRole('combobox', { name: 'Search keys' });
    // The practice environment and its two samples are added at the first unlock.
    await expect(page.getByText(/^[\d,]+ keys/)).toBeVisible({ timeout: 240_000 });
    await page.keyboard.press('ControlOrMeta+f');
    await expect(search).toBeFocused();
    await page.keyboard.type('00007');
    await expect(rows).toHaveAttribute('aria-rowcount', '1');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('row', { name: new RegExp(labelOf(7)) })).toBeFocused();

    await page.keyboard.press('ControlOrMeta+f');
    await expect(search).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(search).toHaveValue('');
    // What was cleared or completed is taken back as what was typed is.
    await page.keyboard.press('ControlOrMeta+z');
    await expect(search).toHaveValue('00007');
    await expect(rows).toHaveAttribute('aria-rowcount', '1');
    await page.keyboard.press('Escape');
    await page.keyboard.type('acc');
    await expect(page.getByRole('option', { name: /access:/ })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.type('p');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await expect(search).toHaveValue('access:partner ');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(search).toHaveValue('access:p');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(search).toHaveValue('access:partner ');
    await expect(rows).toHaveAttribute('aria-rowcount', String(CREDENTIALS / 10));
    await page.keyboard.type('state:');
    await photographed(page, 'search', journey.picture);
    await page.keyboard.type('dead');
    await expect(page.getByText(/does not know “dead”/)).toBeVisible();
    await photographed(page, 'search-note', journey.picture);

    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('name');
    await expect(page.getByRole('row').first()).toContainText(labelOf(0));
    // A wheel scrolls the rows away from the focus, and does not take it.
    const scroller = page.locator('.list-scroll');
    await page.getByRole('row').first().focus();
    await scroller.hover();
    await page.mouse.wheel(0, 8_000);
    await expect.poll(() => scroller.evaluate((it) => it.scrollTop)).toBeGreaterThan(4_000);
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('row', { name: new RegExp(labelOf(1)) })).toBeFocused();

    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('dialog', { name: 'Search actions' })).toBeVisible();
    await photographed(page, 'palette', journey.picture);
    await page.keyboard.type(labelOf(3).toLowerCase());
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: labelOf(3) })).toBeVisible();
    await runAction(page, 'sort by att');
    await expect(page.getByRole('combobox', { name: 'Sort' })).toHaveValue('attention');
  });
});

test.describe('among 10 credentials', { tag: '@long' }, () => {
  test.use({ credentialsBefore: 10 });

  test('a star and a kept search outlive a lock', async ({ journey }) => {
    const page = await journey.unlock();
    const rows = page.getByRole('grid', { name: 'Keys' });
    const search = page.getByRole('combobox', { name: 'Search keys' });
    await page.getByRole('row', { name: new RegExp(labelOf(3)) }).click({ timeout: 240_000 });
    await expect(page.getByRole('region', { name: labelOf(3) })).toBeVisible();
    await runAction(page, 'favourite: add');
    await expect(
      page.getByRole('button', { name: `Favourite: ${labelOf(3)}` }).first(),
    ).toHaveAttribute('aria-pressed', 'true', { timeout: 240_000 });
    await page.keyboard.press('ControlOrMeta+f');
    await expect(search).toBeFocused();
    await page.keyboard.type('is:favourite');
    await expect(rows).toHaveAttribute('aria-rowcount', '1');
    await page.getByRole('button', { name: 'Save this search as a view' }).click();
    await page.keyboard.type('Stars');
    await photographed(page, 'save-view', journey.picture);
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+l');
    await journey.unlock();
    await page.getByRole('button', { name: 'Stars', exact: true }).click();
    await expect(rows).toHaveAttribute('aria-rowcount', '1');
    await page.getByRole('button', { name: 'Edit view Stars' }).click();
    await page.getByRole('button', { name: 'Delete view' }).click();
    await expect(page.getByRole('button', { name: 'Stars', exact: true })).toHaveCount(0);
  });
});

test.describe('among 10000 credentials', { tag: '@long' }, () => {
  test.use({ credentialsBefore: 10_000 });

  test('one is found and starred, and is still after a lock', async ({ journey }) => {
    const page = await journey.unlock();
    const rows = page.getByRole('grid', { name: 'Keys' });
    const search = page.getByRole('combobox', { name: 'Search keys' });
    const counted = page.getByText(/^10,[\d]+ keys/);
    await expect(counted).toBeVisible({ timeout: 240_000 });
    await page.keyboard.press('ControlOrMeta+f');
    await expect(search).toBeFocused();
    await page.keyboard.type('00007');
    await expect(rows).toHaveAttribute('aria-rowcount', '1');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: labelOf(7) })).toBeVisible();
    await runAction(page, 'favourite: add');
    const star = page.getByRole('button', { name: `Favourite: ${labelOf(7)}` }).first();
    await expect(star).toHaveAttribute('aria-pressed', 'true', { timeout: 240_000 });
    await page.keyboard.press('ControlOrMeta+l');
    await journey.unlock();
    await expect(counted).toBeVisible({ timeout: 240_000 });
    await page.keyboard.press('ControlOrMeta+f');
    await expect(search).toBeFocused();
    await page.keyboard.type('is:favourite');
    await expect(rows).toHaveAttribute('aria-rowcount', '1', { timeout: 240_000 });
  });
});

test.describe('in the colours of the system alone', () => {
  test.use({ credentialsBefore: 10 });

  test(
    'what is chosen, what is pressed and what ends tonight can be seen',
    { tag: '@long' },
    async ({ journey }) => {
      const page = await journey.unlock();
      await page.emulateMedia({ forcedColors: 'active' });
      await expect(page.getByText('10 keys')).toBeVisible({ timeout: 240_000 });
      const ground = (it: Locator): Promise<string> =>
        it.evaluate((element) => getComputedStyle(element).backgroundColor);
      const mark = page.locator('.timeline-dot > .kind-dot').first();
      const strip = await ground(page.locator('.timeline'));
      await expect.poll(() => ground(mark)).not.toBe(strip);
      await runAction(page, 'pause or resume');
      const pause = page.getByRole('button', { name: 'Pause live times' });
      await page.getByRole('combobox', { name: 'Search keys' }).focus();
      await expect(pause).toHaveCSS('outline-style', 'solid');
      await page.keyboard.press('ControlOrMeta+k');
      const options = page.getByRole('dialog', { name: 'Search actions' }).getByRole('option');
      await page.keyboard.press('ArrowDown');
      await expect(options.nth(1)).toHaveCSS('outline-style', 'solid');
      await expect(options.first()).toHaveCSS('outline-style', 'none');
      await photographed(page, 'forced-colours', journey.picture);
    },
  );
});

// The tour: the main job from the first screen to the history, against practice and in a throw-away profile, with a
// picture of each step. `npm start -- --tour` is this journey, told where to leave its pictures.
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, newestToken, test } from '../support/journey.ts';
import { spreadRevocationsWithin } from '../support/practice-panel.ts';
import { hostSentence, testHost } from '../support/test-host.ts';
import { seconds, tourPage, type TourStep } from '../support/tour-page.ts';
import { REVOKE_ALL_KEYS } from '../support/keys.ts';

test(
  'the tour goes through the main job and shows each step on one page',
  { tag: '@long' },
  async ({ journey }, info) => {
    const folder = process.env['STRONGROOM_TOUR'] ?? info.outputPath('tour');
    await mkdir(folder, { recursive: true });
    const steps: TourStep[] = [];
    const step = async (title: string, done: () => Promise<unknown>): Promise<void> => {
      const startedMs = performance.now();
      await done();
      const tookMs = performance.now() - startedMs;
      const picture = `${String(steps.length + 1).padStart(2, '0')}.png`;
      await journey
        .window()
        .screenshot({ path: path.join(folder, picture), animations: 'disabled' });
      steps.push({ title, tookMs, picture });
      console.info(`${String(steps.length).padStart(2)}. ${title}: ${seconds(tookMs)}`);
    };
    const press = (name: string | RegExp): Promise<void> =>
      journey.window().getByRole('button', { name, exact: true }).last().click();
    const newest = () => newestToken(journey.window());

    await step('The app starts', async () => {
      await journey.start();
      await expect(
        journey.window().getByRole('button', { name: 'Choose a passphrase' }),
      ).toBeVisible();
    });
    await step('A vault is made under a passphrase', () => journey.createVault());
    const page = journey.window();
    await spreadRevocationsWithin(page, 2);
    await step('A key of practice is opened', () => journey.open('Practice trader'));
    await step('A token is got', async () => {
      await page.getByRole('checkbox', { name: /Trade/ }).check();
      await press('Get token');
      await expect(newest()).toContainText('Active');
    });
    await step('It is checked against the service', async () => {
      await newest()
        .getByRole('button', { name: /^Check/ })
        .click();
      await expect(page.getByRole('dialog', { name: 'Check report' })).toBeVisible();
    });
    await page.keyboard.press('Escape');
    await press('Not now');
    await step('It is renewed', async () => {
      await press('Renew');
      await expect(page.getByText('Old, still works')).toBeVisible();
      await expect(newest()).toContainText('Active');
    });
    await step('The new one is revoked, and confirmed dead', async () => {
      await newest()
        .getByRole('button', { name: /^Revoke/ })
        .click();
      await page.waitForTimeout(650); // the guard against a repeated key
      await press('Revoke token');
      // A token that is over moves into the fold of the earlier ones.
      await page.locator('summary', { hasText: /earlier/i }).click();
      await expect(page.getByText('Confirmed dead', { exact: true }).first()).toBeVisible();
    });
    await step('Everything is revoked', async () => {
      await journey.dialogs().answer({ button: 'Revoke 1 token' });
      await page.keyboard.press(REVOKE_ALL_KEYS);
      await expect(page.getByRole('button', { name: 'Revoke 1 token' })).toBeFocused();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      const run = page.getByRole('dialog', { name: 'Revocation run' });
      await expect(run).toContainText('Confirmed dead');
    });
    await page.keyboard.press('Escape');
    await step('The history tells it all', async () => {
      await page.keyboard.press('ControlOrMeta+Shift+h');
      const sheet = page.getByRole('dialog', { name: 'History' });
      await expect(sheet.getByText('History started')).toBeVisible();
    });
    await journey.quit();

    const file = path.join(folder, 'index.html');
    await writeFile(file, tourPage(steps, hostSentence(testHost())));
    const all = steps.reduce((sum, { tookMs }) => sum + tookMs, 0);
    console.info(`${steps.length} steps in ${seconds(all)}. The pictures: ${file}`);

    const shown = await readFile(file, 'utf8');
    for (const { title, picture } of steps) {
      expect(existsSync(path.join(folder, picture)), title).toBe(true);
      expect(shown).toContain(`src="${picture}"`);
    }
    expect(steps.map(({ title }) => title)).toHaveLength(9);
  },
);

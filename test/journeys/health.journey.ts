// Keys that stay healthy: the report, the page that it is saved as, its column in the inventory and where it leads;
// when a secret is to be replaced, by its own end and by the age of its environment; and the page in the web app that is
// opened after main has shown its address.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { dateOf } from '../../electron/shared/health/secret-due.ts';
import { photographed } from '../support/accessible.ts';
import { expect, type Journey, runAction, showTab, test } from '../support/journey.ts';

const DAY_MS = 24 * 60 * 60_000;
const slow = { timeout: 60_000 };

async function choose(page: Page, words: string): Promise<void> {
  await runAction(page, words);
}

/** Saves a file by pressing there, and answers what is in it: it is searched for secrets as well. */
async function saved(journey: Journey, file: string, press: () => Promise<void>): Promise<string> {
  await journey.dialogs().answer({ path: file });
  await press();
  await expect.poll(() => existsSync(file), slow).toBe(true);
  const text = await readFile(file, 'utf8');
  journey.proof.keep(file, text);
  return text;
}

const savedReport = (journey: Journey, file: string): Promise<string> =>
  saved(journey, file, () =>
    journey.window().getByRole('button', { name: 'Save as a page to print…' }).click(),
  );

/** Rules of the report by label, as the inventory has them. */
async function savedHealth(journey: Journey, file: string): Promise<ReadonlyMap<string, string>> {
  await journey.chooseFromMenu('Export…');
  const sheet = journey.window().getByRole('dialog', { name: /^Export/ });
  const text = await saved(journey, file, () =>
    sheet.getByRole('button', { name: /JSON/ }).click(),
  );
  const { credentials } = JSON.parse(text) as {
    credentials: { label: string; health: string[]; last_used_at: string }[];
  };
  return new Map(credentials.map(({ label, health }) => [label, health.join(' ')]));
}

async function setRotationAge(page: Page, environment: string, days: number): Promise<void> {
  await page.getByRole('button', { name: `About ${environment}` }).click();
  const sheet = page.getByRole('dialog', { name: new RegExp(environment) });
  await sheet.getByRole('button', { name: 'Set rotation age…' }).click();
  await sheet.getByLabel('Days').fill(String(days));
  await sheet.getByRole('button', { name: 'Save rotation age' }).click();
  await expect(sheet.getByText(`once it is ${days} days old`)).toBeVisible(slow);
  await page.keyboard.press('Escape');
}

test.describe('with two credentials', () => {
  test.use({ sharesApp: true });

  test('a person reads the report, keeps it, gives an owner, and finds it gone from it', async ({
    journey,
  }, info) => {
    const page = await journey.openVault({ 'Desk A': 'trader', 'Maker 1': 'partner' });
    await choose(page, 'health report');
    const sheet = page.getByRole('dialog', { name: 'Health report' });
    await expect(sheet.getByText(/^\d of 2 keys are fine$/)).toBeVisible();
    await expect(sheet.getByRole('row', { name: /^Maker 1/ })).toContainText('no use recorded');
    const owners = sheet.getByRole('region', { name: 'No owner' });
    await sheet.getByRole('button', { name: /^No owner/ }).click();
    await expect(owners).toContainText('Desk A');
    await expect(sheet).not.toContainText('could not be read to its end');
    const printed = await savedReport(journey, info.outputPath('health.html'));
    expect(printed).toContain('On a bad night nobody knows who to call about it.');
    expect(printed).toContain('Maker 1');
    await owners.getByRole('button', { name: /: Desk A in Lab$/ }).click();
    // The form opens at that field, and closing it leads back to a report made anew.
    await expect(page.getByLabel('Owner account')).toBeFocused();
    await page.keyboard.type('desk-a@exchange.example');
    await page.keyboard.press('Enter');
    await expect(owners).not.toContainText('Desk A');
    await expect(owners.getByRole('button', { name: /: Maker 1 in Lab$/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Owner account')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(owners).toContainText('Maker 1');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    const health = await savedHealth(journey, info.outputPath('inventory.json'));
    expect([health.get('Desk A'), health.get('Maker 1')]).toEqual(['', 'no_owner']);
  });

  test('a secret that is due leads into its rotation, and a page opens once asked', async ({
    journey,
  }) => {
    const page = await journey.openVault({ 'Desk A': 'trader', 'Maker 1': 'partner' });
    await journey.open('Desk A');
    await showTab(page, 'Access');
    await page.getByRole('button', { name: 'Secret valid until…' }).click();
    await page.keyboard.type(dateOf(Date.now() + 5 * DAY_MS));
    await page.keyboard.press('Enter');
    await expect(page.getByText(/The client secret is due for replacement by/)).toBeVisible();
    await photographed(page, 'secret-due', journey.picture);

    const address = 'https://app.exchange.example/keys/12';
    journey.proof.plantShown('page in the web app', address);
    await page.getByRole('button', { name: 'Page in the web app…' }).click();
    await page.keyboard.type(address);
    await page.keyboard.press('Enter');
    await journey.dialogs().answer({ button: 'Open in the browser' });
    await page.getByRole('button', { name: 'Open its page in the web app…' }).click();
    const asked = async (): Promise<string | undefined> =>
      (await journey.dialogs().shown()).at(-1)?.detail;
    await expect.poll(asked).toContain(address);

    // The age that the environment allows is about both, and comes later than the end of one.
    await setRotationAge(page, 'Lab', 20);
    await page.getByRole('button', { name: /^Needs attention/ }).click();
    for (const label of ['Desk A', 'Maker 1']) {
      await expect(page.getByRole('row', { name: new RegExp(label) })).toBeVisible();
    }
    await choose(page, 'next 24 hours');
    const night = page.getByRole('dialog', { name: 'Next 24 hours' });
    const rows = night.getByRole('listitem').filter({ hasText: /^\d{4}-\d\d-\d\d/ });
    await expect(rows).toHaveText([
      new RegExp(`^${dateOf(Date.now() + 5 * DAY_MS)}.*Desk A`),
      /Maker 1/,
    ]);
    await rows.first().getByRole('button').click();
    await expect(page.getByRole('dialog', { name: /^Rotate.*Desk A/ })).toContainText(address);
  });
});

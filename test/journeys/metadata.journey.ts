// What an authorization server says of itself, through the window: fetched when a person asks and main was
// told yes, shown beside what is used, and believed in nothing but what the person takes over.
import type { Locator } from '@playwright/test';
import { photographed } from '../support/accessible.ts';
import { expect, test, type Journey } from '../support/journey.ts';
import type { PracticeForTests } from '../support/practice.ts';

const WELL_KNOWN = '/.well-known/oauth-authorization-server';
const asked = (lab: PracticeForTests): number =>
  lab.ledger.raw().filter(({ target }) => target.startsWith(WELL_KNOWN)).length;
const aboutLab = (journey: Journey): Locator =>
  journey.window().getByRole('dialog', { name: 'Lab' });

async function palette(journey: Journey, words: string): Promise<void> {
  const page = journey.window();
  const actions = page.getByRole('dialog', { name: 'Search actions' });
  await page.keyboard.press('ControlOrMeta+k');
  await expect(actions).toBeVisible();
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
  await expect(actions).toBeHidden();
}

async function openByPalette(journey: Journey): Promise<Locator> {
  await palette(journey, 'show environment lab');
  // The actions of an environment are there once it is shown.
  const views = journey.window().getByRole('navigation', { name: 'Environments and views' });
  const shown = views.getByRole('button', { name: 'Lab , sandbox' });
  await expect(shown).toHaveAttribute('aria-current', 'true');
  await palette(journey, 'metadata');
  const issuer = aboutLab(journey).getByLabel('Issuer');
  await expect(issuer).toBeFocused();
  return issuer;
}

const photograph = (journey: Journey, name: string): Promise<void> =>
  photographed(journey.window(), name, journey.picture);

test.use({ sharesApp: true });

test.describe('the metadata of a server', () => {
  test.beforeEach(async ({ journey }) => {
    await journey.openVault({ 'Desk A': 'trader' });
  });

  test('is read by keyboard alone, and its introspection taken over where main is told yes', async ({
    journey,
    lab,
  }) => {
    const page = journey.window();
    const sheet = aboutLab(journey);
    await openByPalette(journey);
    expect(asked(lab)).toBe(0);

    await journey.dialogs().answer({ cancel: true });
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => (await journey.dialogs().shown()).at(-1)?.detail)
      .toContain(lab.baseUrl + WELL_KNOWN);
    expect(asked(lab)).toBe(0);

    // The refusal is on its way back meanwhile; until it is there, the button takes no second press.
    const read = sheet.getByRole('button', { name: 'Read the metadata' });
    await expect(read).not.toHaveAttribute('aria-busy', 'true');
    await journey.dialogs().answer({ button: 'Read it' });
    await page.keyboard.press('Enter');
    const headline = sheet.getByText('Nothing that it says differs from what is used.');
    await expect(headline).toBeFocused();
    await expect(sheet.getByText('Nothing was changed: calls still go')).toBeVisible();
    const table = sheet.getByRole('table');
    await expect(
      table.getByRole('rowgroup').filter({ hasText: 'Token endpoint Same' }),
    ).toContainText(`${lab.baseUrl}/auth/oauth2/token`);
    await expect(table.getByRole('row', { name: 'Introspection endpoint Off here' })).toBeVisible();
    const [request] = lab.ledger.raw().filter(({ target }) => target.startsWith(WELL_KNOWN));
    expect(request?.headers.has('authorization')).toBe(false);

    await journey.dialogs().answer({ button: 'Use it with HTTP Basic' });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(sheet.getByText('Tokens are introspected as the server says.')).toBeVisible();
    await expect(table.getByRole('row', { name: 'Introspection endpoint Same' })).toBeVisible();
    const shown = await journey.dialogs().shown();
    expect(shown.at(-1)?.detail).toContain(`${lab.baseUrl}/auth/oauth2/introspect`);

    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+Shift+h');
    await expect(page.getByRole('dialog', { name: 'History' })).toContainText(
      'introspection configured',
    );
  });

  test('that is wrong in one point changes nothing and says in which', async ({ journey, lab }) => {
    const sheet = aboutLab(journey);
    const issuer = await openByPalette(journey);
    const read = sheet.getByRole('button', { name: 'Read the metadata' });
    await journey.dialogs().answer({ button: 'Read it' });
    lab.controls.set({ fault: 'metadata_other_host' });
    await read.click();
    await expect(sheet.getByRole('alert')).toContainText(
      'elsewhere.invalid (introspection_endpoint)',
    );
    lab.controls.set({ fault: 'metadata_other_issuer' });
    await read.click();
    await expect(sheet.getByRole('alert')).toContainText('the slash at its end');
    lab.controls.set({ fault: 'html_error' });
    await read.click();
    await expect(sheet.getByRole('alert')).toContainText('status 502');
    lab.controls.set({ fault: 'none' });
    const before = asked(lab);
    await issuer.fill('https://elsewhere.invalid');
    await read.click();
    await expect(sheet.getByRole('alert')).toContainText(
      'a host that is not one of this environment',
    );
    expect(asked(lab)).toBe(before);
    await expect(sheet.getByRole('table')).toHaveCount(0);
    await expect(sheet.getByText('Off. The specification says')).toBeVisible();
  });

  test('of an environment being typed is shown before it is added', async ({ journey, lab }) => {
    const page = journey.window();
    await page.getByRole('button', { name: 'Add environment' }).click();
    const sheet = page.getByRole('dialog', { name: 'Add environment' });
    await sheet.getByLabel('Name').fill('Second');
    await sheet.getByLabel('Base address').fill(lab.baseUrl);
    await sheet.getByLabel('Trade address').fill(lab.tradeUrl);
    await sheet.getByText(/^Advanced/).click();
    await journey.dialogs().answer({ button: 'Read it' });
    await sheet.getByRole('button', { name: 'Read it…' }).click();
    await page.keyboard.press('Enter');
    // Nobody vouches for it: its authority was not chosen.
    await expect(sheet.getByRole('alert')).toContainText('authority');
    await expect(sheet).toBeVisible();
    expect(asked(lab)).toBe(0);
    await photograph(journey, 'metadata-draft');
  });

  test('is photographed', async ({ journey, lab }) => {
    test.setTimeout(400_000);
    const sheet = aboutLab(journey);
    lab.controls.inject({
      endpoint: 'metadata',
      times: 'always',
      fault: {
        kind: 'alter',
        alteration: {
          fields: (said) => ({ ...said, token_endpoint: `${lab.baseUrl}/oauth/token` }),
        },
      },
    });
    await openByPalette(journey);
    await photograph(journey, 'metadata-asked');
    await journey.dialogs().answer({ button: 'Read it' });
    await sheet.getByRole('button', { name: 'Read the metadata' }).click();
    await expect(sheet.getByText('1 point in it differs')).toBeVisible();
    await photograph(journey, 'metadata-read');
    lab.controls.clearFaults();
    lab.controls.set({ fault: 'metadata_other_host' });
    await sheet.getByRole('button', { name: 'Read the metadata' }).click();
    await expect(sheet.getByRole('alert')).toBeVisible();
    await photograph(journey, 'metadata-refused');
  });
});

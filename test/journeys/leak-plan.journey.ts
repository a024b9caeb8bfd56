// A key leaked: the plan of its access type, with what was proven here and what is only the person's
// word told apart.
import { photographed } from '../support/accessible.ts';
import { expect, getToken, type Journey, showTab, test } from '../support/journey.ts';
import { spreadRevocationsWithin } from '../support/practice-panel.ts';

/** In practice, where the person's part in the web app is played and a proof of death has an end soon. */
async function leaked(journey: Journey, client: 'trader' | 'partner') {
  const page = await journey.openVault();
  await spreadRevocationsWithin(page, 0);
  const label = `Practice ${client}`;
  await journey.open(label);
  if (client === 'trader') await page.getByRole('checkbox', { name: /^Trade/ }).check();
  await getToken(page);
  await showTab(page, 'Access');
  await page.getByRole('button', { name: 'This key leaked…' }).click();
  const sheet = page.getByRole('dialog', { name: `${label} leaked` });
  // Opening it has begun nothing.
  await expect(sheet).toContainText('Nothing has been done yet');
  await expect(page.getByText('the plan is not finished')).toHaveCount(0);
  await expect(sheet.getByRole('listitem')).toHaveCount(4);
  // Begun by the first thing there is to do.
  if (client === 'trader') await journey.dialogs().answer({ button: 'Revoke 1 token' });
  const begin = client === 'trader' ? 'Revoke 1 token…' : 'Start the plan';
  await sheet.getByRole('button', { name: begin }).click();
  return { page, sheet };
}

test.use({ sharesApp: true });

test(
  'a leaked Trader client is revoked, deleted and proven worthless',
  { tag: '@long' },
  async ({ journey }) => {
    const { page, sheet } = await leaked(journey, 'trader');
    await photographed(page, 'leak-trader-1', journey.picture);
    await expect(sheet).toContainText(/1 accepted|1 dead/);
    await sheet.getByRole('radio', { name: 'Delete the client' }).click();
    await expect(sheet.getByRole('checkbox', { name: /I deleted the client/ })).toBeVisible();
    await sheet.getByRole('checkbox', { name: /I deleted the client/ }).click();
    const second = sheet.getByRole('listitem').nth(1);
    await expect(second).toContainText('Your word');
    await journey.dialogs().answer({ button: 'Try the old secret' });
    await sheet.getByRole('button', { name: 'Try the leaked secret…' }).click();
    await expect(sheet).toContainText('It still works');
    await sheet.getByRole('button', { name: 'Practice: delete the client' }).click();
    await journey.dialogs().answer({ button: 'Try the old secret' });
    await sheet.getByRole('button', { name: 'Try the leaked secret…' }).click();
    await expect(sheet).toContainText('The server refused it');
    await expect(sheet.getByRole('listitem').nth(2)).toContainText('Proven here');
    await expect(sheet).toContainText('The leaked secret is refused, and nothing known', {
      timeout: 60_000,
    });
    await photographed(page, 'leak-trader-over', journey.picture);
    await sheet.getByRole('button', { name: 'Close the plan' }).click();
    await expect(sheet).toBeHidden();
  },
);

test('a leaked Trader secret leads into the rotation and back', async ({ journey }) => {
  const { page, sheet } = await leaked(journey, 'trader');
  await sheet.getByRole('radio', { name: 'Rotate the secret' }).click();
  await sheet.getByRole('button', { name: 'Open the rotation…' }).click();
  const rotation = page.getByRole('dialog', { name: /^Rotate the secret/ });
  await rotation.getByRole('button', { name: 'Start the rotation' }).click();
  await expect(rotation).toContainText('step 1 of 5');
  await page.keyboard.press('Escape');
  await expect(sheet).toContainText('Rotation: step 1 of 5, waiting for you');
});

test(
  'a leaked Partner key is ended in the web app and proven here, by the keyboard alone',
  { tag: '@long' },
  async ({ journey }) => {
    const { page, sheet } = await leaked(journey, 'partner');
    await photographed(page, 'leak-partner-1', journey.picture);
    await sheet.getByRole('button', { name: 'Practice: revoke the key' }).focus();
    await page.keyboard.press('Enter');
    await expect(sheet.getByRole('checkbox', { name: /I revoked or regenerated/ })).toBeChecked();
    await expect(sheet.getByRole('listitem').first()).toContainText('Your word');
    await sheet.getByRole('button', { name: 'Try the leaked secret…' }).focus();
    await journey.dialogs().answer({ button: 'Try the old secret' });
    await page.keyboard.press('Enter');
    await expect(sheet).toContainText('The server refused it');
    await expect(sheet).toContainText('The leaked secret is refused, and nothing known', {
      timeout: 60_000,
    });
  },
);

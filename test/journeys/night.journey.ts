// Before the night: the card that says how far a credential reaches, the strip of the next 24 hours, and
// "make sure nothing expires before", which renews what it can and names what it cannot.
import { photographed } from '../support/accessible.ts';
import { expect, showTab, test } from '../support/journey.ts';
import { labelOf } from '../support/many-credentials.ts';

const CREDENTIALS = 1_000;

test.describe(`with ${CREDENTIALS} credentials`, { tag: '@long' }, () => {
  test.use({ credentialsBefore: CREDENTIALS });

  test('a person sees the night coming and makes tokens last', async ({ journey }) => {
    const page = await journey.unlock();
    await page
      .getByRole('combobox', { name: 'Search keys' })
      .fill(`"${labelOf(0)}"`, { timeout: 60_000 });
    await journey.open(labelOf(0));
    await showTab(page, 'Access');
    const card = page.getByRole('region', { name: 'Reach' });
    await expect(card.getByText(/All tokens expire by/)).toBeVisible();
    await page.getByRole('button', { name: /^Next: / }).click();
    const sheet = page.getByRole('dialog', { name: 'Next 24 hours' });
    await sheet.getByLabel('Make sure nothing expires before').fill(timeIn(0.5));
    await photographed(page, 'night', journey.picture);
    await journey.dialogs().answer({ place: 0 });
    await sheet.getByRole('button', { name: /^Renew [\d,]+ tokens?$/ }).click();
    await expect(
      page.getByRole('dialog', { name: 'Renewals' }).getByText(/^([\d,]+) of \1 done$/),
    ).toBeVisible({ timeout: 60_000 });
  });
});

/** Some of the seeded tokens end before, and a Partner's successor would too; few enough to be renewed. */
function timeIn(hours: number): string {
  const at = new Date(Date.now() + hours * 60 * 60_000);
  return `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;
}

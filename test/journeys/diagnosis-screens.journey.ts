// The screens of a diagnosis in both themes at two sizes: photographed, and held against the
// accessibility rules (WCAG 2.2 AA).
import { photographed, screenSizes } from '../support/accessible.ts';
import { expect, test } from '../support/journey.ts';

test('the screens of a diagnosis are accessible and fit, in both themes', async ({
  journey,
  lab,
}) => {
  lab.controls.set({ propagationSeconds: 0, slowFirstCallMs: 0 });
  await journey.openVault({ 'Desk A': 'trader' });
  const page = journey.window();
  await journey.open('Desk A');
  await page.getByRole('button', { name: 'Diagnose', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Diagnose Desk A' });
  await expect(sheet.getByText('Everything works')).toBeVisible();
  await photographed(page, 'diagnosis-good', journey.picture);
  await sheet.locator('.fold > summary').click();
  await photographed(page, 'diagnosis', journey.picture);
  await sheet
    .getByRole('heading', { name: 'Test token' })
    .evaluate((element) => element.scrollIntoView());
  await page.screenshot({ path: journey.picture('diagnosis-end-light-1280') });
  lab.controls.set({ fault: 'invalid_client_401_challenge' });
  await sheet.getByRole('button', { name: 'Diagnose again' }).click();
  await expect(sheet.getByText('HTTP Basic')).toBeVisible();
  await sheet.getByText('HTTP Basic').evaluate((element) => element.scrollIntoView());
  await photographed(page, 'diagnosis-wrong', journey.picture);
  lab.controls.set({ fault: 'none' });
  await sheet.getByRole('button', { name: 'Compare…' }).click();
  await sheet.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(sheet.getByText('They first differ here')).toBeVisible();
  await sheet.getByText('They first differ here').evaluate((element) => element.scrollIntoView());
  await photographed(page, 'diagnosis-compared', journey.picture);
});

test('a diagnosis with the longest label, under way, stopped and without a host', async ({
  journey,
  lab,
}) => {
  test.setTimeout(400_000);
  const label = 'Market making desk of the northern region, night shift, '.repeat(2).slice(0, 79);
  lab.controls.set({ propagationSeconds: 0, slowFirstCallMs: 20_000 });
  await journey.openVault({ [label]: 'trader' });
  const page = journey.window();
  await page.setViewportSize(screenSizes[0]);
  await journey.open(label);
  await page.getByRole('button', { name: 'Diagnose', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: `Diagnose ${label}` });
  await expect(sheet.getByRole('button', { name: 'Stop' })).toBeVisible();
  await photographed(page, 'diagnosis-running', journey.picture);
  // Pictures may take longer than any call waits: then it has ended, and is begun anew to be stopped.
  const again = sheet.getByRole('button', { name: 'Diagnose again' });
  await expect(async () => {
    // oxlint-disable-next-line no-restricted-properties -- Looked again until it is through.
    if (await again.isVisible()) await again.click();
    await sheet.getByRole('button', { name: 'Stop' }).click({ timeout: 5_000 });
  }).toPass();
  await expect(again).toBeVisible();
  await photographed(page, 'diagnosis-stopped', journey.picture);
  await lab.stop();
  await sheet.getByRole('button', { name: 'Diagnose again' }).click();
  await expect(sheet.getByRole('button', { name: 'Diagnose again' })).toBeVisible();
  await photographed(page, 'diagnosis-no-host', journey.picture);
});

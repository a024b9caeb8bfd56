// How long a revocation spreads in the practice environment that is built in: the one window that a journey can
// see the end of. Every other environment has the five minutes of the specification.
import { expect, type Page } from '@playwright/test';

/** Through the sheet of the practice gateway, which runs with the vault open and begins at 30 s each time. */
export async function setPracticeWindow(page: Page, seconds: number): Promise<void> {
  await page.getByRole('button', { name: 'Practice gateway running' }).click();
  const sheet = page.getByRole('dialog', { name: 'Practice gateway' });
  await sheet.getByLabel('Revocation spreads (seconds)').fill(String(seconds));
  await sheet.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Practice gateway changed.').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
}

// The panel of the built-in practice gateway, as a person uses it.
import { expect, type Page } from '@playwright/test';

/**
 * From now on a revocation has spread after so many seconds. Practice alone waits no longer than this for the proof
 * of a death: every other environment waits out the documented window.
 */
export async function spreadRevocationsWithin(page: Page, seconds: number): Promise<void> {
  await page.getByRole('button', { name: 'Practice gateway' }).click();
  const panel = page.getByRole('dialog', { name: 'Practice gateway' });
  await panel.getByLabel('Revocation spreads (seconds)').fill(String(seconds));
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Practice gateway changed.').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
}

// A list of screens, each reached from the list of credentials of a new vault: one test for each, and the
// pictures of the README where they are asked for (`npm run screenshots`).
import path from 'node:path';
import type { Page } from '@playwright/test';
import { photographed, screenSizes, showTheme, themes } from './accessible.ts';
import { expect, newestToken, test, type Journey } from './journey.ts';

const pictures = path.join(import.meta.dirname, '../../docs/screenshots');
const forReadme = process.env['STRONGROOM_SCREENSHOTS'] === '1';

export interface Screen {
  readonly name: string;
  /** Shown in the README. */
  readonly readme?: boolean;
  readonly reach: (journey: Journey, page: Page) => Promise<void>;
}

export function testScreens(screens: readonly Screen[]): void {
  for (const { name, reach, readme = false } of screens) {
    test(`${name} is accessible and fits, in both themes`, async ({ journey }) => {
      await journey.openVault();
      const page = journey.window();
      await page.setViewportSize(screenSizes[0]);
      await reach(journey, page);
      await photographed(page, name, journey.picture);
      if (forReadme && readme) await photographForReadme(page, name);
    });
  }
}

async function photographForReadme(page: Page, name: string): Promise<void> {
  // Nothing looks as if it were pointed at.
  await page.mouse.move(0, 0);
  for (const theme of themes) {
    await showTheme(page, theme);
    const file = path.join(pictures, `${name}-${theme}.png`);
    await page.screenshot({ path: file, animations: 'disabled' });
  }
}

/** Of the credential that is open. */
export async function getToken(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
  await expect(newestToken(page)).toContainText('Active');
}

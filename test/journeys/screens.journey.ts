// Every screen, each reached from the list of credentials of a vault of its own: photographed in both themes at two
// sizes, and held against the accessibility rules (WCAG 2.2 AA). `npm run screenshots` writes the pictures of README and manual.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { fitsAcross, photographed, screenSizes, showTheme } from '../support/accessible.ts';
import { expect, getToken, test } from '../support/journey.ts';
import { screens } from '../support/screens.ts';

const pictures = path.join(import.meta.dirname, '../../docs/screenshots');
const forReadme = process.env['STRONGROOM_SCREENSHOTS'] === '1';

for (const screen of screens) {
  test.describe('the screen', () => {
    test.use({ credentialsBefore: screen.many ?? 0 });

    test(`${screen.name} is accessible and fits`, async ({ journey, lab }, info) => {
      const folder = info.outputPath('files');
      await mkdir(folder);
      if (screen.vault === null) await journey.start();
      else if (screen.many === undefined) await journey.openVault(screen.vault);
      const page = journey.window();
      const shoot = (name: string): Promise<void> => photographed(page, name, journey.picture);
      await page.setViewportSize(screenSizes[0]);
      await screen.reach({ journey, page, lab, folder, shoot });
      if (screen.takesItsOwn === undefined) await shoot(screen.name);
      if (forReadme && screen.readme !== undefined) await photographForReadme(page, screen.name);
    });
  });
}

async function photographForReadme(page: Page, name: string): Promise<void> {
  // Nothing looks as if it were pointed at.
  await page.mouse.move(0, 0);
  await showTheme(page, 'light');
  await page.screenshot({ path: path.join(pictures, `${name}.png`), animations: 'disabled' });
}

test('the window reflows at 400 pixels without scrolling sideways', async ({ journey }) => {
  const page = await journey.openVault();
  await page.setViewportSize({ width: 400, height: 700 });
  await journey.open('Practice partner');
  // With the line of time, too.
  await getToken(page);
  await expect(page.getByRole('button', { name: /^Next: / })).toBeVisible();
  await page.screenshot({ path: journey.picture('narrow') });
  await fitsAcross(page, 'narrow');
});

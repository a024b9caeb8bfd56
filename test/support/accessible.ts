// Holds a screen reached in a journey against the accessibility rules in both themes, and photographs it.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export async function pageIsAccessible(
  page: Page,
  name: string,
  picture: (name: string) => string,
): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const found = await new AxeBuilder({ page })
      .setLegacyMode(true)
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      .analyze();
    const violations = found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    expect(violations, `${name}, ${theme}`).toEqual([]);
    await page.screenshot({ path: picture(`${name}-${theme}`), animations: 'disabled' });
  }
}

/** The same, and pictures at the two sizes every screen is looked at in. */
export async function photographed(
  page: Page,
  name: string,
  picture: (name: string) => string,
): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await pageIsAccessible(page, `${name}-1280`, picture);
  await page.setViewportSize({ width: 900, height: 600 });
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.screenshot({ path: picture(`${name}-900-${theme}`), animations: 'disabled' });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

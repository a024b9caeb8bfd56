// Holds a screen reached in a journey against the accessibility rules in both themes, and photographs it.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

export const themes = ['light', 'dark'] as const;
/** `npm test` looks at one form of a screen on the way, `npm run test:all` at every. */
const ONE_FORM = process.env['STRONGROOM_PICTURES'] === 'one';
const shownThemes = ONE_FORM ? themes.slice(0, 1) : themes;
/** The two sizes every screen is looked at in, the usual one first. */
export const screenSizes = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
] as const;

type Theme = (typeof themes)[number];
type Picture = (name: string) => string;

export async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
}

async function keepsTheRules(page: Page, what: string): Promise<void> {
  const found = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const violations = found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  expect(violations, what).toEqual([]);
}

/** In both themes (where one form is looked at, in light), at the size it has. `masked`: what the pictures must not show. */
export async function pageIsAccessible(
  page: Page,
  name: string,
  picture: Picture,
  masked: readonly Locator[] = [],
): Promise<void> {
  for (const theme of shownThemes) {
    await showTheme(page, theme);
    await keepsTheRules(page, `${name}, ${theme}`);
    const file = picture(`${name}-${theme}`);
    await page.screenshot({ path: file, animations: 'disabled', mask: [...masked] });
  }
}

/** In both themes at both sizes (where one form is looked at, in light at the usual one), at none of which it scrolls sideways. */
export async function photographed(page: Page, name: string, picture: Picture): Promise<void> {
  const [usual] = screenSizes;
  for (const theme of shownThemes) {
    await showTheme(page, theme);
    for (const size of ONE_FORM ? [usual] : screenSizes) {
      await page.setViewportSize(size);
      const what = `${name}-${theme}-${size.width}`;
      // Contrast is a matter of the theme, what is shown one of the size: a fourth look finds no more.
      if (theme === 'light' || size === usual) await keepsTheRules(page, what);
      await page.screenshot({ path: picture(what), animations: 'disabled' });
      await fitsAcross(page, what);
    }
  }
  await page.setViewportSize(usual);
}

export async function fitsAcross(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${what} scrolls sideways`).toBeLessThanOrEqual(0);
}

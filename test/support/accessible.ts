// Holds a screen reached in a journey against the accessibility rules in both themes, and photographs it.
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { fourHundred, reachesAll, smallSizes } from './four-hundred.ts';
import { holdsLongerWords } from './longer-words.ts';
import { runSeed } from './run-seed.ts';

export const themes = ['light', 'dark'] as const;
/** The two sizes every screen is photographed in, the usual one first. */
export const screenSizes = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
] as const;

type Theme = (typeof themes)[number];

interface Forms {
  readonly themes: readonly Theme[];
  readonly zoomed: boolean;
}

const drawn: readonly Forms[] = [
  { themes: ['light'], zoomed: false },
  { themes: ['dark'], zoomed: false },
  { themes: [], zoomed: true },
];

/**
 * The forms in which a screen is looked at. Unless all are asked for (STRONGROOM_PICTURES=every, as for the screens
 * and the long journeys of `npm run test:all`), the seed of the run draws one for each screen on the way.
 */
function formsOf(name: string): Forms {
  if (process.env['STRONGROOM_PICTURES'] !== 'drawn') return { themes, zoomed: true };
  const sum = Buffer.from(name).reduce((total, byte) => total + byte, runSeed());
  return drawn[sum % drawn.length] ?? { themes, zoomed: true };
}
type Picture = (name: string) => string;

/** Where the picture of a screen goes: a folder beside the other results. */
export const screenPicture = (name: string): string =>
  path.join(import.meta.dirname, '../../test-results/screens', `${name}.png`);

export async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
}

/** `targets`: also their size, which axe mistakes where a bar lies over what is to be scrolled up. */
export async function keepsTheRules(page: Page, what: string, targets = true): Promise<void> {
  const found = await new AxeBuilder({ page })
    .setLegacyMode(true)
    // Not on by itself in every version: targets are at least 24 px, or apart (WCAG 2.5.8).
    .options({ rules: { 'target-size': { enabled: targets } } })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const violations = found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  expect(violations, what).toEqual([]);
}

/**
 * In both themes at the size it has, then in light at 200 % and 400 %, as far as these forms are looked at.
 * `masked`: what the pictures must not show.
 */
export async function pageIsAccessible(
  page: Page,
  name: string,
  picture: Picture,
  masked: readonly Locator[] = [],
): Promise<void> {
  const forms = formsOf(name);
  for (const theme of forms.themes) {
    await showTheme(page, theme);
    await keepsTheRules(page, `${name}, ${theme}`);
    const file = picture(`${name}-${theme}`);
    await page.screenshot({ path: file, animations: 'disabled', mask: [...masked] });
  }
  if (forms.zoomed) await zoomedForms(page, name, picture, masked);
}

/**
 * In both themes at both sizes, then in light at 200 % and 400 % (where one form is looked at, in light at the usual
 * size alone). At none of them does it scroll sideways. `targets`: as of `keepsTheRules`.
 */
export async function photographed(
  page: Page,
  name: string,
  picture: Picture,
  targets = true,
): Promise<void> {
  const [usual] = screenSizes;
  const forms = formsOf(name);
  for (const theme of forms.themes) {
    await showTheme(page, theme);
    for (const size of screenSizes) {
      await page.setViewportSize(size);
      const what = `${name}-${theme}-${size.width}`;
      if (size === usual) await keepsTheRules(page, what, targets);
      await page.screenshot({ path: picture(what), animations: 'disabled' });
      await fitsAcross(page, what);
    }
  }
  await page.setViewportSize(usual);
  if (forms.zoomed) await zoomedForms(page, name, picture);
}

/** In light at 200 % and 400 %, then with longer words at the size it has, which it gets back. */
async function zoomedForms(
  page: Page,
  name: string,
  picture: Picture,
  masked: readonly Locator[] = [],
): Promise<void> {
  const before = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  await showTheme(page, 'light');
  await holdsLongerWords(page, name);
  for (const size of smallSizes) {
    await page.setViewportSize(size);
    const what = `${name}-light-${size.width}x${size.height}`;
    await keepsTheRules(page, what, false);
    await page.screenshot({ path: picture(what), animations: 'disabled', mask: [...masked] });
    await fitsAcross(page, what);
    await reachesAll(page, what);
  }
  await showTheme(page, 'dark');
  const dark = picture(`${name}-dark-${fourHundred.width}`);
  await page.screenshot({ path: dark, animations: 'disabled', mask: [...masked] });
  await page.setViewportSize(before);
}

export async function fitsAcross(page: Page, what: string): Promise<void> {
  const overflow = (): Promise<number> =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await expect.poll(overflow, `${what} scrolls sideways`).toBeLessThanOrEqual(0);
}

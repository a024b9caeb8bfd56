// Clicks as a person makes them, counted. After each one the focus is where a person can go on from: never on nothing,
// and never on a star.
import { expect, type Locator, type Page } from '@playwright/test';

export interface CountedClicks {
  readonly click: (button: Locator) => Promise<void>;
  readonly count: () => number;
}

/** The focus settles once what was pressed has been answered and drawn. */
export async function focusIsSomewhere(page: Page, after: string): Promise<void> {
  const place = (): Promise<string> =>
    page.evaluate(() => {
      const at = document.activeElement;
      if (at === null || at === document.body) return 'nowhere';
      if (!at.checkVisibility()) return 'out of sight';
      return at.getAttribute('data-action') === 'favourite' ? 'on a star' : '';
    });
  await expect.poll(place, `the focus after “${after}”`).toBe('');
}

export function countClicks(page: Page): CountedClicks {
  let count = 0;
  return {
    async click(button) {
      const name = (await button.textContent()) ?? '';
      await button.click();
      count += 1;
      await focusIsSomewhere(page, name);
    },
    count: () => count,
  };
}

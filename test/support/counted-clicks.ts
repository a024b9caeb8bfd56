// Clicks and keys as a person makes them, counted; a chord such as Ctrl+Enter is one. After each one the focus is where
// a person can go on from: never on nothing, and never on a star.
import { expect, type Locator, type Page } from '@playwright/test';

export interface CountedClicks {
  readonly click: (button: Locator) => Promise<void>;
  readonly press: (keys: string) => Promise<void>;
  /** The button of main's question, which the test has answered in advance. */
  readonly answered: () => void;
  /** Of what was done since the last time it was asked. */
  readonly since: () => number;
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
  let counted = 0;
  return {
    async click(button) {
      const name = (await button.textContent()) ?? '';
      await button.click();
      count += 1;
      await focusIsSomewhere(page, name);
    },
    async press(keys) {
      await page.keyboard.press(keys);
      count += 1;
      await focusIsSomewhere(page, keys);
    },
    answered() {
      count += 1;
    },
    since() {
      const since = count - counted;
      counted = count;
      return since;
    },
  };
}

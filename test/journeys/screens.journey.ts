// Every screen in both themes at two sizes: photographed, and held against the accessibility rules
// (WCAG 2.2 AA). `npm run screenshots` writes the pictures of the README.
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { expect, newestToken, pressAndClose, test, type Journey } from '../support/journey.ts';
import { jumpClock } from '../support/jump-clock.ts';
import { windowAt } from '../support/launch.ts';

const root = path.join(import.meta.dirname, '../..');
const forReadme = process.env['STRONGROOM_SCREENSHOTS'] === '1';
const sizes = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
] as const;
const themes = ['light', 'dark'] as const;

/** One screen: how to get there from the list of credentials. */
interface Screen {
  readonly name: string;
  /** Shown in the README. */
  readonly readme?: boolean;
  readonly reach: (journey: Journey, page: Page) => Promise<void>;
}

async function getToken(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
  await expect(newestToken(page)).toContainText('Active');
}

const screens: readonly Screen[] = [
  {
    name: 'overview',
    readme: true,
    async reach(journey, page) {
      await journey.open('Practice partner');
      await getToken(page);
      await journey.open('Practice trader');
      await page.getByRole('checkbox', { name: /Trade/ }).check();
      await getToken(page);
      await page.getByRole('button', { name: 'Renew', exact: true }).first().click();
      await expect(page.getByText('Superseded, still live')).toBeVisible();
    },
  },
  {
    name: 'revoked',
    async reach(journey, page) {
      await journey.open('Practice trader');
      await page.getByRole('checkbox', { name: /Trade/ }).check();
      await getToken(page);
      await newestToken(page)
        .getByRole('button', { name: /^Revoke/ })
        .click();
      await page.waitForTimeout(650);
      await page.getByRole('button', { name: 'Revoke token', exact: true }).click();
      await expect(page.getByText(/Revoked, propagating/).first()).toBeVisible();
    },
  },
  {
    name: 'renewal',
    async reach(journey, page) {
      await journey.open('Practice trader');
      await page.getByRole('checkbox', { name: /Trade/ }).check();
      await getToken(page);
      const section = page.getByRole('region', { name: 'Renewal' });
      await section.getByRole('button', { name: 'Renew automatically…' }).click();
      await page.getByRole('combobox', { name: 'Renew', exact: true }).selectOption('off');
      await section.getByRole('button', { name: 'Switch renewal on' }).click();
      await expect(section).toContainText('Renews at');
      await newestToken(page)
        .getByRole('combobox', { name: /^Revoke token/ })
        .selectOption({ label: 'Lease: at lock' });
      await expect(newestToken(page)).toContainText('Leased');
    },
  },
  {
    name: 'renewal-form',
    async reach(journey, page) {
      await journey.open('Practice trader');
      await getToken(page);
      const section = page.getByRole('region', { name: 'Renewal' });
      await section.getByRole('button', { name: 'Renew automatically…' }).click();
      await page.getByRole('combobox', { name: 'Renew', exact: true }).selectOption('time');
      await section.getByRole('button', { name: 'Cancel' }).focus();
    },
  },
  {
    name: 'revoke-bar',
    async reach(journey, page) {
      await journey.open('Practice trader');
      await getToken(page);
      await newestToken(page)
        .getByRole('button', { name: /^Revoke/ })
        .click();
      await expect(page.getByText(/cannot be undone/)).toBeVisible();
    },
  },
  {
    name: 'check-report',
    readme: true,
    async reach(journey, page) {
      await journey.open('Practice trader');
      await page.getByRole('checkbox', { name: /Trade/ }).check();
      await getToken(page);
      await newestToken(page)
        .getByRole('button', { name: /^Check/ })
        .click();
      await expect(page.getByRole('tree')).toBeVisible();
    },
  },
  {
    name: 'inspect',
    async reach(journey, page) {
      await page.getByRole('button', { name: 'Inspect a token…' }).click();
      await page.getByRole('button', { name: 'Type it in a separate window…' }).click();
      await journey.typeSecret('eyJhbGciOiJub25lIn0.eyJzdWIiOiJub2JvZHkifQ.c2lnbmVk');
      const sheet = page.getByRole('dialog', { name: 'Inspect a token' });
      await expect(sheet).toContainText('the form of a JWT');
    },
  },
  {
    name: 'inspect-answer',
    async reach(journey, page) {
      await page.getByRole('button', { name: 'Inspect a token…' }).click();
      await page.getByRole('button', { name: 'Type it in a separate window…' }).click();
      await journey.typeSecret('practice-of-somebody-else');
      const sheet = page.getByRole('dialog', { name: 'Inspect a token' });
      await sheet.getByRole('combobox', { name: 'Environment' }).selectOption('Practice');
      await sheet.getByRole('button', { name: 'Ask', exact: true }).click();
      await expect(sheet.getByText(/^Refused/)).toBeVisible();
      await sheet.getByRole('radio', { name: 'Introspection' }).check();
      await sheet.getByRole('button', { name: 'Ask', exact: true }).click();
      await expect(sheet.getByText('Introspection says: not active')).toBeVisible();
    },
  },
  {
    name: 'inspect-begin',
    async reach(_journey, page) {
      await page.getByRole('button', { name: 'Inspect a token…' }).click();
      await expect(page.getByRole('dialog', { name: 'Inspect a token' })).toBeVisible();
    },
  },
  {
    name: 'environment',
    async reach(journey, page) {
      await journey.addLab();
      await page.getByRole('button', { name: 'About Lab' }).click();
      await page.getByRole('button', { name: 'Set up…' }).click();
      await expect(page.getByLabel('Path')).toBeFocused();
    },
  },
  {
    name: 'environment-proxy',
    async reach(journey, page) {
      await journey.addLab();
      await page.getByRole('button', { name: 'About Lab' }).click();
      await page.getByRole('button', { name: 'Change proxy…' }).click();
      await page.getByRole('radio', { name: /^Through this proxy/ }).check();
      await page.getByLabel('Host').fill('proxy.example');
      await page.getByLabel('Sign-in name').fill('desk');
      await page.getByRole('button', { name: 'Save proxy' }).click();
      await expect(page.getByText('From 1 to 65535.')).toBeVisible();
    },
  },
  {
    name: 'environment-reach',
    async reach(journey, page) {
      await journey.addLab();
      await page.getByRole('button', { name: 'About Lab' }).click();
      await page.getByRole('button', { name: 'Change proxy…' }).click();
      await page.getByRole('radio', { name: /^Through this proxy/ }).check();
      await page.getByLabel('Host').fill('proxy.example');
      await page.getByLabel('Port').fill('3128');
      await page.getByLabel('Sign-in name').fill('desk');
      await page.getByRole('button', { name: 'Save proxy' }).click();
      await journey.typeSecret('for a picture');
      await expect(page.getByText('Through proxy.example:3128')).toBeVisible();
    },
  },
  {
    name: 'environment-form-proxy',
    async reach(_journey, page) {
      await page.getByRole('button', { name: 'Add environment' }).click();
      await page.getByRole('radio', { name: /^Through this proxy/ }).check();
      await page.getByLabel('Port', { exact: true }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'failure-proxy',
    async reach(journey, page) {
      const proxy = await startConnectProxy();
      proxy.answerWith((socket) =>
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
      );
      await journey.addLab();
      await page.getByRole('button', { name: 'About Lab' }).click();
      await page.getByRole('button', { name: 'Change proxy…' }).click();
      await page.getByRole('radio', { name: /^Through this proxy/ }).check();
      await page.getByLabel('Host').fill('127.0.0.1');
      await page.getByLabel('Port').fill(String(proxy.port));
      await page.getByRole('button', { name: 'Save proxy' }).click();
      await expect(page.getByText(/^Through 127/)).toBeVisible();
      await page.keyboard.press('Escape');
      await journey.addClient('trader', 'Desk A');
      await journey.open('Desk A');
      await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
      await expect(page.getByRole('alert').first()).toContainText('asks to be signed in to');
      await proxy.stop();
    },
  },
  {
    name: 'protection-network',
    async reach(journey, page) {
      await journey.addLab();
      await page.getByRole('button', { name: /^Unlocked/ }).click();
      await page.getByText('On the way to the servers').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'partner-guide',
    readme: true,
    async reach(journey, page) {
      await journey.open('Practice partner');
      await getToken(page);
      await newestToken(page)
        .getByRole('button', { name: /^Guide/ })
        .click();
      await expect(page.getByRole('dialog')).toContainText('business section');
    },
  },
  {
    name: 'credential-form',
    readme: true,
    async reach(_journey, page) {
      await page.getByRole('button', { name: 'Add credential' }).first().click();
      await page.getByLabel('Label').fill('Desk-A');
    },
  },
  {
    name: 'environment-form',
    async reach(_journey, page) {
      await page.getByRole('button', { name: 'Add environment' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Sandbox Europe');
      await page.getByLabel('Base address').fill('https://sändbox.example/api/');
      await page.getByLabel('Trade address').fill('http://trade.example');
      await expect(page.getByText(/Begin with https/)).toBeVisible();
    },
  },
  {
    name: 'failure',
    async reach(journey, page) {
      await page.getByRole('button', { name: 'Practice gateway running' }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByRole('combobox').last().selectOption('forbidden_empty');
      await page.keyboard.press('Escape');
      await journey.open('Practice trader');
      await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
      await expect(page.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    name: 'practice',
    async reach(journey, page) {
      await journey.open('Practice trader');
      await getToken(page);
      await page.getByRole('button', { name: 'Practice gateway running' }).click();
      await expect(page.getByRole('dialog')).toContainText('/auth/oauth2/token');
    },
  },
  {
    name: 'history',
    async reach(journey, page) {
      await journey.open('Practice trader');
      await getToken(page);
      await page.keyboard.press('Control+y');
      const sheet = page.getByRole('dialog', { name: 'History' });
      await sheet.getByRole('button', { name: 'Verify' }).click();
      await expect(sheet.getByText(/every one in its place/)).toBeVisible();
    },
  },
  {
    name: 'settings',
    async reach(_journey, page) {
      await page.getByRole('button', { name: 'Settings' }).click();
    },
  },
  {
    name: 'settings-notifications',
    async reach(_journey, page) {
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('checkbox', { name: 'Quiet hours' }).click();
      await expect(page.getByLabel('From')).toHaveValue('22:00');
      await page.getByRole('combobox', { name: /with the tag/ }).focus();
    },
  },
  {
    name: 'protection',
    async reach(_journey, page) {
      await page.getByRole('button', { name: /^Unlocked/ }).click();
      await expect(page.getByRole('dialog', { name: 'What protects you here' })).toBeVisible();
    },
  },
  {
    name: 'vault-keys',
    async reach(_journey, page) {
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('button', { name: 'Ways into this vault…' }).click();
      await expect(page.getByRole('dialog', { name: 'Ways into this vault' })).toBeVisible();
    },
  },
  {
    name: 'lock-warning',
    async reach(journey, page) {
      await page.getByRole('button', { name: 'Settings' }).click();
      await jumpClock(journey.launched(), page, 9.2 * 60_000);
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'shortcuts',
    async reach(_journey, page) {
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    },
  },
  {
    name: 'delete-credential',
    async reach(journey, page) {
      await journey.open('Practice trader');
      await getToken(page);
      await page.getByRole('button', { name: 'Delete credential…' }).click();
    },
  },
  {
    name: 'stop-sheet',
    async reach(journey, page) {
      await journey.open('Practice partner');
      await getToken(page);
      await journey.open('Practice trader');
      await page.getByRole('checkbox', { name: /Trade/ }).check();
      await getToken(page);
      await page.keyboard.press('Control+Shift+Delete');
      await expect(page.getByRole('button', { name: /^Revoke 1 token/ })).toBeFocused();
    },
  },
  {
    name: 'stop-run',
    readme: true,
    async reach(journey, page) {
      await journey.open('Practice partner');
      await getToken(page);
      await journey.open('Practice trader');
      await getToken(page);
      await page.getByText('Get another token').click();
      await page.getByRole('checkbox', { name: /Trade/ }).check();
      await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
      await expect(page.locator('article.token')).toHaveCount(2);
      await journey.dialogs().answer({ place: 0 });
      await page.keyboard.press('Control+Shift+Delete');
      await expect(page.getByRole('button', { name: /^Revoke 2 tokens/ })).toBeFocused();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: 'Revocation run' })).toContainText(
        'All 2 accepted',
      );
      // The run is still open when the test ends the app.
      await journey.dialogs().answer({ place: 0 });
    },
  },
  {
    name: 'locked',
    async reach(journey, page) {
      await journey.open('Practice trader');
      await page.getByRole('checkbox', { name: /Trade/ }).check();
      await getToken(page);
      await journey.dialogs().answer({ place: 0 });
      await page.keyboard.press('Control+Shift+Delete');
      await expect(page.getByRole('button', { name: /^Revoke 1 token/ })).toBeFocused();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: 'Revocation run' })).toBeVisible();
      await page.keyboard.press('Control+l');
      await expect(page.getByText('1 token is not proven dead yet.')).toBeVisible();
    },
  },
];

async function inspect(journey: Journey, page: Page, name: string, readme = false): Promise<void> {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const found = await new AxeBuilder({ page })
      .setLegacyMode(true)

      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      .analyze();
    const violations = found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    expect(violations, `${name}, ${theme}`).toEqual([]);
    for (const size of sizes) {
      await page.setViewportSize(size);
      const file = journey.picture(`${name}-${theme}-${size.width}`);
      await page.screenshot({ path: file, animations: 'disabled' });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${name} at ${size.width} scrolls sideways`).toBeLessThanOrEqual(0);
    }
    if (forReadme && readme) {
      await page.setViewportSize(sizes[0]);
      const file = path.join(root, 'docs/screenshots', `${name}-${theme}.png`);
      await page.screenshot({ path: file, animations: 'disabled' });
    }
  }
}

test.describe('the screen', () => {
  for (const { name, reach, readme } of screens) {
    test(`${name} is accessible and fits, in both themes`, async ({ journey }) => {
      await journey.createVault();
      const page = journey.window();
      await page.setViewportSize(sizes[0]);
      await reach(journey, page);
      await inspect(journey, page, name, readme);
    });
  }

  test('of the first start is accessible and fits, in both themes', async ({ journey }) => {
    await inspect(journey, journey.window(), 'first-start');
  });

  test('that offers a recovery key is accessible and fits, in both themes', async ({ journey }) => {
    const page = journey.window();
    await page.getByRole('button', { name: 'Choose a passphrase' }).click();
    await journey.typeSecret(journey.passphrase, { again: true });
    await expect(page.getByRole('dialog', { name: 'Make a recovery key?' })).toBeVisible({
      timeout: 20_000,
    });
    await inspect(journey, page, 'recovery-offer');
  });

  test('that asks for a passphrase is accessible in both themes', async ({ journey }) => {
    await journey.window().getByRole('button', { name: 'Choose a passphrase' }).click();
    const entry = await windowAt(journey.launched(), 'entry');
    await entry.locator('input').first().fill('only a sketch');
    for (const theme of themes) {
      await entry.emulateMedia({ colorScheme: theme });
      const found = await new AxeBuilder({ page: entry }).setLegacyMode(true).analyze();
      expect(found.violations.map(({ id }) => id)).toEqual([]);
      await entry.screenshot({ path: journey.picture(`passphrase-${theme}`) });
    }
    await pressAndClose(entry.getByRole('button', { name: 'Cancel' }));
  });

  test('that shows a recovery key is accessible and fits, in both themes', async ({ journey }) => {
    await journey.createVault();
    const page = journey.window();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Ways into this vault…' }).click();
    await page.getByRole('button', { name: 'Make a recovery key…' }).click();
    await journey.typeSecret(journey.passphrase);
    const entry = await windowAt(journey.launched(), 'entry');
    await expect(entry.locator('.recovery-key li')).toHaveCount(9);
    for (const theme of themes) {
      await entry.emulateMedia({ colorScheme: theme });
      const found = await new AxeBuilder({ page: entry }).setLegacyMode(true).analyze();
      expect(found.violations.map(({ id }) => id)).toEqual([]);
      // The picture shows the layout, not a key.
      await entry.screenshot({
        path: journey.picture(`recovery-key-${theme}`),
        mask: [entry.locator('.recovery-key li')],
      });
    }
    const hidden = await entry.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    expect(hidden, 'scrolls').toBeLessThanOrEqual(0);
    await pressAndClose(entry.getByRole('button', { name: 'Discard the key' }));
  });

  test('of a run in trouble is accessible and fits, in both themes', async ({ journey, lab }) => {
    await journey.createVault();
    await journey.addLab();
    await journey.addClient('trader', 'Desk A');
    const page = journey.window();
    await journey.open('Desk A');
    await getToken(page);
    // A server refuses a revocation with a secret that was rotated meanwhile (case 101).
    lab.controls.rotateSecret(lab.trader.clientId, Buffer.from('rotated elsewhere'));
    await journey.dialogs().answer({ place: 0 });
    await page.keyboard.press('Control+Shift+Delete');
    await expect(page.getByRole('button', { name: /^Revoke 1 token/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Revocation run' });
    await expect(sheet).toContainText('1 revocation refused for good');
    await inspect(journey, page, 'stop-run-failed');
  });

  test('reflows at 400 pixels without scrolling sideways', async ({ journey }) => {
    await journey.createVault();
    const page = journey.window();
    await page.setViewportSize({ width: 400, height: 700 });
    await journey.open('Practice trader');
    await page.screenshot({ path: journey.picture('narrow') });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

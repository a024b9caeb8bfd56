// The screens about environments and how their servers are reached, in both themes at two sizes.
import { startConnectProxy } from '../support/connect-proxy.ts';
import { expect } from '../support/journey.ts';
import { testScreens } from '../support/screens.ts';

testScreens([
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
    name: 'environment-form-proxy',
    async reach(_journey, page) {
      await page.getByRole('button', { name: 'Add environment' }).click();
      await page.getByText(/^Advanced/).click();
      await page.getByRole('radio', { name: /^Through this proxy/ }).check();
      await page.getByLabel('Port', { exact: true }).scrollIntoViewIfNeeded();
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
      await journey.dialogs().answer({ button: 'Use this way' });
      await page.getByRole('button', { name: 'Save proxy' }).click();
      await journey.typeSecret('for a picture');
      await expect(page.getByText('Through proxy.example:3128')).toBeVisible();
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
      await journey.dialogs().answer({ button: 'Use this way' });
      await page.getByRole('button', { name: 'Save proxy' }).click();
      await expect(page.getByText(/^Through 127/)).toBeVisible();
      await page.keyboard.press('Escape');
      await journey.addClient('trader', 'Desk A');
      await journey.open('Desk A');
      await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
      await expect(page.getByRole('alert').first()).toContainText('asks for a sign-in');
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
]);

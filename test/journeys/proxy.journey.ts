// An environment reached through a proxy, set through the window: every call takes that way, the proxy sees nothing
// secret, and what is wrong with an authority is named as such.
import type { Locator } from '@playwright/test';
import { writeFile } from 'node:fs/promises';
import { startConnectProxy, type ConnectProxy } from '../support/connect-proxy.ts';
import { formsOf } from '../support/gateway-lab.ts';
import { expect, newestToken, test as base, type Journey } from '../support/journey.ts';
import { passKeyRepeat } from '../support/jump-clock.ts';
import type { PracticeForTests } from '../support/practice.ts';
import { createTestCertificates } from '../support/test-certificates.ts';

const test = base.extend<{ readonly connectProxy: ConnectProxy }>({
  connectProxy: async ({ lab: _lab }, use) => {
    const proxy = await startConnectProxy();
    await use(proxy);
    await proxy.stop();
  },
});

async function about(journey: Journey): Promise<Locator> {
  const page = journey.window();
  await page.getByRole('button', { name: 'About Lab' }).click();
  return page.getByRole('dialog', { name: 'Lab' });
}

async function setManual(journey: Journey, port: number, userName = ''): Promise<Locator> {
  const sheet = await about(journey);
  await sheet.getByRole('button', { name: 'Change proxy…' }).click();
  await sheet.getByRole('radio', { name: /^Through this proxy/ }).check();
  await sheet.getByLabel('Host').fill('127.0.0.1');
  await sheet.getByRole('textbox', { name: 'Port' }).fill(String(port));
  await sheet.getByLabel('Sign-in name').fill(userName);
  await journey.dialogs().answer({ button: 'Use this way' });
  await sheet.getByRole('button', { name: 'Save proxy' }).click();
  // Main asks first; with a name to sign in with, the window for its password comes after that.
  if (userName === '') await expect(sheet.getByText(`Through 127.0.0.1:${port}`)).toBeVisible();
  return sheet;
}

async function getToken(journey: Journey): Promise<void> {
  await journey.window().getByRole('button', { name: 'Get token', exact: true }).last().click();
}

/** Every secret and token of the test's gateway, in any form in which it could have been seen. */
function canaries(lab: PracticeForTests): readonly string[] {
  const tokens = lab.ledger
    .raw()
    .flatMap(({ headers, fields }) => [
      headers.get('authorization')?.replace('Bearer ', ''),
      fields['token'],
    ])
    .filter((token) => token !== undefined);
  return [lab.trader.secret, lab.reader.secret, lab.partner.secret, ...tokens].flatMap(formsOf);
}

function expectBlind(proxy: ConnectProxy, lab: PracticeForTests): void {
  const seen = proxy.seen().toString('latin1');
  expect(seen).toContain('CONNECT ');
  for (const canary of canaries(lab)) expect(seen.includes(canary)).toBe(false);
}

test.use({ sharesApp: true });

test.describe('a proxy set through the window', () => {
  test.beforeEach(async ({ journey }) => {
    await journey.openVault({ 'Desk A': 'trader' });
  });

  test('carries tokens, checks and revocations, and sees none of them', async ({
    journey,
    lab,
    connectProxy: proxy,
  }) => {
    const page = journey.window();
    const sheet = await setManual(journey, proxy.port);
    await expect(sheet.getByText(`Through 127.0.0.1:${proxy.port}`)).toBeVisible();
    await page.keyboard.press('Escape');
    await journey.open('Desk A');
    const foot = page.getByRole('contentinfo', { name: 'Status' });
    await expect(foot).toContainText(`Proxy 127.0.0.1:${proxy.port}`);
    await getToken(journey);
    const token = newestToken(page);
    await token.getByRole('button', { name: /^Check/ }).click();
    await expect(page.getByRole('dialog')).toContainText(`127.0.0.1:${proxy.port}`);
    await page.keyboard.press('Escape');
    await token.getByRole('button', { name: /^Revoke/ }).click();
    await passKeyRepeat(page);
    await page.getByRole('button', { name: 'Revoke token', exact: true }).click();
    // Refused so soon that one state may pass between two looks.
    await expect(token).toContainText(/Revoked|Refused here|Confirmed dead/);
    const calls = lab.ledger.raw().length;
    expect(calls).toBeGreaterThanOrEqual(3);
    expect(proxy.connections()).toBeGreaterThanOrEqual(calls);
    expectBlind(proxy, lab);
  });

  test('is signed in to with a password typed in the separate window', async ({
    journey,
    lab,
    connectProxy: proxy,
  }) => {
    const password = 'proxy-canary-Kw83hT_x';
    journey.proof.plant('password of the proxy', password);
    proxy.requireSignIn('desk', password);
    const page = journey.window();
    await setManual(journey, proxy.port);
    await page.keyboard.press('Escape');
    await journey.open('Desk A');
    await getToken(journey);
    const alert = page.getByRole('alert').first();
    await expect(alert).toContainText(`The proxy 127.0.0.1:${proxy.port} asks for a sign-in.`);
    expect(lab.ledger.raw()).toEqual([]);
    await setManual(journey, proxy.port, 'desk');
    await journey.typeSecret(password);
    await expect(page.getByText(/Signs in as desk/)).toBeVisible();
    await page.keyboard.press('Escape');
    await getToken(journey);
    await expect(newestToken(page)).toContainText('Active');
    expectBlind(proxy, lab);
  });
});

test('the proxy of the system is used where an environment goes as the system says', async ({
  journey,
  lab,
  connectProxy: proxy,
}) => {
  await journey.openVault();
  await journey.quit();
  await journey.start({ https_proxy: `http://127.0.0.1:${proxy.port}` });
  const page = await journey.unlock();
  proxy.lead('gateway.lab.test', Number(new URL(lab.baseUrl).port));
  await page.getByRole('button', { name: 'Add environment' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add environment' });
  await sheet.getByLabel('Name').fill('Lab');
  await sheet.getByLabel('Base address').fill('https://gateway.lab.test');
  await sheet.getByLabel('Trade address').fill('https://trade.lab.test');
  await sheet.getByText(/^Advanced/).click();
  await expect(sheet.getByRole('radio', { name: /^System proxy/ })).toBeChecked();
  await journey.addUnreached(sheet);
  await journey.addClient('trader', 'Desk A');
  await journey.open('Desk A');
  await getToken(journey);
  // A stranger's certificate: what could be a proxy that reads along is said to be likely that.
  const alert = page.getByRole('alert').first();
  await expect(alert).toContainText(`went through the proxy 127.0.0.1:${proxy.port}`);
  await expect(alert).toContainText('this is likely one');
  expect(proxy.heads.at(-1)).toContain('CONNECT gateway.lab.test:443 ');
  expect(lab.ledger.raw()).toEqual([]);
});

test('an authority is added to an environment later, and a wrong one is named', async ({
  journey,
  lab,
}, info) => {
  const page = await journey.openVault();
  const wrong = info.outputPath('wrong.pem');
  const right = info.outputPath('right.pem');
  await writeFile(wrong, (await createTestCertificates()).authority);
  await writeFile(right, lab.authorityPem);
  await page.getByRole('button', { name: 'Add environment' }).click();
  const form = page.getByRole('dialog', { name: 'Add environment' });
  await form.getByLabel('Name').fill('Lab');
  await form.getByLabel('Base address').fill(lab.baseUrl);
  await form.getByLabel('Trade address').fill(lab.tradeUrl);
  await journey.addUnreached(form);
  await journey.addClient('trader', 'Desk A');
  await journey.open('Desk A');

  const sheet = await about(journey);
  await expect(sheet).toContainText('its calls go directly');
  await journey.dialogs().answer({ path: wrong }, { button: 'Trust authority' });
  await sheet.getByRole('button', { name: 'Add an authority…' }).click();
  await expect(sheet).toContainText('CN=Test Authority');
  await page.keyboard.press('Escape');
  await getToken(journey);
  const alert = page.getByRole('alert').first();
  await expect(alert).toContainText('The authority added to this environment is not the one');

  await about(journey);
  await journey.dialogs().answer({ path: right }, { button: 'Trust authority' });
  await sheet.getByRole('button', { name: 'Replace it…' }).click();
  await expect(sheet).toContainText('Strongroom practice authority');
  await page.keyboard.press('Escape');
  await getToken(journey);
  await expect(newestToken(page)).toContainText('Active');
  const asked = (await journey.dialogs().shown()).filter(({ kind }) => kind === 'message');
  expect(asked.map(({ message }) => message)).toEqual([
    `Add Lab? Secrets will be sent to ${new URL(lab.baseUrl).host}.`,
    `Add Lab? Secrets will be sent to ${new URL(lab.baseUrl).host}.`,
    'Trust this authority for Lab?',
    'Trust this authority for Lab?',
  ]);
});

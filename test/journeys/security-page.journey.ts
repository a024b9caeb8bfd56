// What a page cannot do, whatever it becomes, tried in the real bundle (docs/threat-model.md S01, S05, S06, S25,
// S29). Shows Chromium and our policy; the handlers of Electron itself are shown where it runs.
import { expect, test } from '../support/journey.ts';
import type { Page } from '@playwright/test';
import { oauthError } from '../../electron/main/practice/gateway/reply.ts';
import { testHost } from '../support/test-host.ts';

const HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

/** Counts what the policy refuses from now on. */
const watchViolations = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { violations: seen });
    document.addEventListener('securitypolicyviolation', (event) => {
      seen.push(event.effectiveDirective);
    });
  });
const violations = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { violations: string[] }).violations);

test('S01 hostile texts become neither element nor script', async ({ journey, lab }) => {
  const page = await journey.openVault({});
  await watchViolations(page);
  const clientId = '"><svg onload=1>';
  lab.controls.registerClient({
    clientId,
    accessType: 'trader',
    scopes: ['TRADER_READ'],
    secret: Buffer.from(lab.trader.secret),
  });
  await page.getByRole('button', { name: 'Add key' }).first().click();
  const sheet = page.getByRole('dialog', { name: 'Add key' });
  await sheet.getByLabel('Label').fill(HOSTILE);
  await sheet.getByLabel('Client id').fill(clientId);
  await sheet.getByRole('radio', { name: /^Trader/ }).check();
  const option = sheet.locator('option', { hasText: /^Lab/ });
  const place = sheet.getByRole('combobox', { name: 'Environment' });
  await place.selectOption(await option.getAttribute('value'));
  await sheet.getByRole('radio', { name: /separate window/ }).check();
  await sheet.getByRole('button', { name: 'Add key' }).click();
  await journey.typeSecret(lab.trader.secret);
  await expect(page.getByText(HOSTILE).first()).toBeVisible();
  await page.getByText(HOSTILE).first().click();
  const reply = oauthError(400, 'invalid_scope', HOSTILE);
  lab.controls.inject({
    endpoint: 'any',
    fault: { kind: 'answer', reply: () => reply },
    times: 1,
  });
  await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
  await expect(page.getByText(/onerror/).nth(1)).toBeVisible();
  expect(await page.locator('img[src=x], svg[onload], script:not([src])').count()).toBe(0);
  expect(await page.title()).toBe('Strongroom');
  expect(await violations(page)).toEqual([]);
});

test('S01 inline script, text as code and markup from text all fail', async ({ journey }) => {
  const page = await journey.start();
  await watchViolations(page);
  const refused = await page.evaluate(() => {
    const attempts: Record<string, () => void> = {
      innerHTML: () => (document.createElement('p').innerHTML = '<b>x</b>'),
      outerHTML: () => (document.body.firstElementChild!.outerHTML = '<b>x</b>'),
      insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', '<b>x</b>'),
      'document.write': () => document.write('<b>x</b>'),
      'script text': () => (document.createElement('script').textContent = 'document.title=3'),
      'script address': () => (document.createElement('script').src = '/assets/x.js'),
      'timer with text': () => setTimeout('document.title=4' as unknown as () => void, 0),
      'event attribute': () => document.body.setAttribute('onclick', 'document.title=5'),
      'own policy': () =>
        (
          window as unknown as {
            trustedTypes: { createPolicy: (name: string, rules: object) => void };
          }
        ).trustedTypes.createPolicy('mine', {}),
    };
    return Object.entries(attempts).map(([name, attempt]) => {
      try {
        attempt();
        return `${name} worked`;
      } catch (error) {
        return `${name} ${(error as Error).name}`;
      }
    });
  });
  expect(refused.filter((line) => line.endsWith('worked'))).toEqual([]);
  // A debugger's evaluation is free of the policy unless it asks to be bound by it.
  const devTools = await page.context().newCDPSession(page);
  const { exceptionDetails } = await devTools.send('Runtime.evaluate', {
    expression: 'eval("1+1")',
    allowUnsafeEvalBlockedByCSP: false,
  });
  expect(exceptionDetails?.exception?.className).toBe('EvalError');
  expect(await page.title()).toBe('Strongroom');
  await expect.poll(async () => (await violations(page)).length).toBeGreaterThan(0);
});

test('S05 no navigation leaves the page', async ({ journey, lab }) => {
  const page = await journey.start();
  const before = page.url();
  lab.ledger.clear();
  const attempts: ((target: string) => void)[] = [
    (target) => {
      location.href = target;
    },
    (target) => {
      location.replace(target);
    },
    (target) => {
      const link = document.body.appendChild(document.createElement('a'));
      link.href = target;
      link.click();
    },
    (target) => {
      const form = document.body.appendChild(document.createElement('form'));
      form.action = target;
      form.method = 'post';
      form.submit();
    },
    (target) => {
      const meta = document.head.appendChild(document.createElement('meta'));
      meta.httpEquiv = 'refresh';
      meta.content = `0;url=${target}`;
    },
    (target) => {
      document.body.appendChild(document.createElement('iframe')).src = target;
    },
  ];
  for (const target of [lab.baseUrl, 'file:///etc/passwd', 'data:text/html,x']) {
    for (const attempt of attempts) {
      // Ended by the refusal where the page goes on, and never by a new document.
      await page.evaluate(attempt, target);
      await page.waitForTimeout(30);
      expect(page.url()).toBe(before);
    }
  }
  // Asked of the page itself: a refused navigation keeps Playwright's locators waiting.
  expect(await page.evaluate(() => document.body.innerText)).toContain('Choose a passphrase');
  expect(lab.ledger.connections()).toBe(0);
});

// An empty page needs no request that could be refused; it must be worth nothing (S03).
test('S05 a page that emptied itself is not listened to', async ({ journey }) => {
  const page = await journey.start();
  await page.evaluate(() => {
    setTimeout(() => {
      location.href = 'about:blank';
    }, 0);
  });
  if (testHost() === 'electron') await page.waitForTimeout(300);
  else await page.waitForURL('about:blank');
  const answer = await page.evaluate(async () => {
    const { strongroom } = window as unknown as { strongroom?: { viewCurrent: () => unknown } };
    if (location.href !== 'about:blank') return 'still the app page';
    return strongroom === undefined
      ? 'nobody to ask'
      : JSON.stringify(await strongroom.viewCurrent());
  });
  // Electron asks before the page goes; the stand-in hears of it too late, and main refuses the empty page.
  const refused = JSON.stringify({ ok: false, failure: { code: 'not_allowed' } });
  expect(answer).toBe(testHost() === 'electron' ? 'still the app page' : refused);
});

test('S06 no page opens a window', async ({ journey, lab }) => {
  const page = await journey.start();
  const { app } = journey.launched();
  await page.evaluate((target) => {
    const opened = [
      window.open(target),
      window.open(target, 'named', 'width=200,noopener'),
      window.open('about:blank', '_blank', 'popup'),
    ];
    const link = document.body.appendChild(document.createElement('a'));
    link.id = 'away';
    link.textContent = 'away';
    link.style.cssText = 'position:fixed;inset:0;z-index:9999';
    link.target = '_blank';
    link.href = target;
    link.click();
    Object.assign(window, { opened });
  }, lab.baseUrl);
  await page.locator('#away').click({ button: 'middle' });
  await page.locator('#away').click({ modifiers: ['Shift'] });
  await page.waitForTimeout(300);
  // Electron answers null; the stand-in a window that is closed at once.
  const open = () =>
    page.evaluate(() => {
      const { opened } = window as unknown as { opened: readonly (Window | null)[] };
      return opened.filter((each) => each !== null && !each.closed).length;
    });
  await expect.poll(open).toBe(0);
  expect(app.windows()).toHaveLength(1);
  const inMain = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  expect(inMain).toBe(1);
  // The stand-in opens none whatever the app says, and prints where the app would have let it.
  const { printed } = journey.launched();
  expect(printed.stderr()).not.toContain('a window of the page was not opened');
});

test('S25 the page reaches no network', async ({ journey, lab }) => {
  const page = await journey.start();
  await watchViolations(page);
  lab.ledger.clear();
  const outcomes = await page.evaluate(async (target) => {
    const settled = (promise: Promise<unknown>): Promise<string> =>
      promise.then(
        () => 'reached',
        () => 'blocked',
      );
    const loaded = (element: HTMLElement): Promise<unknown> =>
      new Promise((resolve, reject) => {
        element.addEventListener('load', resolve);
        element.addEventListener('error', reject);
      });
    const image = new Image();
    const style = document.createElement('link');
    style.rel = 'stylesheet';
    const socket = (address: string): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const made = new WebSocket(address);
        made.addEventListener('open', resolve);
        made.addEventListener('error', reject);
      });
    const request = new XMLHttpRequest();
    const waits = {
      fetch: settled(fetch(target)),
      'fetch of its own page': settled(fetch(location.href)),
      image: settled(loaded(image)),
      style: settled(loaded(style)),
      WebSocket: settled(socket(target.replace('https', 'wss'))),
      XMLHttpRequest: settled(
        new Promise((resolve, reject) => {
          request.addEventListener('load', resolve);
          request.addEventListener('error', reject);
          request.open('GET', target);
          request.send();
        }),
      ),
    };
    image.src = `${target}/x.png`;
    style.href = `${target}/x.css`;
    document.head.append(style);
    navigator.sendBeacon(target, 'x');
    new EventSource(target).close();
    const entries = Object.entries(waits).map(async ([name, wait]) => `${name} ${await wait}`);
    return await Promise.all(entries);
  }, lab.baseUrl);
  expect(outcomes.filter((line) => !line.endsWith('blocked'))).toEqual([]);
  const refusedConnections = async () =>
    (await violations(page)).filter((what) => what === 'connect-src').length;
  await expect.poll(refusedConnections).toBeGreaterThan(3);
  expect(lab.ledger.connections()).toBe(0);
});

test.describe('on Electron', () => {
  test.skip(
    testHost() === 'stand-in',
    'S29 did NOT run: the stand-in denies every permission by itself. What main tells its sessions is ' +
      'shown by test/unit/windows/windows.test.ts.',
  );

  test('S29 no permission is granted', async ({ journey }) => {
    const page = await journey.start();
    const granted = await page.evaluate(async () => {
      const names =
        'geolocation camera microphone notifications midi clipboard-read persistent-storage ' +
        'screen-wake-lock window-management local-fonts storage-access idle-detection background-sync';
      const states = await Promise.all(
        names.split(' ').map(async (name) => {
          const asked = navigator.permissions.query({ name: name as PermissionName });
          const state = await asked.then((answer) => answer.state).catch(() => 'unknown');
          return [name, state] as const;
        }),
      );
      const attempts = {
        position: new Promise((resolve, reject) => {
          navigator.geolocation.getCurrentPosition(resolve, reject, { timeout: 1_000 });
        }),
        camera: navigator.mediaDevices.getUserMedia({ video: true }),
        screen: navigator.mediaDevices.getDisplayMedia({ video: true }),
        clipboard: navigator.clipboard.readText(),
        midi: navigator.requestMIDIAccess(),
      };
      const outcomes = await Promise.all(
        Object.entries(attempts).map(([name, attempt]) =>
          Promise.race([
            attempt.then(
              () => [name, 'granted'] as const,
              () => [name, 'denied'] as const,
            ),
            new Promise<readonly [string, string]>((resolve) => {
              setTimeout(() => resolve([name, 'no answer']), 1_500);
            }),
          ]),
        ),
      );
      return { states, outcomes };
    });
    expect(granted.outcomes.filter(([, outcome]) => outcome === 'granted')).toEqual([]);
    const risky = ['geolocation', 'camera', 'microphone', 'notifications', 'clipboard-read'];
    const open = granted.states.filter(
      ([name, state]) => risky.includes(name) && state === 'granted',
    );
    expect(open).toEqual([]);
  });
});

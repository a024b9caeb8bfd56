// The windows of the app as Electron is asked for them: what holds for both sessions and for both windows.
import { beforeEach, describe, expect, it } from 'vitest';
import { fail } from '../../../electron/main/domain/result.ts';
import type { Log } from '../../../electron/main/platform/log.ts';
import type { Preferences } from '../../../electron/main/platform/settings.ts';
import { DEFAULT_PREFERENCES } from '../../../electron/main/platform/kept-preferences.ts';
import { CONTENT_SECURITY_POLICY } from '../../../electron/main/windows/page-files.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { onPlatform } from '../../support/on-platform.ts';
import { createFakeElectron, type FakeElectron } from '../../support/fake-electron.ts';

const nothing = (): void => undefined;

async function opened(fake: FakeElectron, logged: string[] = []) {
  const { openWindows } = await fake.load(
    () => import('../../../electron/main/windows/windows.ts'),
  );
  const windows = openWindows({
    bundles: '/bundles',
    files: new Map(),
    preferences: {
      current: () => DEFAULT_PREFERENCES,
      windowBounds: () => DEFAULT_PREFERENCES.window,
      saveWindowBounds: nothing,
    } as unknown as Preferences,
    services: () => fail({ code: 'vault_locked' }),
    clock: createFakeClock(),
    shown: nothing,
    gone: nothing,
    crashed: nothing,
    log: {
      event: (name: string) => logged.push(name),
      failed: () => '',
      settled: () => Promise.resolve(),
    } as unknown as Log,
    heard: nothing,
    isClicked: () => false,
    heardByEntry: () => false,
  });
  windows.appWindow.open();
  void windows.entry.ask({ purpose: 'passphrase', about: 'the vault', problem: null });
  return windows;
}

let fake: FakeElectron;
beforeEach(async () => {
  fake = createFakeElectron();
  await opened(fake);
});

describe.each(['default session', 'session entry'])('the %s', (session) => {
  it('checks no spelling, which would fetch word lists', () => {
    expect(fake.argsOf(session, 'setSpellCheckerEnabled')).toEqual([[false]]);
  });

  it('serves the pages of the app, under the content policy', async () => {
    expect(fake.argsOf(`protocol of ${session}`, 'handle').map(([scheme]) => scheme)).toEqual([
      'strongroom',
    ]);
    const serve = fake.handed(`protocol of ${session}`, 'handle');
    const answer = (await serve({ url: 'strongroom://app/none' })) as Response;
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY);
  });

  // What it is guarded against is held by S05 and S29.
  it('is guarded before a page loads in it', () => {
    const order = fake.order();
    const number = session === 'default session' ? 1 : 2;
    const loaded = order.indexOf(`window ${number}.loadURL`);
    expect(loaded).toBeGreaterThan(0);
    for (const guard of ['setPermissionRequestHandler', 'setPermissionCheckHandler']) {
      expect(order.indexOf(`${session}.${guard}`)).toBeGreaterThanOrEqual(0);
      expect(order.indexOf(`${session}.${guard}`)).toBeLessThan(loaded);
    }
  });
});

describe('a notification that the system refuses', () => {
  it('is logged, and the window is pointed at', async () => {
    const logged: string[] = [];
    const { alerts } = await opened((fake = createFakeElectron()), logged);
    alerts.notify({ title: 'A token expires', body: 'Desk A' });
    fake.notifications.at(-1)?.emit('failed', {}, 'not signed');
    expect(logged).toEqual(['notification_failed']);
    expect(fake.argsOf('window 1', 'flashFrame')).toEqual([[true]]);
  });
});

describe('what belongs to the app window', () => {
  /** Whether the entry window and a question do. */
  async function belongs(focused: boolean): Promise<readonly boolean[]> {
    fake = createFakeElectron();
    fake.answers.focused = focused;
    onPlatform('linux');
    const { questions } = await opened(fake);
    await questions.ofMain.ask({ message: '', detail: '', choices: ['Yes'] });
    const [first] = fake.argsOf('dialog', 'showMessageBox');
    return [fake.windows[1]?.options.parent !== undefined, first?.length === 2];
  }

  it('is the entry window and a question, while it has the focus', async () => {
    expect(await belongs(true)).toEqual([true, true]);
  });

  it('is neither on Linux while it has not: they would be hidden with a minimised one', async () => {
    expect(await belongs(false)).toEqual([false, false]);
  });
});

describe('a question on a Mac', () => {
  it('waits until the window of the app is in sight, which is made for it', async () => {
    fake = createFakeElectron();
    onPlatform('darwin');
    const { questions, appWindow } = await opened(fake);
    appWindow.window()?.close();
    fake.answers.visible = false;
    const asked = questions.ofMain.ask({
      message: '',
      detail: '',
      choices: ['Yes'],
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(fake.argsOf('dialog', 'showMessageBox')).toEqual([]);
    const made = fake.windows.at(-1);
    fake.answers.visible = true;
    made?.emit('show');
    await asked;
    expect(fake.argsOf('dialog', 'showMessageBox')[0]?.[0]).toBe(made);
  });
});

describe('the two windows', () => {
  it('are given preferences of their own, to which Electron may add', () => {
    const [first, second] = fake.windows.map(({ options }) => options.webPreferences);
    // In whole they are held by S30.
    for (const each of [first, second]) expect(each).toMatchObject({ sandbox: true });
    expect(first).not.toBe(second);
    expect([Object.isFrozen(first), Object.isFrozen(second)]).toEqual([false, false]);
  });

  it('live in two sessions, and the one of the entry window in memory without a cache', () => {
    expect(fake.argsOf('session', 'fromPartition')).toEqual([['entry', { cache: false }]]);
    const partitions = fake.windows.map(({ options }) => options.webPreferences?.partition);
    expect(partitions).toEqual([undefined, 'entry']);
  });

  it('are both kept out of screenshots before they show anything', () => {
    const order = fake.order();
    for (const number of [1, 2]) {
      expect(fake.argsOf(`window ${number}`, 'setContentProtection')).toEqual([[true]]);
      const guarded = order.indexOf(`window ${number}.setContentProtection`);
      expect(guarded).toBeLessThan(order.indexOf(`window ${number}.loadURL`));
      expect(fake.windows[number - 1]?.options.show).toBe(false);
    }
  });

  it('have preloads and pages of their own', () => {
    const preloads = fake.windows.map(({ options }) => options.webPreferences?.preload);
    expect(preloads).toEqual(['/bundles/preload/app.cjs', '/bundles/preload/secret-entry.cjs']);
    expect(fake.argsOf('window 1', 'loadURL')).toEqual([['strongroom://app/index.html']]);
    expect(fake.argsOf('window 2', 'loadURL')).toEqual([['strongroom://entry/secret-entry.html']]);
  });
});

describe('a press in the app window', () => {
  it('brings the secret-entry window that stands before the person', () => {
    const [app, entry] = fake.windows;
    app?.webContents.emit('input-event', {}, { type: 'mouseMove' });
    expect(fake.argsOf(entry?.name ?? '', 'focus')).toEqual([]);
    app?.webContents.emit('input-event', {}, { type: 'mouseDown' });
    expect(fake.argsOf(entry?.name ?? '', 'focus')).toEqual([[]]);
  });
});

describe('alerts over a locked window', () => {
  it('name nothing, and were seen by nobody', async () => {
    const { alerts, appWindow } = await opened(createFakeElectron());
    expect(DEFAULT_PREFERENCES.alerts.hideNames).toBe(false);
    expect(alerts.settings().hideNames).toBe(true);
    const window = appWindow.window();
    if (window !== null) window.isFocused = () => true;
    expect(alerts.seen()).toBe(false);
  });
});

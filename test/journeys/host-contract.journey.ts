// What the product relies on in its host, checked with a fixture app: runs on the stand-in and on real
// Electron, so that any machine with the real binary shows where the stand-in lies.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import electronPath from 'electron';
import { registeredChannels } from '../support/channels.ts';
import { clipboardText, setClipboardText } from '../support/clipboard.ts';
import { watchDialogs } from '../support/dialogs.ts';
import { launchStrongroom, windowAt, type LaunchedApp } from '../support/launch.ts';
import { searchHeap } from '../support/leakscan/heap.ts';
import { patternsOf, type Pattern } from '../support/leakscan/patterns.ts';
import {
  memoryObstacle,
  rendererProcesses,
  searchMemory,
  type MemorySearch,
} from '../support/leakscan/process-memory.ts';
import { testHost } from '../support/test-host.ts';

interface FixtureApi {
  readonly first: () => Promise<unknown>;
  readonly invoke: (channel: string, ...args: unknown[]) => Promise<unknown>;
  readonly send: (channel: string, ...args: unknown[]) => void;
  readonly onPushed: (listener: (value: unknown) => void) => () => void;
  readonly add: (one: number, other: number) => number;
  readonly later: (value: unknown) => Promise<unknown>;
  readonly fail: () => void;
  readonly sandboxed: boolean;
}
declare const fixture: FixtureApi;

const appFolder = path.join(import.meta.dirname, '../host/fixture');
let launched: LaunchedApp;
let page: Page;

const profile = (): string => test.info().outputPath('profile');

const happened = (): Promise<string[]> =>
  launched.app.evaluate(
    () => (globalThis as unknown as { fixtureHappened: string[] }).fixtureHappened,
  );

test.beforeEach(async () => {
  launched = await launchStrongroom({ userDataDir: profile(), appFolder });
  page = await windowAt(launched, 'app', { scheme: 'fixture' });
  // The fixture shows its window once the page has loaded, which may be after it can be reached.
  await expect.poll(happened).toContain('app show');
});

test.afterEach(async () => {
  await launched.app.close();
});

const invoke = (channel: string, value?: unknown): Promise<unknown> =>
  page.evaluate(([name, given]) => fixture.invoke(String(name), given), [channel, value]);

test(
  'a page is told when its window goes out of sight and comes back',
  { tag: '@visible' },
  async () => {
    const sight = (): Promise<string> => page.evaluate(() => document.visibilityState);
    const told = await page.evaluateHandle(() => {
      const states: string[] = [];
      document.addEventListener('visibilitychange', () => states.push(document.visibilityState));
      return states;
    });
    // Nobody minimises a window of Electron on a display without a window manager.
    const minimises = process.platform !== 'linux' || testHost() === 'stand-in';
    const acts = [
      ['hide', 'hidden'],
      ['show', 'visible'],
      ...(minimises
        ? ([
            ['minimize', 'hidden'],
            ['restore', 'visible'],
          ] as const)
        : []),
    ] as const;
    for (const [act, state] of acts) {
      await launched.app.evaluate(({ BrowserWindow }, name) => {
        BrowserWindow.getAllWindows()[0]?.[name]();
      }, act);
      await expect.poll(sight).toBe(state);
    }
    expect(await told.jsonValue()).toEqual(acts.map(([, state]) => state));
  },
);

test('a page of a custom scheme runs its script under its policy', async () => {
  await expect(page.locator('#state')).toHaveText('started 3');
  expect(await page.evaluate(() => isSecureContext)).toBe(true);
  expect(
    await page.evaluate(() =>
      fetch('https://example.com/').then(
        () => 'reached',
        () => 'blocked',
      ),
    ),
  ).toBe('blocked');
});

test('structured clones cross the IPC both ways', async () => {
  const same = await page.evaluate(async () => {
    const given = {
      text: 'é\u2028',
      none: undefined,
      bytes: new Uint8Array([0, 255]),
    };
    const got = (await fixture.invoke('echo', given)) as typeof given;
    return [
      got.text === given.text,
      'none' in got,
      got.bytes instanceof Uint8Array && got.bytes[1] === 255,
    ];
  });
  expect(same).toEqual([true, true, true]);
});

test('errors of the IPC have their known texts', async () => {
  const message = (channel: string): Promise<string> =>
    page.evaluate(
      (name) => fixture.invoke(name).then(String, (error: unknown) => (error as Error).message),
      channel,
    );
  expect(await message('fail')).toBe("Error invoking remote method 'fail': TypeError: it broke");
  expect(await message('missing')).toContain("No handler registered for 'missing'");
  expect(await message('unsendable')).toContain('An object could not be cloned.');
});

test('main sees who sends', async () => {
  expect(await invoke('sender')).toMatchObject({
    url: 'fixture://app/index.html',
    parent: null,
  });
});

test(
  'a preload runs in the pages of the app alone, and its first message names its page',
  { tag: '@visible' },
  async () => {
    const first = async (): Promise<string[]> =>
      (await happened()).filter((what) => what.startsWith('first'));
    expect(await first()).toEqual(['first from fixture://app/index.html']);
    await page.reload();
    await expect.poll(first).toEqual(Array(2).fill('first from fixture://app/index.html'));
  },
);

test(
  'an answer goes to the page that asked, never to the next one of its window',
  { tag: '@visible' },
  async () => {
    const answerTo = (number: number): Promise<void> =>
      launched.app.evaluate((_electron, which) => {
        const answer: unknown = Reflect.get(globalThis, 'fixtureAnswer');
        (answer as (number: number) => void)(which);
      }, number);
    // A process of its own for the next page: there Chromium counts from one again.
    await launched.app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const gone = new Promise((resolve) => contents?.once('render-process-gone', resolve));
      contents?.forcefullyCrashRenderer();
      await gone;
      await contents?.loadURL('fixture://app/index.html');
    });
    await answerTo(1);
    await answerTo(2);
    const answer = await launched.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('fixture.first()'),
    );
    expect(answer).toBe('answer 2');
  },
);

test('the bridge carries calls, promises, callbacks and errors, and cannot be replaced', async () => {
  const seen = await page.evaluate(async () => {
    const pushed = new Promise((resolve) => {
      fixture.onPushed(resolve);
    });
    await fixture.invoke('push', { n: 7 });
    let thrown = '';
    try {
      fixture.fail();
    } catch (error) {
      thrown = (error as Error).message;
    }
    Object.assign(globalThis, { require: undefined });
    return {
      sum: fixture.add(2, 3),
      later: await fixture.later('x'),
      pushed: await pushed,
      thrown,
      sandboxed: fixture.sandboxed,
      writable: Object.getOwnPropertyDescriptor(window, 'fixture')?.writable,
      leaked: ['__standin', '__standinDeliver', 'require', 'process'].filter(
        (name) => Reflect.get(window, name) !== undefined,
      ),
    };
  });
  expect(seen).toEqual({
    sum: 5,
    later: 'x',
    pushed: { n: 7 },
    thrown: 'preload broke',
    sandboxed: true,
    writable: false,
    leaked: [],
  });
});

test('navigation and new windows are refused', async () => {
  await page.getByRole('link', { name: 'away' }).click();
  await expect.poll(happened).toContain('will-navigate https://example.com/away');
  await page.getByRole('link', { name: 'new window' }).click();
  await expect.poll(happened).toContain('window-open https://example.com/new');
  await page.evaluate(() => {
    window.open('https://example.com/popup');
  });
  await expect.poll(happened).toContain('window-open https://example.com/popup');
  await page.evaluate(() => {
    location.href = '/redirect';
  });
  await expect.poll(happened).toContain('will-redirect https://example.com/');
  await expect(page.locator('#state')).toHaveText('started 3');
  await expect.poll(() => launched.app.windows().length).toBe(1);
});

test('a second window has its own preload, partition and end', { tag: '@visible' }, async () => {
  await page.evaluate(() => localStorage.setItem('mark', 'app'));
  await invoke('entry');
  const entry = await windowAt(launched, 'entry', { scheme: 'fixture' });
  await expect(entry.locator('#state')).toHaveText('started 3');
  expect(await entry.evaluate(() => localStorage.getItem('mark'))).toBeNull();
  expect(await entry.evaluate(() => fixture.invoke('sender'))).toMatchObject({
    url: 'fixture://entry/entry.html',
    parent: null,
  });
  await entry.evaluate(() => setTimeout(() => window.close(), 0));
  await expect.poll(happened).toContain('entry closed');
  await expect.poll(() => launched.app.windows().length).toBe(1);
});

test('an accelerator of the application menu works unless the page prevents it', async () => {
  await page.keyboard.press('ControlOrMeta+L');
  await expect.poll(happened).toContain('menu lock');
  await page.evaluate(() => {
    addEventListener('keydown', (event) => event.preventDefault());
  });
  await page.keyboard.press('ControlOrMeta+L');
  await page.evaluate(() => fixture.invoke('echo', 1));
  expect((await happened()).filter((what) => what === 'menu lock')).toHaveLength(1);
  await launched.app.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()?.getMenuItemById('lock')?.click(),
  );
  expect((await happened()).filter((what) => what === 'menu lock')).toHaveLength(2);
});

test('a chosen theme reaches the page, and the system theme leaves it alone', async () => {
  const isDark = (): Promise<boolean> =>
    page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  expect(await invoke('theme', 'dark')).toBe(true);
  await expect.poll(isDark).toBe(true);
  await page.reload();
  await expect.poll(isDark).toBe(true);
  expect(await invoke('theme', 'light')).toBe(false);
  await expect.poll(isDark).toBe(false);
  await invoke('theme', 'system');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(isDark).toBe(true);
});

test('native dialogs are answered and recorded', async () => {
  const dialogs = await watchDialogs(launched.app);
  await dialogs.answer({ button: 'Yes' });
  expect(await invoke('ask')).toBe('Yes');
  expect(await invoke('ask')).toBe('No');
  expect(await dialogs.shown()).toEqual(
    Array.from({ length: 2 }, () => ({
      kind: 'message',
      title: '',
      message: 'Really?',
      detail: 'No way back.',
      buttons: ['No', 'Yes'],
    })),
  );
});

test('the clipboard keeps a text', async () => {
  await setClipboardText(launched.app, 'copied');
  expect(await clipboardText(launched.app)).toBe('copied');
});

test('channels can be listed', async () => {
  expect(await registeredChannels(launched.app)).toEqual({
    handlers: ['ask', 'echo', 'entry', 'fail', 'first', 'push', 'sender', 'theme', 'unsendable'],
    listeners: ['note'],
  });
});

test('a crashed page is reported and can be loaded again', async () => {
  await launched.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  await expect.poll(happened).toContain('gone crashed');
});

test('events around the end come in order, and the exit code is 0', async () => {
  const { app, printed } = launched;
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.once('close', (event) => event.preventDefault());
    BrowserWindow.getAllWindows()[0]?.close();
  });
  expect(await happened()).not.toContain('app closed');
  const exited = once(app.process(), 'exit');
  await page.close();
  expect((await exited)[0]).toBe(0);
  expect(printed.stdout().match(/app [a-z-]+/g)).toEqual([
    'app window-all-closed',
    'app before-quit',
    'app will-quit',
    'app quit',
  ]);
});

test('a second start with the same profile tells the first and ends', async () => {
  const second = spawn(
    electronPath as unknown as string,
    ['--no-sandbox', appFolder, `--user-data-dir=${profile()}`, 'hello'],
    { stdio: 'ignore' },
  );
  expect((await once(second, 'exit'))[0]).toBe(7);
  await expect.poll(happened).toContain('second hello');
});

interface Planted {
  readonly patterns: readonly Pattern[];
  /** Of a secret that was never there. */
  readonly control: readonly Pattern[];
}

/** The page computes the secret from numbers: the pattern itself is never sent to it. */
async function plantInPage(): Promise<Planted> {
  const key = 0x5a;
  const secret = randomBytes(24).toString('hex');
  const numbers = [...Buffer.from(secret)].map((byte) => byte ^ key);
  await page.evaluate(
    ([given, mask]) => {
      const bytes = Uint8Array.from(given, (number) => number ^ mask);
      const text = String.fromCharCode(...bytes);
      Object.assign(window, { held: [btoa(text), 'x'.repeat(5_000) + text, bytes] });
    },
    [numbers, key] as const,
  );
  return {
    patterns: patternsOf('planted', secret),
    control: patternsOf('control', randomBytes(24).toString('hex')),
  };
}

test('the search of a process finds what its page holds, and nothing else', async () => {
  const obstacle = memoryObstacle();
  test.skip(obstacle !== null, `the memory of a page was NOT searched: ${obstacle}`);
  const { patterns, control } = await plantInPage();
  const renderers = rendererProcesses(launched.app.process().pid ?? 0);
  expect(renderers.flatMap((pid) => found(searchMemory(pid, patterns)))).toContain(
    'planted: plain',
  );
  expect(renderers.flatMap((pid) => found(searchMemory(pid, control)))).toEqual([]);
});

test('the search of a heap finds what its page holds, and nothing else', async () => {
  const { patterns, control } = await plantInPage();
  const heap = await searchHeap(page, 'heap', patterns);
  expect(heap.strings).toBeGreaterThan(1_000);
  expect(heap.findings.map(({ pattern }) => pattern)).toEqual(
    expect.arrayContaining(['planted: plain', 'planted: base64 at offset 0']),
  );
  expect((await searchHeap(page, 'heap', control)).findings).toEqual([]);
});

const found = (search: MemorySearch): readonly string[] =>
  search.looked ? search.findings.map(({ pattern }) => pattern) : [];

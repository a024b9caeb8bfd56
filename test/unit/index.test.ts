// The entry of the app as Electron meets it: what is asked of it before it is ready, and how the app ends.
// What it composes is stood in for here; the whole is in compose.test.ts.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { guardedVariables } from '../../electron/main/platform/launch-guard.ts';
import { eventually } from '../support/eventually.ts';
import { createFakeElectron, type FakeElectron } from '../support/fake-electron.ts';

const root = path.join(import.meta.dirname, '../..');
const own = {
  argv: [...process.argv],
  uncaught: process.listeners('uncaughtException'),
  unhandled: process.listeners('unhandledRejection'),
};

afterEach(() => {
  process.argv = [...own.argv];
  vi.doUnmock('../../electron/main/app/app.ts');
  vi.doUnmock('../../electron/main/platform/start-child.ts');
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  for (const listener of process.listeners('uncaughtException')) {
    if (!own.uncaught.includes(listener)) process.off('uncaughtException', listener);
  }
  for (const listener of process.listeners('unhandledRejection')) {
    if (!own.unhandled.includes(listener)) process.off('unhandledRejection', listener);
  }
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function started({
  argv = [] as readonly string[],
  env = {},
  fails = false,
  fake = createFakeElectron({ isPackaged: true }),
} = {}) {
  // The environment of a test run is not that of an app.
  for (const name of guardedVariables) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries<string>(env)) vi.stubEnv(name, value);
  process.argv = ['strongroom', ...argv];
  const done: string[] = [];
  const choice = { mayQuit: true, staysInTray: false };
  let ending = Promise.resolve();
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    ending = promise;
    return resolve;
  };
  const strongroom = {
    openWindow: () => done.push('open window'),
    lock: async () => void done.push('lock'),
    end() {
      done.push('end');
      return ending;
    },
    mayQuit: async () => choice.mayQuit,
    staysInTray: () => choice.staysInTray,
    log: {
      event: (name: string, fields?: object) => done.push(`log ${name} ${JSON.stringify(fields)}`),
      settled: () => Promise.resolve(),
    },
  };
  let composedAt: readonly string[] | null = null;
  const asked: unknown[] = [];
  const composeMock = async (ready: Promise<void>, how: unknown) => {
    composedAt = fake.order();
    asked.push(how);
    await ready;
    if (fails) throw new RangeError('secret-text-7Qx');
    return strongroom;
  };
  await fake.load(async () => {
    vi.doMock('../../electron/main/app/app.ts', () => ({ compose: composeMock }));
    return await import('../../electron/main/index.ts');
  });
  for (let turns = 0; turns < 20; turns += 1) await turn();
  return {
    fake,
    done,
    choice,
    hold,
    asked,
    composedAt: (): readonly string[] | null => composedAt,
  };
}

/** Quits as Electron does; true where the app held it up. */
function quit(fake: FakeElectron): boolean {
  let held = false;
  fake.electron.app.emit('before-quit', { preventDefault: () => (held = true) });
  return held;
}

describe('the entry', () => {
  it('asks for the sandbox, the scheme and the single instance before anything waits for ready', async () => {
    const { fake, composedAt } = await started();
    const owed = [
      'app.enableSandbox',
      'protocol.registerSchemesAsPrivileged',
      'app.requestSingleInstanceLock',
    ];
    expect(composedAt()).toEqual(expect.arrayContaining(owed));
    const ready = fake.order().indexOf('app.whenReady');
    expect(owed.filter((each) => fake.order().indexOf(each) > ready)).toEqual([]);
  });

  // All that lockDownContents keeps contents from is held by S05, S06 and S11.
  it('lets no contents that are ever made leave', async () => {
    const { fake } = await started();
    const { webContents } = new fake.electron.BrowserWindow();
    let prevented = 0;
    const event = { preventDefault: () => (prevented += 1) };
    webContents.emit('will-navigate', event, 'https://x.test');
    expect(prevented).toBe(1);
  });
});

describe('a start', () => {
  it('with a switch that weakens a packaged app is told and refused', async () => {
    const { fake } = await started({ argv: ['--no-sandbox'] });
    expect(fake.argsOf('dialog', 'showErrorBox')).toEqual([
      ['Strongroom does not start', expect.stringContaining('--no-sandbox')],
    ]);
    expect(fake.argsOf('app', 'exit')).toEqual([[1]]);
  });

  it('of a development build takes switches', async () => {
    const fake = createFakeElectron({ isPackaged: false });
    await started({ fake, argv: ['--no-sandbox'] });
    expect(fake.argsOf('app', 'exit')).toEqual([]);
  });

  it('that is refused is told once it can be read, and composes nothing', async () => {
    const fake = createFakeElectron({ isPackaged: true, given: ['no-sandbox'] });
    let isReady = (): void => undefined;
    fake.answers.ready = new Promise((resolve) => (isReady = resolve));
    const { composedAt } = await started({ fake, argv: ['--no-sandbox'] });
    expect(fake.argsOf('dialog', 'showErrorBox')).toEqual([]);
    expect(fake.electron.app.commandLine.hasSwitch('no-sandbox')).toBe(false);
    isReady();
    await eventually(() => expect(fake.argsOf('app', 'exit')).toEqual([[1]]));
    expect(fake.argsOf('dialog', 'showErrorBox')).toHaveLength(1);
    expect([composedAt(), fake.argsOf('app', 'requestSingleInstanceLock')]).toEqual([null, []]);
  });

  it('of a development build without its sandbox stays so, and can still be seen to be', async () => {
    const fake = createFakeElectron({ isPackaged: false, given: ['no-sandbox'] });
    await started({ fake });
    expect(fake.argsOf('app', 'enableSandbox')).toEqual([]);
    expect(fake.electron.app.commandLine.hasSwitch('no-sandbox')).toBe(true);
  });

  it('of a package leaves out what Node has read, by a second start with the same arguments', async () => {
    const starts: unknown[] = [];
    vi.doMock('../../electron/main/platform/start-child.ts', () => ({
      startInPlace: async (...given: unknown[]) => void starts.push(given),
    }));
    const { fake, composedAt } = await started({
      argv: ['--hidden'],
      env: { NODE_DEBUG: 'http', SSLKEYLOGFILE: '/tmp/keys' },
    });
    // What can be taken out later is: the second start takes it out, and names it.
    const environment = expect.objectContaining({
      STRONGROOM_LEFT_OUT: 'NODE_DEBUG',
      SSLKEYLOGFILE: '/tmp/keys',
    });
    expect(starts).toEqual([[process.execPath, ['--hidden'], environment]]);
    expect(JSON.stringify(starts)).not.toContain('"NODE_DEBUG":');
    expect([composedAt(), fake.argsOf('app', 'exit')]).toEqual([null, [[0]]]);
    expect(fake.argsOf('app', 'requestSingleInstanceLock')).toEqual([]);
  });

  it('of a package that cannot be repeated without it is told and refused', async () => {
    vi.doMock('../../electron/main/platform/start-child.ts', () => ({
      startInPlace: () => Promise.reject(new Error('EAGAIN')),
    }));
    const { fake, composedAt } = await started({ env: { NODE_DEBUG: 'http' } });
    expect(fake.argsOf('dialog', 'showErrorBox')).toHaveLength(1);
    expect([composedAt(), fake.argsOf('app', 'exit')]).toEqual([null, [[1]]]);
  });

  it('that another one left variables out for names them in the log', async () => {
    const { done } = await started({ env: { STRONGROOM_LEFT_OUT: 'NODE_DEBUG' } });
    expect(done).toContain('log variable_removed {"kind":"NODE_DEBUG"}');
    expect(process.env['STRONGROOM_LEFT_OUT']).toBeUndefined();
  });

  it('that fails is told, and the app ends', async () => {
    const before = process.listeners('unhandledRejection');
    // The runner's own listener would fail the test: here only the app's is to hear it.
    for (const listener of before) process.off('unhandledRejection', listener);
    const { fake } = await started({ fails: true });
    await eventually(() => expect(fake.argsOf('app', 'exit')).toEqual([[1]]));
    process.removeAllListeners('unhandledRejection');
    for (const listener of before) process.on('unhandledRejection', listener);
    expect(fake.argsOf('dialog', 'showErrorBox')).toEqual([
      [expect.any(String), expect.stringContaining('It could not start')],
    ]);
    expect(JSON.stringify(fake.calls)).not.toContain('secret-text-7Qx');
  });

  it.each([
    [true, 'app.strongroom.desktop'],
    [false, process.execPath],
  ])('on Windows names itself as its package does (packaged: %s)', async (isPackaged, name) => {
    const fake = createFakeElectron({ isPackaged });
    vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
    await started({ fake });
    expect(fake.argsOf('app', 'setAppUserModelId')).toEqual([[name]]);
    const builder = readFileSync(path.join(root, 'electron-builder.yml'), 'utf8');
    expect(builder).toContain('appId: app.strongroom.desktop');
  });

  it('beside a running one ends, and composes nothing', async () => {
    const fake = createFakeElectron({ isPackaged: true });
    fake.answers.hasSingleInstanceLock = false;
    const { composedAt } = await started({ fake });
    expect(fake.argsOf('app', 'quit')).toEqual([[]]);
    expect(composedAt()).toBeNull();
  });

  it('hands the running one nothing along', async () => {
    const { fake } = await started();
    expect(fake.argsOf('app', 'requestSingleInstanceLock')).toEqual([[]]);
  });

  it.each(['second-instance', 'activate'])(
    'heard as %s only brings the window up',
    async (event) => {
      const { fake, done } = await started();
      fake.electron.app.emit(event, {}, ['strongroom', 'strongroom://evil'], '/', { extra: 1 });
      expect(done).toEqual(['open window']);
    },
  );
});

describe('a start at login', () => {
  it.each([
    [['--hidden'], true],
    [[], false],
  ])('is known by its argument: %j', async (argv, hidden) => {
    const { fake, asked } = await started({ argv });
    expect(asked).toEqual([{ hidden }]);
    expect(fake.argsOf('app', 'exit')).toEqual([]);
  });
});

describe('the end', () => {
  it('of the last window ends the app, unless it stays in the tray', async () => {
    const { fake, choice } = await started();
    choice.staysInTray = true;
    fake.electron.app.emit('window-all-closed');
    expect(fake.argsOf('app', 'quit')).toEqual([]);
    choice.staysInTray = false;
    fake.electron.app.emit('window-all-closed');
    expect(fake.argsOf('app', 'quit')).toEqual([[]]);
  });

  it('is held up until everything is put away', async () => {
    const { fake, done } = await started();
    expect(quit(fake)).toBe(true);
    await eventually(() => expect(fake.argsOf('app', 'quit')).toEqual([[]]));
    expect(done).toContain('end');
    expect(quit(fake)).toBe(false);
  });

  it('that is asked for again while it is under way is the same end', async () => {
    const { fake, done, hold } = await started();
    const release = hold();
    expect([quit(fake), quit(fake)]).toEqual([true, true]);
    await turn();
    expect(quit(fake)).toBe(true);
    expect([done, fake.argsOf('app', 'quit')]).toEqual([['end'], []]);
    release();
    await eventually(() => expect(fake.argsOf('app', 'quit')).toEqual([[]]));
    expect(done.filter((each) => each === 'end')).toHaveLength(1);
  });

  it('comes by itself where everything is put away and a window does not close', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const { fake } = await started();
      quit(fake);
      for (let turns = 0; turns < 20; turns += 1) await turn();
      expect([fake.argsOf('app', 'quit'), fake.argsOf('app', 'exit')]).toEqual([[[]], []]);
      await vi.advanceTimersByTimeAsync(3_000);
      expect(fake.argsOf('app', 'exit')).toEqual([[]]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is called off where the person stays, and the window comes up', async () => {
    const { fake, done, choice } = await started();
    choice.mayQuit = false;
    expect(quit(fake)).toBe(true);
    await turn();
    expect([done, fake.argsOf('app', 'quit')]).toEqual([['open window'], []]);
  });
});

describe('a bug that nobody caught', () => {
  it('locks, and is told and logged by its class alone', async () => {
    const { fake, done } = await started();
    const listener = process
      .listeners('uncaughtException')
      .find((each) => !own.uncaught.includes(each));
    listener?.(new TypeError('secret-text-7Qx'), 'uncaughtException');
    await eventually(() => expect(done).toContain('lock'));
    expect(done.join()).toContain('"kind":"TypeError"');
    await eventually(() => expect(fake.argsOf('dialog', 'showErrorBox')).toHaveLength(1));
    expect(done.join() + JSON.stringify(fake.calls)).not.toContain('secret-text-7Qx');
  });
});

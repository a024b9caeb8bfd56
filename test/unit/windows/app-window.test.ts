// The app window as Electron is asked for it: how it is made, shown, hidden, what is sent to its page, and how that
// is loaded anew after a crash or a failed load, but not for ever.
import { beforeEach, describe, expect, it } from 'vitest';
import type { AppWindow, AppWindowPorts } from '../../../electron/main/windows/app-window.ts';
import { channelOf } from '../../../electron/shared/ipc-channels.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createFakeElectron, type FakeElectron } from '../../support/fake-electron.ts';

let fake: FakeElectron;
let window: AppWindow;
let heard: unknown[];
let isProtected: boolean;
let kept: ReturnType<AppWindowPorts['bounds']>;
let clock: ReturnType<typeof createFakeClock>;

beforeEach(async () => {
  fake = createFakeElectron();
  heard = [];
  clock = createFakeClock();
  isProtected = true;
  kept = { width: 800, height: 600, place: null, maximized: false };
  const { AppWindow } = await fake.load(
    () => import('../../../electron/main/windows/app-window.ts'),
  );
  window = new AppWindow({
    preload: '/preload.cjs',
    bounds: () => kept,
    saveBounds: (bounds) => heard.push(bounds),
    shown: () => heard.push('shown'),
    gone: () => heard.push('gone'),
    crashed: () => heard.push('crashed'),
    heard: (kind) => heard.push(kind),
    closed: () => heard.push('closed'),
    contentProtection: () => isProtected,
    unloadable: () => heard.push('unloadable'),
    clock,
  });
});

const made = () => fake.windows.at(-1)!;
const sent = () => fake.argsOf('contents 1', 'send');

describe('the app window', () => {
  it('hears input of the system by its kind, and never which key it was', () => {
    window.open();
    made().webContents.emit('input-event', {}, { type: 'rawKeyDown', keyCode: 'x' });
    expect(heard).toEqual(['rawKeyDown']);
  });

  it('has the size that was kept, and is not seen before it has painted', () => {
    window.open();
    expect(made().options).toMatchObject({ width: 800, height: 600, show: false });
    expect(fake.argsOf('window 1', 'show')).toEqual([]);
    made().emit('ready-to-show');
    expect(fake.argsOf('window 1', 'show')).toEqual([[]]);
  });

  it('opens where it was left, on the display that is there', () => {
    kept = { ...kept, place: { x: 2_000, y: 100 } };
    fake.answers.otherWorkAreas = [{ x: 1_920, y: 0, width: 1_280, height: 1_024 }];
    window.open();
    expect(made().options).toMatchObject({ x: 2_000, y: 100, width: 800, height: 600 });
  });

  it('opens in the middle where the display it was left on is gone', () => {
    kept = { ...kept, place: { x: 2_000, y: 100 } };
    window.open();
    expect(made().options).not.toHaveProperty('x');
  });

  it('is maximised again, once it is to be seen, and keeps the size it had before', () => {
    kept = { ...kept, maximized: true };
    fake.answers.maximized = true;
    window.open();
    // As documented it would be shown by that.
    expect(fake.argsOf('window 1', 'maximize')).toEqual([]);
    made().emit('ready-to-show');
    expect(fake.order().filter((call) => /^window 1\.(maximize|show)$/.test(call))).toEqual([
      'window 1.maximize',
      'window 1.show',
    ]);
    made().emit('close');
    expect(heard.at(-1)).toMatchObject({ width: 900.4, maximized: true });
  });

  it('is seen a moment after its page has loaded, where no frame is ever announced', async () => {
    window.open();
    await clock.advance(100);
    made().webContents.emit('did-finish-load');
    await clock.advance(1_499);
    expect(fake.argsOf('window 1', 'show')).toEqual([]);
    await clock.advance(1);
    expect(fake.argsOf('window 1', 'show')).toEqual([[]]);
  });

  it.each([
    ['its page failed to load', 'did-fail-load'],
    ['its page crashed', 'render-process-gone'],
  ])('is seen as soon as %s', (_name, event) => {
    window.open();
    made().webContents.emit(event, {}, -6, 'FILE_NOT_FOUND', 'strongroom://app/', true);
    expect(fake.argsOf('window 1', 'show')).toEqual([[]]);
  });

  const paint = (): void => void made().emit('ready-to-show');
  it.each([
    ['seen once, however many of these come', [paint, paint], [[]]],
    ['not shown any more once it is closed', [() => made().close()], []],
  ])('is %s', async (_, events, shown) => {
    window.open();
    made().webContents.emit('did-finish-load');
    for (const happen of events) happen();
    await clock.advance(60_000);
    expect(fake.argsOf('window 1', 'show')).toEqual(shown);
  });

  it('is no larger than what a small display leaves beside its panels', () => {
    fake.answers.workArea = { x: 0, y: 0, width: 640, height: 480 };
    window.open();
    expect(made().options).toMatchObject({ width: 640, height: 480 });
  });

  it('is made once; opened again it comes to the front', () => {
    window.open();
    window.open();
    expect(fake.windows).toHaveLength(1);
    expect(fake.argsOf('window 1', 'focus')).toEqual([[]]);
  });

  it.each([true, false])('is kept out of screenshots as the person chose (%s)', (chosen) => {
    isProtected = chosen;
    window.open();
    expect(fake.argsOf('window 1', 'setContentProtection')).toEqual([[chosen]]);
  });

  it('follows a change of that choice while it stands', () => {
    window.open();
    isProtected = false;
    window.protect();
    isProtected = true;
    window.protect();
    expect(fake.argsOf('window 1', 'setContentProtection')).toEqual([[true], [false], [true]]);
  });

  it('is kept out of screenshots again where it is made anew', () => {
    window.open();
    made().close();
    window.open();
    expect(fake.argsOf('window 2', 'setContentProtection')).toEqual([[true]]);
  });

  it('is known as a sender by its contents and its page, and not once it is closed', () => {
    expect(window.known()).toBeNull();
    window.open();
    const known = { webContentsId: made().webContents.id, pageUrl: 'strongroom://app/index.html' };
    expect(window.known()).toEqual(known);
    made().close();
    expect(window.known()).toBeNull();
  });

  it('sends by the channels of the contract', () => {
    window.open();
    window.send('woken', null);
    window.command('settings');
    expect(sent()).toEqual([
      [channelOf('woken'), null],
      [channelOf('commandInvoked'), 'settings'],
    ]);
  });

  it('drops what its page holds by loading it anew, and sends nothing to the page that goes', () => {
    window.open();
    window.reload();
    window.command('settings');
    expect(fake.argsOf('contents 1', 'reload')).toEqual([[]]);
    expect([heard, sent()]).toEqual([['gone'], []]);
    made().webContents.emit('did-finish-load');
    window.command('search');
    expect(sent()).toEqual([[channelOf('commandInvoked'), 'search']]);
  });

  it('is out of sight as soon as the app ends, and hears nothing more', () => {
    window.open();
    window.leave();
    window.command('settings');
    window.reload();
    window.open();
    expect(fake.argsOf('window 1', 'hide')).toEqual([[]]);
    expect([sent(), fake.argsOf('contents 1', 'reload'), fake.windows.length]).toEqual([[], [], 1]);
  });

  it('keeps its size when it closes, and tells that its page is gone', () => {
    window.open();
    made().emit('close');
    made().close();
    const place = { x: 40, y: 60 };
    expect(heard).toEqual([
      { width: 900.4, height: 700.6, place, maximized: false },
      'gone',
      'closed',
    ]);
  });

  it.each(['show', 'restore', 'focus'] as const)('tells that it is seen again at %s', (event) => {
    window.open();
    made().emit(event);
    expect(heard).toEqual(['shown']);
  });
});

describe('the page of the app window', () => {
  const loads = (): number => fake.argsOf('window 1', 'loadURL').length;
  const reloads = (): number => fake.argsOf('contents 1', 'reload').length;
  const saidUnloadable = (): number => heard.filter((each) => each === 'unloadable').length;
  const tell = (event: string): void => void made().webContents.emit(event, {}, {});
  const failLoad = (code = -6, isMainFrame = true): void =>
    void made().webContents.emit('did-fail-load', {}, code, '', '', isMainFrame);
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  beforeEach(() => window.open());

  it('loads a page that crashed anew, once its crash has been told to its end', async () => {
    tell('did-finish-load');
    tell('render-process-gone');
    expect(reloads()).toBe(0);
    await turn();
    expect(reloads()).toBe(1);
  });

  it('loads a page that crashes before it stands again after pauses, three times, then says so', async () => {
    for (const pauseMs of [500, 2_000, 5_000]) {
      const before = reloads();
      tell('render-process-gone');
      await turn();
      await clock.advance(pauseMs - 1);
      expect(reloads()).toBe(before);
      await clock.advance(1);
      expect(reloads()).toBe(before + 1);
    }
    expect(saidUnloadable()).toBe(0);
    tell('render-process-gone');
    tell('render-process-gone');
    await clock.advance(60_000);
    expect([reloads(), saidUnloadable()]).toEqual([3, 1]);
  });

  it('loads a page that failed to load again, and counts anew once it stood', async () => {
    for (let turnOf = 0; turnOf < 5; turnOf += 1) {
      failLoad();
      await clock.advance(500);
      tell('did-finish-load');
      tell('render-process-gone');
      await turn();
      tell('did-finish-load');
    }
    expect(saidUnloadable()).toBe(0);
    failLoad();
    await clock.advance(60_000);
    expect(loads()).toBe(7);
  });

  it('does not load again what another load took the place of, or what failed inside the page', async () => {
    failLoad(-3);
    failLoad(-6, false);
    await clock.advance(60_000);
    expect(loads()).toBe(1);
  });

  it('loads again where the person wants another try', async () => {
    for (let loads = 0; loads < 4; loads += 1) {
      failLoad();
      await clock.advance(60_000);
    }
    expect(loads()).toBe(4);
    window.loadAgain();
    failLoad();
    await clock.advance(500);
    expect(loads()).toBe(6);
  });

  it('is seen after three seconds where it has not painted', async () => {
    await clock.advance(2_999);
    expect(fake.argsOf('window 1', 'show')).toEqual([]);
    await clock.advance(1);
    expect(fake.argsOf('window 1', 'show')).toEqual([[]]);
  });

  it('stays out of sight where the app ends before it was shown', async () => {
    window.leave();
    await clock.advance(60_000);
    expect(fake.argsOf('window 1', 'show')).toEqual([]);
  });

  it('tries a crashed page again where the person asks for the window', () => {
    tell('render-process-gone');
    window.open();
    expect(reloads()).toBe(1);
  });
});

// Moves the wall clock of the main process and of the app window forward, and wakes the machine: what a
// sleep or a person who sets the clock does. Monotonic time stays, as it does in a real sleep on Linux.
import type { ElectronApplication, Page } from '@playwright/test';
import type { LaunchedApp } from './launch.ts';

function jump(ms: number): void {
  const before = Date.now.bind(Date);
  Date.now = () => before() + ms;
}

const moved = new WeakSet<ElectronApplication>();

/** Whether the clocks or timers of its main process are no longer those of the machine. */
export const hasMovedClocks = ({ app }: LaunchedApp): boolean => moved.has(app);

/** Moves the clock of the page alone. */
export const jumpPage = (page: Page, ms: number): Promise<void> => page.evaluate(jump, ms);

/** Moves both clocks and tells nobody. */
export async function setClock({ app }: LaunchedApp, page: Page, ms: number): Promise<void> {
  moved.add(app);
  await jumpPage(page, ms);
  await app.evaluate((_, byMs) => {
    const before = Date.now.bind(Date);
    Date.now = () => before() + byMs;
  }, ms);
}

export async function jumpClock(launched: LaunchedApp, page: Page, ms: number): Promise<void> {
  await setClock(launched, page, ms);
  await launched.app.evaluate(({ powerMonitor }) => {
    powerMonitor.emit('resume');
  });
}

/** The wall clock of the main process stands still: what would end meanwhile can be looked at in peace. */
export async function stopClock({ app }: LaunchedApp): Promise<void> {
  moved.add(app);
  await app.evaluate(() => {
    const now = Date.now();
    Date.now = () => now;
  });
}

/** Time of the page stands still, so that what it counts down can be read. The answer lets it go on. */
export async function holdPage(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const now = performance.now();
    performance.now = () => now;
  });
  return () => page.evaluate(() => void Reflect.deleteProperty(performance, 'now'));
}

/** As long as a confirmation takes no second press of the same key, and a little (RevokeBar.tsx). */
const KEY_REPEAT_MS = 650;

/** Moves the clock of the window past the guard against a repeated key. */
export const passKeyRepeat = (page: Page): Promise<void> => jumpPage(page, KEY_REPEAT_MS);

/**
 * From now on timers of exactly this length wait in the main process. The answer ends those that wait:
 * what happens after 20 s happens when the test says so, and a timer of another length waits as ever.
 */
export async function holdTimers(
  { app }: LaunchedApp,
  lengthMs: number,
): Promise<() => Promise<void>> {
  moved.add(app);
  await app.evaluate((_, heldMs) => {
    const begin = globalThis.setTimeout;
    const held = new Map<unknown, () => void>();
    Object.assign(globalThis, { strongroomHeldTimers: held });
    globalThis.setTimeout = ((callback: () => void, delayMs?: number, ...rest: unknown[]) => {
      if (delayMs !== heldMs) return begin(callback, delayMs, ...rest);
      const handle = begin(() => undefined, 2 ** 31 - 1);
      held.set(handle.unref(), callback);
      return handle;
    }) as typeof setTimeout;
    const cancel = globalThis.clearTimeout;
    globalThis.clearTimeout = ((handle: NodeJS.Timeout | undefined) => {
      held.delete(handle);
      cancel(handle);
    }) as typeof clearTimeout;
  }, lengthMs);
  return () =>
    app.evaluate(() => {
      const { strongroomHeldTimers: held } = globalThis as unknown as {
        strongroomHeldTimers: Map<unknown, () => void>;
      };
      for (const [handle, callback] of held) {
        held.delete(handle);
        callback();
      }
    });
}

/** The machine is about to sleep, or its screen was locked. */
export async function tellMachine(
  { app }: LaunchedApp,
  event: 'suspend' | 'lock-screen',
): Promise<void> {
  await app.evaluate(({ powerMonitor }, name) => {
    powerMonitor.emit(name);
  }, event);
}

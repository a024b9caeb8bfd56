// Moves the wall clock of the main process and of the app window forward, and wakes the machine: what a
// sleep or a person who sets the clock does. Monotonic time stays, as it does in a real sleep on Linux.
import type { Page } from '@playwright/test';
import type { LaunchedApp } from './launch.ts';

function jump(ms: number): void {
  const before = Date.now.bind(Date);
  Date.now = () => before() + ms;
}

/** Moves both clocks and tells nobody. */
export async function setClock({ app }: LaunchedApp, page: Page, ms: number): Promise<void> {
  await page.evaluate(jump, ms);
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

/** The machine is about to sleep, or its screen was locked. */
export async function tellMachine(
  { app }: LaunchedApp,
  event: 'suspend' | 'lock-screen',
): Promise<void> {
  await app.evaluate(({ powerMonitor }, name) => {
    powerMonitor.emit(name);
  }, event);
}

// What the stand-in host keeps of the desktop that nobody sees in a test: notifications, the tray and its menu, and
// files shown in their folder. Electron hands these to the system and keeps nothing: a journey that asks for one is
// skipped there, aloud. The only place that reads the stand-in's own records.
import { test } from '@playwright/test';
import type { LaunchedApp } from './launch.ts';
import { testHost } from './test-host.ts';

interface Records {
  readonly notifications: readonly { readonly body?: string }[];
  readonly opened: readonly string[];
  readonly trays: readonly {
    readonly menu: { readonly items: readonly TrayItem[] } | null;
  }[];
}
interface TrayItem {
  readonly label: string;
  readonly click: () => void;
}

type Running = Pick<LaunchedApp, 'app'>;

/** Skips the rest of a journey on real Electron, and says what is not shown there. */
export function needsStandIn(what: string): void {
  test.skip(testHost() !== 'stand-in', `NOT shown on Electron: ${what}`);
}

/** Bodies of the notifications shown since the start, oldest first. */
export async function notificationsOf({ app }: Running): Promise<readonly string[]> {
  needsStandIn('what a notification says, which the system keeps.');
  return await app.evaluate((electron) => {
    const { standIn } = electron as unknown as { standIn: { recorded: Records } };
    return standIn.recorded.notifications.map(({ body = '' }) => body);
  });
}

/** Chooses a line of the tray's menu; answers all of its lines. */
export async function chooseFromTray({ app }: Running, line: string): Promise<readonly string[]> {
  needsStandIn('the menu of the tray, which the system draws.');
  return await app.evaluate((electron, chosen) => {
    const { standIn } = electron as unknown as { standIn: { recorded: Records } };
    const items = standIn.recorded.trays.at(-1)?.menu?.items ?? [];
    items.find(({ label }) => label === chosen)?.click();
    return items.map(({ label }) => label);
  }, line);
}

/** Files and folders that the system was asked to show, oldest first. */
export async function shownInFolder({ app }: Running): Promise<readonly string[]> {
  needsStandIn('which file is shown in its folder, in a window of the system.');
  return await app.evaluate((electron) => {
    const { standIn } = electron as unknown as { standIn: { recorded: Records } };
    return standIn.recorded.opened;
  });
}

// The real built app with a vault of many credentials, for the bench of its window: launched, unlocked,
// and measured from outside it.
import path from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { createVaultStore } from '../../electron/main/vault/vault-store.ts';
import { watchDialogs } from '../support/dialogs.ts';
import { launchStrongroom, windowAt, type LaunchedApp } from '../support/launch.ts';
import { contents, LOW_COST, PASSPHRASE, secret, valueOf } from '../unit/vault/vault-samples.ts';

const HOUR_MS = 3_600_000;

interface OpenApp {
  readonly launched: LaunchedApp;
  readonly page: Page;
  readonly devTools: CDPSession;
  readonly close: () => Promise<void>;
}

/** Every credential with one token, which runs out between one hour and a day from now. */
export async function makeProfile(folder: string, credentials: number): Promise<void> {
  const directory = path.join(folder, 'vault');
  const store = createVaultStore({ directory, kdf: LOW_COST, nowMs: Date.now });
  const nowMs = Date.now();
  const many = contents(credentials);
  const whole = {
    ...many,
    tokens: many.tokens.map((token, at) => ({
      ...token,
      sentAtMs: nowMs - (at % 23) * HOUR_MS,
      supersededAtMs: null,
    })),
  };
  const vault = valueOf(await store.create(secret(PASSPHRASE), whole));
  const seal = whole.tokens.map(({ id }) => ({
    name: { id, field: 'access_token' } as const,
    secret: secret(`token ${id}`),
  }));
  valueOf(await vault.change({ contents: (before) => before, seal }));
  await vault.lock();
}

export async function openApp(profile: string): Promise<OpenApp> {
  const launched = await launchStrongroom({ userDataDir: profile });
  launched.app.context().setDefaultTimeout(120_000);
  const page = await windowAt(launched, 'app');
  await unlock(launched, page);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    launched,
    page,
    devTools,
    async close() {
      const dialogs = await watchDialogs(launched.app);
      await dialogs.keepTokensAtQuit();
      await launched.app.close();
    },
  };
}

/** The least an app with a window can be, on the same host: what of a figure is not ours. */
export async function openBare(profile: string): Promise<LaunchedApp> {
  const launched = await launchStrongroom({
    userDataDir: profile,
    appFolder: path.join(import.meta.dirname, 'bare-window'),
  });
  // Looked for in the same way as ours.
  const page = await windowAt(launched, '', { scheme: 'file' });
  await page.getByRole('button', { name: 'Unlock', exact: true }).waitFor();
  return launched;
}

export async function unlock(launched: LaunchedApp, page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  const entry = await windowAt(launched, 'entry');
  const closed = entry.waitForEvent('close');
  await entry.locator('input').first().fill(PASSPHRASE);
  await entry
    .locator('button[type=submit]')
    .click()
    .catch((problem: unknown) => {
      if (!entry.isClosed()) throw problem;
    });
  await closed;
  await page.getByRole('row', { name: /Desk/ }).first().waitFor();
}

export async function lock({ page }: OpenApp): Promise<void> {
  await page.keyboard.press('Control+l');
  await page.getByRole('button', { name: 'Unlock', exact: true }).waitFor();
  await pause(2_000);
}

/** Milliseconds that the page's main thread has worked so far. */
export async function workedMs({ devTools }: OpenApp): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

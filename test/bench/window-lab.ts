// The real built app with a vault of many credentials, for the bench of its window: launched, unlocked,
// and measured from outside it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import type { Credential } from '../../electron/main/domain/credential.ts';
import type { CredentialId } from '../../electron/main/domain/ids.ts';
import { practiceEnvironment } from '../../electron/main/environments/environments.ts';
import type { VaultContents } from '../../electron/main/vault/store/vault.ts';
import { createVaultStore } from '../../electron/main/vault/store/vault-store.ts';
import { watchDialogs } from '../support/dialogs.ts';
import { launchStrongroom, windowAt, type LaunchedApp } from '../support/launch.ts';
import {
  contents,
  credential,
  LOW_COST,
  PASSPHRASE,
  secret,
  valueOf,
} from '../unit/vault/store/vault-samples.ts';

const HOUR_MS = 3_600_000;
/** V8's memory reducer comes again some seconds after a collection. */
export const COLLECTED_MS = 15_000;
const PRACTICE_ID = 'practice-trader' as CredentialId;

export interface OpenApp {
  readonly launched: LaunchedApp;
  readonly page: Page;
  readonly devTools: CDPSession;
  readonly close: () => Promise<void>;
}

/** Every credential with one token; the first `live` of them run out between one hour and a day from now. */
function liveContents(credentials: number, live: number): VaultContents {
  const whole = contents(credentials);
  const nowMs = Date.now();
  return {
    ...whole,
    tokens: whole.tokens.map((token, at) => ({
      ...token,
      sentAtMs: at < live ? nowMs - (at % 23) * HOUR_MS : nowMs - 48 * HOUR_MS,
      supersededAtMs: null,
    })),
  };
}

/** The credential of the practice gateway, where there is one. */
export const PRACTICE_LABEL = 'Practice trader';

/** Adds a credential of the practice gateway, which answers in the app's own process. */
function withPractice(whole: VaultContents): VaultContents {
  const practising: Credential = {
    ...credential(0),
    id: PRACTICE_ID,
    environmentId: practiceEnvironment.id,
    label: PRACTICE_LABEL,
  };
  return {
    ...whole,
    environments: [...whole.environments, practiceEnvironment],
    credentials: [...whole.credentials, practising],
  };
}

export async function makeProfile(
  folder: string,
  credentials: number,
  { live = credentials, practice = false } = {},
): Promise<void> {
  const store = createVaultStore({
    directory: path.join(folder, 'vault'),
    kdf: LOW_COST,
    nowMs: Date.now,
  });
  const many = liveContents(credentials, live);
  const whole = practice ? withPractice(many) : many;
  const vault = valueOf(await store.create(secret(PASSPHRASE), whole));
  const seal = whole.tokens.map(({ id }) => ({
    name: { id, field: 'access_token' } as const,
    secret: secret(`token ${id}`),
  }));
  valueOf(await vault.change({ contents: (before) => before, seal }));
  if (practice) {
    const name = { id: PRACTICE_ID, field: 'client_secret' } as const;
    const known = secret('a client secret of the practice gateway');
    valueOf(await vault.change({ contents: (before) => before, seal: [{ name, secret: known }] }));
  }
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
export async function openBare(
  profile: string,
  { ownScheme = false } = {},
): Promise<Pick<OpenApp, 'launched' | 'page'>> {
  const launched = await launchStrongroom({
    userDataDir: profile,
    appFolder: path.join(import.meta.dirname, 'bare-window'),
    args: ownScheme ? ['--own-scheme'] : [],
  });
  // Looked for in the same way as ours.
  const page = await (ownScheme
    ? windowAt(launched, 'window', { scheme: 'bare' })
    : windowAt(launched, '', { scheme: 'file' }));
  await page.getByRole('button', { name: 'Unlock', exact: true }).waitFor();
  return { launched, page };
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

/** Milliseconds that the page's main thread has worked so far. */
export async function workedMs({ devTools }: OpenApp): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** The part of `seconds` that the page's main thread works, from 0 to 1. */
export async function share(app: OpenApp, seconds: number): Promise<number> {
  const before = await workedMs(app);
  await pause(seconds * 1_000);
  return ((await workedMs(app)) - before) / (seconds * 1_000);
}

/** The process and all it started. Linux only. */
export function processTree(root: number): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      parents.set(Number(name), Number(fields[1]));
    } catch {
      // Gone meanwhile.
    }
  }
  const found = [root];
  for (const pid of found) {
    for (const [child, parent] of parents) if (parent === pid) found.push(child);
  }
  return found;
}

/** Proportional set size of all of them, in MiB. */
export function memoryMib(pids: readonly number[]): number {
  const kib = pids.map((pid) => {
    try {
      const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return kib.reduce((sum, each) => sum + each, 0) / 1024;
}

/** Nanoseconds of CPU that each of their threads has used. A tick of 10 ms is coarser than what is looked for. */
export function threadTimes(pids: readonly number[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const pid of pids) {
    const folder = `/proc/${pid}/task`;
    for (const thread of existsSync(folder) ? readdirSync(folder) : []) {
      const file = `${folder}/${thread}/schedstat`;
      try {
        times.set(file, Number(readFileSync(file, 'utf8').split(' ')[0]));
      } catch {
        // Gone meanwhile.
      }
    }
  }
  return times;
}

/** Seconds of CPU used between both looks by the threads that are there at the second. */
export function usedSeconds(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): number {
  const used = [...after].map(([thread, ns]) => ns - (before.get(thread) ?? 0));
  return used.reduce((sum, each) => sum + each, 0) / 1e9;
}

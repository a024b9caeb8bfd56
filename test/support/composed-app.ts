// The whole app composed on a fake Electron, over a real vault folder, and what a person does in it.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type * as Argon2 from '@node-rs/argon2';
import { expect, vi } from 'vitest';
import type { Strongroom } from '../../electron/main/app/app.ts';
import { APP_PAGE, ENTRY_PAGE } from '../../electron/main/windows/page-files.ts';
import { channelOf } from '../../electron/shared/ipc-channels.ts';
import type { CallName } from '../../electron/shared/ipc-contract.ts';
import { entryChannels } from '../../electron/shared/unlock/entry-contract.ts';
import { eventually } from './eventually.ts';
import { createFakeElectron, senderAt, type FakeElectron } from './fake-electron.ts';

export interface ComposedApp {
  readonly userData: string;
  readonly fake: FakeElectron;
  readonly strongroom: Strongroom;
}

const PASSPHRASE = 'seven quiet harbours under orange lamps';
export const [APP_ID, ENTRY_ID] = [1, 2];
export const ends = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const;
export const ownListeners = ends.map((signal) => process.listeners(signal));

/** @param given `hashing`: what a hash of the passphrase waits for; `replace` puts more in the place of modules. */
export async function composeApp(
  given: {
    readonly atLogin?: { readonly hasTray: boolean } | null;
    readonly hashing?: () => Promise<void>;
    readonly replace?: () => void;
  } = {},
): Promise<ComposedApp> {
  const { atLogin = null, hashing = () => Promise.resolve(), replace = () => undefined } = given;
  // No message bus of this machine tells of a locked screen.
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', undefined);
  vi.stubEnv('DBUS_SYSTEM_BUS_ADDRESS', undefined);
  const userData = await mkdtemp(path.join(os.tmpdir(), 'composed-'));
  vi.stubEnv('XDG_RUNTIME_DIR', userData);
  const fake = createFakeElectron({ userData });
  // Longer than a question must stand before an answer counts.
  fake.answers.messageAfterMs = 550;
  const strongroom = await fake.load(async () => {
    // Real hashes at a cost that no test has to wait for; what is cheap anyway, as the self-test, stays as it is.
    vi.doMock('@node-rs/argon2', async (original) => {
      const real = await original<typeof Argon2>();
      const hashRaw: typeof real.hashRaw = async (message, options, signal) => {
        await hashing();
        const memoryCost = Math.min(options?.memoryCost ?? Infinity, 1_024);
        return await real.hashRaw(message, { ...options, memoryCost }, signal);
      };
      return { ...real, hashRaw };
    });
    // The pages are not built here.
    vi.doMock('../../electron/main/windows/page-files.ts', async (original) => ({
      ...(await original<object>()),
      listPageFiles: () => Promise.resolve(new Map()),
    }));
    vi.doMock('../../electron/main/platform/tray-host.ts', () => ({
      awaitTrayHost: () => Promise.resolve(atLogin?.hasTray ?? false),
    }));
    replace();
    const { compose } = await import('../../electron/main/app/app.ts');
    return await compose(Promise.resolve(), { hidden: atLogin !== null });
  });
  return { userData, fake, strongroom };
}

export async function endApp({ userData, strongroom }: ComposedApp): Promise<void> {
  for (const [index, signal] of ends.entries()) {
    const added = process.listeners(signal).filter((each) => !ownListeners[index]?.includes(each));
    for (const listener of added) process.off(signal, listener);
  }
  await strongroom.end();
  await strongroom.log.settled();
  vi.doUnmock('../../electron/main/windows/page-files.ts');
  vi.doUnmock('../../electron/main/platform/tray-host.ts');
  vi.doUnmock('@node-rs/argon2');
  vi.unstubAllEnvs();
  await rm(userData, { recursive: true, force: true });
}

/** A call of the app window's page. */
export const asked = (
  fake: FakeElectron,
  name: CallName,
  input?: unknown,
  sender: unknown = senderAt(APP_ID, APP_PAGE),
): Promise<unknown> => fake.invoke(channelOf(name), sender as never, input) as Promise<unknown>;

/** What a call answers that asks for the passphrase: the entry window is made anew for each question. */
export async function typed(fake: FakeElectron, call: CallName, input?: unknown): Promise<unknown> {
  const window = fake.windows.length + 1;
  const answer = asked(fake, call, input);
  await eventually(() => expect(fake.windows).toHaveLength(window));
  const bytes = Buffer.from(PASSPHRASE);
  fake.electron.ipcMain.emit(entryChannels.submit, senderAt(window, ENTRY_PAGE), bytes);
  return await answer;
}

export async function createVault(fake: FakeElectron): Promise<void> {
  expect(await typed(fake, 'vaultCreate')).toMatchObject({ ok: true });
}

export async function unlockVault(fake: FakeElectron): Promise<void> {
  expect(await typed(fake, 'vaultUnlock')).toMatchObject({ ok: true });
}

interface ComposedView {
  readonly rest: Readonly<Record<string, unknown>> & { readonly vault: { readonly state: string } };
  readonly order: readonly string[];
}

/** The view comes as a text within the answer. */
export async function viewOf(fake: FakeElectron): Promise<ComposedView> {
  const answer = await asked(fake, 'viewCurrent', { held: null });
  return JSON.parse((answer as { value: { text: string } }).value.text) as ComposedView;
}

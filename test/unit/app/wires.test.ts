// Wires of the composed app that nothing else would miss: what happens on one side of it is seen on the other.
import { gone } from '../../../electron/shared/failures/failure.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, rm, truncate } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as Sessions from '../../../electron/main/app/sessions.ts';
import type { Strongroom } from '../../../electron/main/app/app.ts';
import { APP_PAGE } from '../../../electron/main/windows/page-files.ts';
import { channelOf } from '../../../electron/shared/ipc-channels.ts';
import type { CallName } from '../../../electron/shared/ipc-contract.ts';
import { systemClock } from '../../../electron/main/domain/clock.ts';
import {
  FOLDER_NAME,
  PROTOCOL_VERSION,
  SOCKET_NAME,
} from '../../../electron/shared/hand-out/protocol.ts';
import { eventually } from '../../support/eventually.ts';
import {
  asked,
  composeApp,
  createVault,
  endApp,
  typed,
  unlockVault,
  viewOf,
} from '../../support/composed-app.ts';
import { senderAt, type FakeElectron } from '../../support/fake-electron.ts';
import { addEnvironment, addTokens } from '../../support/many-tokens.ts';
import type { TestSession } from '../../support/test-session.ts';

let userData: string;
let fake: FakeElectron;
let strongroom: Strongroom;
/** The session that was opened last, and what it was opened with. */
let opened: {
  readonly ports: Parameters<ReturnType<typeof Sessions.createSessions>>[0];
  readonly services: Awaited<ReturnType<ReturnType<typeof Sessions.createSessions>>>;
};

beforeEach(async () => {
  const replace = (): void => {
    vi.doMock('../../../electron/main/app/sessions.ts', async (original) => {
      const real = await original<typeof Sessions>();
      const createSessions: typeof real.createSessions = (clock) => async (ports) => {
        const services = await real.createSessions(clock)(ports);
        opened = { ports, services };
        return services;
      };
      return { ...real, createSessions };
    });
  };
  ({ userData, fake, strongroom } = await composeApp({ replace }));
  await createVault(fake);
});

afterEach(async () => {
  await endApp({ userData, fake, strongroom });
  vi.doUnmock('../../../electron/main/app/sessions.ts');
});

const ask = (name: CallName, input?: unknown) => asked(fake, name, input);
const unlock = () => unlockVault(fake);
const view = () => viewOf(fake);
const state = async (): Promise<string> => (await view()).rest.vault.state;

/** Of a credential of the practice gateway, the first sample where none is named. */
async function getToken(of?: string): Promise<string> {
  const credentialId = of ?? (await view()).order[0];
  const got = await ask('tokenGet', { credentialId, scopes: ['TRADER_READ'] });
  expect(got).toMatchObject({ ok: true });
  return (got as { value: { tokenId: string } }).value.tokenId;
}

/** Opens a vault in memory beside the saved one, with a token that may live, of an environment that is not practice. */
async function openInMemory(): Promise<void> {
  await strongroom.lock();
  expect(await ask('vaultOpenInMemory')).toMatchObject({ ok: true });
  const { vault } = opened.services.session;
  const credential = () => vault.contents().credentials[0]!;
  const session = { vault, credential, clock: systemClock } as unknown as TestSession;
  const credentialId = await addEnvironment(session, 'customer');
  // Without its text nothing is sent anywhere.
  await addTokens(session, [{ id: 'of-the-customer', credentialId, text: false }]);
}

async function pressLock(on: 'tray' | 'Menu'): Promise<void> {
  const name = on === 'tray' ? 'setContextMenu' : 'setApplicationMenu';
  const menu = () => fake.argsOf(on, name).at(-1)?.[0] as InstanceType<typeof fake.electron.Menu>;
  const item = () =>
    menu()
      .all()
      .find(({ label }) => label === 'Lock');
  await eventually(() => expect(item()?.enabled).toBe(true));
  (item() as { readonly click: () => void } | undefined)?.click();
}

/** Whether anything listens there. */
const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

describe('a lock of the composed app', () => {
  it('of a vault in memory leaves no file of it, and says what may live on', async () => {
    await strongroom.lock();
    const files = () => readdirSync(path.join(userData, 'vault')).toSorted();
    const contents = () => files().map((name) => readFileSync(path.join(userData, 'vault', name)));
    const before = [files(), contents()];
    await openInMemory();
    expect((await view()).rest).toMatchObject({ inMemory: true, openVault: null });
    await strongroom.lock();
    expect((await view()).rest).toMatchObject({
      vault: { state: 'locked' },
      inMemory: false,
      leftAtLock: { accepted: 0, live: 1 },
    });
    expect([files(), contents()]).toEqual(before);
    await unlock();
    expect((await view()).rest['leftAtLock']).toBeNull();
  });

  it('revokes what was to live until it', async () => {
    const tokenId = await getToken();
    expect(await ask('leaseSet', { tokenId, lease: { end: 'lock' } })).toMatchObject({ ok: true });
    await strongroom.lock();
    expect((await view()).rest['leasesAtLock']).toMatchObject({ ended: 1 });
  });

  it('of a machine that sleeps ends at the next unlock what was to live until then', async () => {
    const tokenId = await getToken();
    const lease = { end: 'suspend' };
    expect(await ask('leaseSet', { tokenId, lease })).toMatchObject({ ok: true });
    fake.electron.powerMonitor.emit('suspend');
    await strongroom.lock();
    await unlock();
    await eventually(async () =>
      expect(JSON.stringify(await ask('practiceCurrent'))).toContain('/revoke'),
    );
  });

  it('takes back the question that stands', async () => {
    fake.answers.messageAfterMs = 600_000;
    void ask('settingsChange', { contentProtection: false });
    const standing = () => fake.argsOf('dialog', 'showMessageBox').at(-1)?.at(-1);
    await eventually(() => expect(standing()).toMatchObject({ signal: { aborted: false } }));
    const lock = strongroom.lock();
    expect(standing()).toMatchObject({ signal: { aborted: true } });
    await lock;
  });

  it('dismisses the window into which a secret is typed', async () => {
    fake.answers.messageAfterMs = 0;
    void ask('vaultMakeRecoveryKey');
    await eventually(() => expect(fake.windows).toHaveLength(3));
    await strongroom.lock();
    expect(fake.windows[2]?.isDestroyed()).toBe(true);
    expect(fake.argsOf('contents 1', 'reload')).toEqual([[]]);
  });

  it('forgets the file that was saved last', async () => {
    fake.answers.save = { canceled: false, filePath: path.join(userData, 'history.jsonl') };
    expect(await ask('historyExport', { format: 'json_lines' })).toMatchObject({ ok: true });
    expect(await ask('savedShow')).toEqual({ ok: true, value: 'done' });
    await strongroom.lock();
    await unlock();
    expect(await ask('savedShow')).toEqual({ ok: true, value: 'cancelled' });
  });

  it('that leaves the vault at work ends what its sheets hold', async () => {
    expect(await ask('settingsChange', { lockedWorkHours: 12 })).toMatchObject({ ok: true });
    fake.answers.clipboardText = 'CLIENT_ID=a\nCLIENT_SECRET=a-secret-of-somebody\n';
    expect(await ask('importTake', { source: 'clipboard' })).toMatchObject({ ok: true });
    await ask('vaultLock');
    expect((await view()).rest['worksUntilMs']).not.toBeNull();
    await unlock();
    expect(await ask('importApply', { choices: [CHOICE] })).toMatchObject({
      failure: gone('preview'),
    });
  });

  it('ends what listens', async () => {
    const { session } = opened.services;
    const [practice] = session.vault.contents().environments;
    const port = Number(new URL(session.targetOf(practice!)?.baseUrl ?? '').port);
    expect(await answers(port)).toBe(true);
    await strongroom.lock();
    expect(await answers(port)).toBe(false);
  });

  it('of a machine that sleeps is the last that is written down, as the keys of the history go', async () => {
    fake.electron.powerMonitor.emit('suspend');
    opened.ports.recordEvent({ what: 'token_copied', atMs: Date.now(), by: 'person' });
    await strongroom.lock();
    await unlock();
    const told = JSON.stringify(
      await ask('historyPage', { before: null, search: '', credentialId: null }),
    );
    expect(told).toContain('vault_locked');
    expect(told).not.toContain('token_copied');
  });

  it('offers the other ways in that were added since', async () => {
    // As a keyring seals.
    vi.spyOn(fake.electron.safeStorage, 'encryptStringAsync').mockImplementation((text) =>
      Promise.resolve(Buffer.concat([Buffer.from('v11'), Buffer.from(text).map((byte) => ~byte)])),
    );
    expect(await typed(fake, 'keystoreUnlockChange', { on: true })).toMatchObject({ ok: true });
    expect((await view()).rest['otherWays']).toEqual([]);
    await strongroom.lock();
    expect((await view()).rest['otherWays']).toEqual(['os']);
  });

  it('by hand asks first where something lives of a vault in memory', async () => {
    await openInMemory();
    fake.answers.message = { response: -1, checkboxChecked: false };
    const before = fake.argsOf('dialog', 'showMessageBox').length;
    await pressLock('tray');
    await eventually(() =>
      expect(fake.argsOf('dialog', 'showMessageBox').length).toBeGreaterThan(before),
    );
    expect(await state()).toBe('unlocked');
  });

  it('is in the log and in the history, as the vault’s making is', async () => {
    await strongroom.lock();
    await strongroom.log.settled();
    const log = await readFile(path.join(userData, 'logs', 'strongroom.log'), 'utf8');
    expect(log).toMatch(/vault_created[\s\S]*vault_locked/);
    await unlock();
    const page = await ask('historyPage', { before: null, search: '', credentialId: null });
    const told = JSON.stringify(page);
    for (const event of ['vault_created', 'vault_locked', 'vault_unlocked']) {
      expect(told).toContain(event);
    }
  });
});

const CHOICE = {
  row: 0,
  way: 'add',
  label: 'Row',
  environmentId: 'practice',
  accessType: 'trader',
  registeredScopes: ['TRADER_READ'],
  permission: null,
};

const PROGRAM_ASKS = {
  v: PROTOCOL_VERSION,
  ask: 'exec',
  pid: process.pid,
  credential: { label: 'Practice trader', environment: null, clientId: null },
  scopes: ['TRADER_READ'],
  forSeconds: null,
  program: process.execPath,
  script: null,
};

describe('a vault file that is not what was saved', () => {
  const file = (): string => path.join(userData, 'vault', 'strongroom.vault');
  const rescue = async () => (await view()).rest['rescue'];

  async function tryToUnlock(): Promise<void> {
    expect(await typed(fake, 'vaultUnlock')).toMatchObject({ ok: false });
  }

  it('is missed, and the backups beside it are found', async () => {
    await getToken();
    await strongroom.lock();
    await rm(file());
    await tryToUnlock();
    expect(await state()).toBe('absent');
    expect(await rescue()).toMatchObject({ found: { newest: {} } });
  });

  it('is damaged, and the newest backup that opens is offered', async () => {
    await getToken();
    await strongroom.lock();
    await truncate(file(), 100);
    await tryToUnlock();
    expect(await rescue()).toMatchObject({ offer: { credentials: 2 } });
  });
});

describe('the composed app', () => {
  it('locks by the time that was set, from the moment on that it was', async () => {
    const locksInMs = async (): Promise<number> =>
      ((await view()).rest['autoLock'] as { readonly locksAtMs: number }).locksAtMs - Date.now();
    expect(await ask('settingsChange', { lockAfterMinutes: 5 })).toMatchObject({ ok: true });
    expect(await locksInMs()).toBeLessThanOrEqual(5 * 60_000);
  });

  it('tells its session that the machine woke', () => {
    const wake = vi.spyOn(opened.services, 'wake');
    fake.electron.powerMonitor.emit('resume');
    expect(wake).toHaveBeenCalledOnce();
  });

  it('lets its session tell the person, without names once the window is locked', async () => {
    const { alerts } = opened.ports;
    alerts?.notify({ title: 'A token expires', body: 'Desk A' });
    expect(fake.notifications).toHaveLength(1);
    expect(alerts?.settings().hideNames).toBe(false);
    await strongroom.lock();
    expect(alerts?.settings().hideNames).toBe(true);
  });

  it('names nothing of a vault in memory where the system remembers it', async () => {
    await openInMemory();
    expect(opened.ports.alerts?.settings().hideNames).toBe(true);
  });

  it.skipIf(process.platform === 'win32')(
    'gives programs nothing of a vault in memory, whose names may be those of the saved one',
    async () => {
      expect(await ask('settingsChange', { handOutTokens: true })).toMatchObject({ ok: true });
      await openInMemory();
      const socket = net.connect(path.join(userData, FOLDER_NAME, SOCKET_NAME));
      socket.write(`${JSON.stringify(PROGRAM_ASKS)}\n`);
      const answer = await new Promise<string>((resolve) => {
        socket.once('data', (bytes) => resolve(bytes.toString()));
      });
      socket.destroy();
      expect(JSON.parse(answer)).toMatchObject({ why: 'locked' });
    },
  );

  it('ends the import whose window was closed', async () => {
    fake.answers.clipboardText = 'CLIENT_ID=a\nCLIENT_SECRET=a-secret-of-somebody\n';
    expect(await ask('importTake', { source: 'clipboard' })).toMatchObject({ ok: true });
    fake.windows[0]?.emit('closed');
    strongroom.openWindow();
    const page = senderAt(fake.windows.length, APP_PAGE);
    expect(await fake.invoke(channelOf('importApply'), page, { choices: [CHOICE] })).toMatchObject({
      ok: false,
      failure: gone('preview'),
    });
  });

  it('asks before it is quit while a token lives that nobody would revoke', async () => {
    await openInMemory();
    fake.answers.message = { response: -1, checkboxChecked: false };
    expect(await strongroom.mayQuit()).toBe(false);
    expect(await state()).toBe('unlocked');
  });

  it('locks from its tray and from its menu', async () => {
    for (const on of ['tray', 'Menu'] as const) {
      await pressLock(on);
      await eventually(async () => expect(await state()).toBe('locked'));
      await unlock();
    }
  });

  it('tells its window of what changed', async () => {
    const sent = () =>
      fake.argsOf('contents 1', 'send').filter(([channel]) => channel === channelOf('viewChanged'));
    await view();
    const before = sent().length;
    await getToken();
    await eventually(() => expect(sent().length).toBeGreaterThan(before));
  });
});

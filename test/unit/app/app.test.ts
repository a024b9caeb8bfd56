// The whole app composed on a fake Electron, over a real vault folder: what main asks of Electron once its
// parts are wired together, and that the wires lead where they should.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as HandOut from '../../../electron/main/hand-out/hand-out-desk.ts';
import type { Strongroom } from '../../../electron/main/app/app.ts';
import { entryChannels } from '../../../electron/shared/unlock/entry-contract.ts';
import { channelOf } from '../../../electron/shared/ipc-channels.ts';
import { callNames, type CallName } from '../../../electron/shared/ipc-contract.ts';
import { APP_PAGE, ENTRY_PAGE } from '../../../electron/main/windows/page-files.ts';
import { eventually } from '../../support/eventually.ts';
import {
  APP_ID,
  asked,
  composeApp,
  createVault,
  endApp,
  ends,
  ENTRY_ID,
  ownListeners,
  unlockVault,
  viewOf,
} from '../../support/composed-app.ts';
import { senderAt, type FakeElectron } from '../../support/fake-electron.ts';

let userData: string;
let fake: FakeElectron;
let strongroom: Strongroom;
/** The real desk of the app that is composed. */
let desk: HandOut.HandOutDesk;
/** The open session, as that desk is told. */
let working: Parameters<typeof HandOut.openHandOutDesk>[0]['working'];
/** What a hash of the passphrase waits for. */
let hashing: Promise<void>;

/** `atLogin`: without a window, on a desktop with or without a tray. */
async function start(atLogin: { readonly hasTray: boolean } | null = null): Promise<void> {
  hashing = Promise.resolve();
  const replace = (): void => {
    vi.doMock('../../../electron/main/hand-out/hand-out-desk.ts', async (original) => {
      const real = await original<typeof HandOut>();
      const openHandOutDesk: typeof real.openHandOutDesk = (ports) => {
        working = ports.working;
        return (desk = real.openHandOutDesk(ports));
      };
      return { ...real, openHandOutDesk };
    });
  };
  const composed = await composeApp({ atLogin, hashing: () => hashing, replace });
  ({ userData, fake, strongroom } = composed);
}

async function stop(): Promise<void> {
  endPrograms();
  await endApp({ userData, fake, strongroom });
  vi.doUnmock('../../../electron/main/hand-out/hand-out-desk.ts');
}

const appPage = senderAt(APP_ID, APP_PAGE);
const ask = (name: CallName, input?: unknown, sender: unknown = appPage) =>
  asked(fake, name, input, sender);
const view = () => viewOf(fake);
const vaultState = async (): Promise<string> => (await view()).rest.vault.state;

/** Opens the door; answers the label of a credential that is a Trader's. */
async function letProgramsAsk(): Promise<string> {
  fake.answers.message = { response: 0, checkboxChecked: false };
  expect(await ask('settingsChange', { handOutTokens: true })).toMatchObject({ ok: true });
  await eventually(() => expect(desk.door.state()).toBe('open'));
  return /Practice [^"]+/.exec(JSON.stringify(await view()))?.[0] ?? '';
}

const children: ChildProcess[] = [];

/** In a group of its own, with which all that it starts is ended. */
function strongroomCli(...words: readonly string[]): ChildProcess {
  const cli = path.join(import.meta.dirname, '../../../electron/cli/strongroom-cli.ts');
  const child = spawn(process.execPath, [cli, ...words], { stdio: 'ignore', detached: true });
  children.push(child);
  return child;
}

function endPrograms(): void {
  for (const { pid } of children.splice(0)) {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // All of it has ended.
    }
  }
}

/** Copies a token of the first sample, from the practice gateway: what Electron's clipboard holds then. */
async function copyToken(): Promise<string> {
  const [credentialId] = (await view()).order;
  const got = await ask('tokenGet', { credentialId, scopes: ['TRADER_READ'] });
  expect(await ask('settingsChange', { copyTokens: true })).toMatchObject({ ok: true });
  const { tokenId } = (got as { value: { tokenId: string } }).value;
  expect(await ask('tokenCopy', { tokenId })).toEqual({ ok: true, value: 'done' });
  const [[[item]]] = fake.argsOf('clipboard', 'write') as [[[{ formats: object }]]];
  return (item.formats as { 'text/plain': string })['text/plain'];
}

describe('the composed app', () => {
  beforeAll(() => start());
  afterAll(stop);

  it('answers the channels of the contract and of the entry window, and no other', () => {
    const expected = [...callNames.map(channelOf), entryChannels.question];
    expect(fake.channels().toSorted()).toEqual(expected.toSorted());
    const heard = fake.electron.ipcMain.eventNames().map(String);
    const { submit, cancel, fit } = entryChannels;
    expect(heard.toSorted()).toEqual([submit, cancel, fit].toSorted());
  });

  it('answers its own page alone', async () => {
    const strangers = [
      senderAt(APP_ID, 'https://x.test'),
      senderAt(APP_ID, APP_PAGE, {}),
      senderAt(ENTRY_ID, ENTRY_PAGE),
      { sender: { id: APP_ID }, senderFrame: null },
    ];
    for (const stranger of strangers) {
      expect(await ask('viewCurrent', { held: null }, stranger)).toMatchObject({
        ok: false,
        failure: { code: 'not_allowed' },
      });
    }
    expect(await ask('viewCurrent', { held: null })).toMatchObject({ ok: true });
  });

  it('would hear a Linux that ends', () => {
    expect(fake.tellsShutdown()).toBe(true);
  });

  it.each(ends)(
    'asks for the same end at every %s, and never leaves one to the system',
    (signal) => {
      // when-exit's, which electron-store brings along, are wrapped: they take one signal, and send it again.
      const staying = process.rawListeners(signal).filter((each) => !('listener' in each));
      const own = staying.filter((each) => !ownListeners.flat().includes(each as never));
      expect(own).toHaveLength(1);
      const before = fake.argsOf('app', 'quit').length;
      for (const times of [1, 2, 3]) {
        own[0]?.(signal);
        expect(fake.argsOf('app', 'quit')).toHaveLength(before + times);
      }
    },
  );

  it('has its own menu before its window is seen', () => {
    const order = fake.order();
    expect(order).toContain('Menu.setApplicationMenu');
    expect(order.indexOf('Menu.setApplicationMenu')).toBeLessThan(
      order.indexOf('window 1.loadURL'),
    );
  });

  it('asks the system keystore by its asynchronous calls alone', () => {
    const sync = ['isEncryptionAvailable', 'encryptString', 'decryptString'];
    const made = fake.calls.filter(({ on }) => on === 'safeStorage').map(({ name }) => name);
    expect(made.filter((name) => sync.includes(name))).toEqual([]);
  });

  it('tells the window that the machine woke', () => {
    fake.electron.powerMonitor.emit('resume');
    expect(fake.argsOf('contents 1', 'send')).toContainEqual([channelOf('woken'), null]);
  });

  it('shows in the tray that nothing is there yet', async () => {
    await eventually(() =>
      expect(fake.argsOf('tray', 'setToolTip').at(-1)).toEqual(['Strongroom: No vault here']),
    );
  });
});

describe('the composed app, used', () => {
  beforeEach(() => start());
  afterEach(stop);

  it('takes window protection away only where the person said yes to main', async () => {
    fake.answers.message = { response: 1, checkboxChecked: false };
    await ask('settingsChange', { contentProtection: false });
    expect(fake.argsOf('window 1', 'setContentProtection')).toEqual([[true]]);
    fake.answers.message = { response: 0, checkboxChecked: false };
    await ask('settingsChange', { contentProtection: false });
    expect(fake.argsOf('window 1', 'setContentProtection').at(-1)).toEqual([false]);
  });

  it.each(['suspend', 'lock-screen'])('dismisses a half typed secret at %s', async (event) => {
    const created = ask('vaultCreate');
    await eventually(() => expect(fake.windows).toHaveLength(ENTRY_ID));
    fake.electron.powerMonitor.emit(event);
    await created;
    expect(fake.windows[ENTRY_ID - 1]?.isDestroyed()).toBe(true);
    expect(await vaultState()).toBe('absent');
  });

  it('keeps no passphrase that is being tried as the machine goes to sleep', async () => {
    const { SecretBytes } = await import('../../../electron/main/domain/secret-bytes.ts');
    const taken = vi.spyOn(SecretBytes, 'take');
    const held = Promise.withResolvers<void>();
    hashing = held.promise;
    const created = ask('vaultCreate').catch(() => 'a bug');
    await eventually(() => expect(fake.windows).toHaveLength(ENTRY_ID));
    const typed = Buffer.from('seven quiet harbours under orange lamps');
    const { length } = typed;
    fake.electron.ipcMain.emit(entryChannels.submit, senderAt(ENTRY_ID, ENTRY_PAGE), typed);
    // Main is about to derive the key.
    await eventually(async () => expect(await vaultState()).toBe('unlocking'));
    const passphrase = taken.mock.results
      .map(({ value }) => value as ReturnType<typeof SecretBytes.take>)
      .find((each) => each.length === length);
    taken.mockRestore();
    expect(passphrase?.wiped).toBe(false);
    fake.electron.powerMonitor.emit('suspend');
    expect(passphrase?.wiped).toBe(true);
    held.resolve();
    await created;
    expect(['absent', 'locked']).toContain(await vaultState());
  });

  it('locks as the machine goes to sleep, and leaves nothing in its page or on the clipboard', async () => {
    await createVault(fake);
    fake.answers.clipboardText = await copyToken();
    expect([await vaultState(), fake.argsOf('clipboard', 'write').length]).toEqual(['unlocked', 1]);
    fake.electron.powerMonitor.emit('suspend');
    // The machine sleeps once the listeners have returned: nothing could be opened any more.
    expect(['locking', 'locked']).toContain(await vaultState());
    // Settles with the lock that is under way.
    await strongroom.lock();
    expect(await vaultState()).toBe('locked');
    expect([
      fake.argsOf('clipboard', 'write').length,
      fake.argsOf('clipboard', 'clear').length,
    ]).toEqual(process.platform === 'linux' ? [2, 0] : [1, 1]);
    expect(fake.argsOf('contents 1', 'reload')).toEqual([[]]);
  });

  it('says that the desktop keeps a token, and tries again once a window has the focus', async () => {
    await createVault(fake);
    fake.answers.clipboardText = await copyToken();
    await strongroom.lock();
    expect((await view()).rest['clipboardKept']).toBe(true);
    fake.answers.clipboardText = ' ';
    fake.electron.app.emit('browser-window-focus', {}, {});
    await eventually(async () => expect((await view()).rest['clipboardKept']).toBe(false));
  });

  it('looks at the clipboard before its window goes out of sight at the end', async () => {
    await createVault(fake);
    fake.answers.clipboardText = await copyToken();
    await strongroom.end();
    const order = fake.order();
    const looked = order.indexOf('clipboard.readText');
    expect(looked).toBeGreaterThan(0);
    expect(looked).toBeLessThan(order.indexOf('window 1.hide'));
  });

  it('has closed the door before it is at its end', async () => {
    await letProgramsAsk();
    expect(desk.door.state()).toBe('open');
    await strongroom.end();
    expect(desk.door.state()).toBe('closed');
  });

  it.runIf(process.platform === 'linux')(
    'asks again after a lock for what was remembered, and revokes at the unlock what ended meanwhile',
    async () => {
      await createVault(fake);
      const label = await letProgramsAsk();
      const script = path.join(userData, 'bot.sh');
      await writeFile(script, 'sleep 600');
      const exec = (): ChildProcess => strongroomCli('exec', '-c', label, '--', 'sh', script);
      const held = (count: number): Promise<void> =>
        eventually(() => expect(desk.handOuts.list()).toHaveLength(count));
      const asked = (): number => fake.argsOf('dialog', 'showMessageBox').length;
      // "Give tokens to it until the lock, without asking".
      fake.answers.message = { response: 1, checkboxChecked: false };
      exec();
      await held(1);
      const before = asked();
      const second = exec();
      await held(2);
      expect(asked()).toBe(before);
      await ask('vaultLock');
      expect(desk.handOuts.list()).toHaveLength(2);
      process.kill(-(second.pid ?? Number.NaN), 'SIGKILL');
      await eventually(() => expect(desk.handOuts.waiting()).toBe(1));
      await unlockVault(fake);
      await eventually(() => {
        const open = working();
        const tokens = open.ok ? open.value.session.vault.contents().tokens : [];
        const revoked = tokens.filter(({ revocation }) => revocation?.acceptedAtMs != null);
        expect([revoked.length, desk.handOuts.list().length]).toEqual([1, 1]);
      });
      fake.answers.message = { response: 2, checkboxChecked: false };
      const third = exec();
      const [code] = (await once(third, 'exit')) as [number];
      expect([code, asked()]).toEqual([77, before + 1]);
    },
  );

  it('S55 shows nothing while the vault works behind its locked window, and closes it at sleep', async () => {
    await createVault(fake);
    fake.answers.message = { response: 0, checkboxChecked: false };
    expect(await ask('settingsChange', { lockedWorkHours: 12 })).toMatchObject({ ok: true });
    const open = JSON.stringify(await view());
    const [label = ''] = /Practice [^"]+/.exec(open) ?? [];
    expect(label).not.toBe('');
    await ask('vaultLock');
    const locked = await view();
    expect(locked.rest).toMatchObject({
      vault: { state: 'locked' },
      openVault: null,
      history: null,
    });
    expect(locked.rest['worksUntilMs']).toBeGreaterThan(Date.now());
    expect(JSON.stringify(locked)).not.toContain(label);
    const calls = [
      ['historyVerify', undefined],
      ['tokenGet', { credentialId: 'a-credential', scopes: ['TRADER_READ'] }],
      ['revokeAllPreview', { scope: { kind: 'all' } }],
    ] as const;
    for (const [name, input] of calls) {
      const failure = { code: 'vault_locked' };
      expect([name, await ask(name, input)]).toMatchObject([name, { ok: false, failure }]);
    }
    await unlockVault(fake);
    expect(JSON.stringify(await view())).toContain(label);
    await ask('vaultLock');
    fake.electron.powerMonitor.emit('suspend');
    await strongroom.lock();
    expect((await view()).rest).toMatchObject({ vault: { state: 'locked' }, worksUntilMs: null });
  });

  it('hides its window and dismisses the entry window when it ends', async () => {
    void ask('vaultCreate');
    await eventually(() => expect(fake.windows).toHaveLength(ENTRY_ID));
    await strongroom.end();
    expect(fake.argsOf('window 1', 'hide')).toEqual([[]]);
    expect(fake.windows[ENTRY_ID - 1]?.isDestroyed()).toBe(true);
  });
});

describe('the app composed at login', () => {
  afterEach(stop);

  it('opens no window, has its tray, and stays when a window is closed', async () => {
    await start({ hasTray: true });
    await eventually(() => expect(fake.trays).toHaveLength(1));
    expect(fake.windows).toHaveLength(0);
    await eventually(() => expect(strongroom.staysInTray()).toBe(true));
    fake.trays[0]?.emit('click');
    expect(fake.windows).toHaveLength(1);
  });

  describe.runIf(process.platform === 'linux')('where no tray is in sight', () => {
    async function opened(): Promise<void> {
      await start({ hasTray: false });
      await eventually(() => expect(fake.windows).toHaveLength(1));
    }

    it('opens its window minimised, and ends with it', async () => {
      await opened();
      fake.windows[0]?.emit('ready-to-show');
      expect(fake.argsOf('window 1', 'minimize')).toEqual([[]]);
      expect(fake.argsOf('window 1', 'show')).toEqual([]);
      expect(strongroom.staysInTray()).toBe(false);
    });

    it('shows a window that somebody asked for before it was painted', async () => {
      await opened();
      strongroom.openWindow();
      fake.windows[0]?.emit('ready-to-show');
      expect(fake.argsOf('window 1', 'minimize')).toEqual([]);
      expect(fake.argsOf('window 1', 'show').length).toBeGreaterThan(0);
    });
  });
});

// The secret-entry window as Electron is asked for it, and who may speak on its channels.
import { beforeEach, describe, expect, it } from 'vitest';
import type { BrowserWindow } from 'electron';
import type { EntryWindow } from '../../../electron/main/windows/entry-window.ts';
import { ENTRY_PAGE } from '../../../electron/main/windows/page-files.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { entryChannels, MAX_SECRET_BYTES } from '../../../electron/shared/unlock/entry-contract.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { onPlatform } from '../../support/on-platform.ts';
import {
  createFakeElectron,
  senderAt,
  type FakeElectron,
  type FakeSender,
} from '../../support/fake-electron.ts';

const { question, submit, cancel, fit } = entryChannels;

let fake: FakeElectron;
let entry: EntryWindow;
let heard: string[] = [];
let locked = false;
let parent: object | null = null;
const clock = createFakeClock();

beforeEach(async () => {
  heard = [];
  locked = false;
  parent = null;
  fake = createFakeElectron();
  const loaded = await fake.load(() => import('../../../electron/main/windows/entry-window.ts'));
  entry = new loaded.EntryWindow({
    preload: '/preload.cjs',
    files: new Map(),
    parent: () => parent as BrowserWindow | null,
    heard(kind) {
      heard.push(kind);
      return kind === 'rawKeyDown';
    },
    vaultLocked: () => locked,
    clock,
    refused: () => undefined,
  });
});

/** Asks, and keeps what came back as text: undefined until then. */
function ask() {
  const answered: { text: string | null | undefined } = { text: undefined };
  const asked = { purpose: 'client_secret', about: 'Desk A', problem: null } as const;
  const ended = entry.ask(asked).then((secret) => {
    answered.text = secret === null ? null : textOf(secret);
  });
  const window = fake.windows.at(-1)!;
  return { answered, ended, window, page: senderAt(window.webContents.id, ENTRY_PAGE) };
}
const textOf = (secret: SecretBytes): string => secret.use((bytes) => bytes.toString());
const say = (channel: string, sender: FakeSender, ...args: unknown[]): void => {
  fake.electron.ipcMain.emit(channel, sender, ...args);
};
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const strangers: readonly (readonly [string, (id: number) => FakeSender])[] = [
  ['another window', (id) => senderAt(id + 1, ENTRY_PAGE)],
  ['the app page', (id) => senderAt(id, 'strongroom://app/index.html')],
  ['a foreign page in its window', (id) => senderAt(id, 'https://example.com/secret-entry.html')],
  ['a subframe', (id) => senderAt(id, ENTRY_PAGE, {})],
  ['a frame that is gone', (id) => ({ sender: { id }, senderFrame: null })],
];

describe('the entry window', () => {
  it('is shown a moment after its page has loaded, where no frame is ever announced', async () => {
    const { window } = ask();
    window.webContents.emit('did-finish-load');
    expect(fake.argsOf('window 1', 'show')).toEqual([]);
    await clock.advance(1_500);
    expect(fake.argsOf('window 1', 'show')).toEqual([[]]);
  });

  it('answers its own page alone with what is asked', async () => {
    const { page } = ask();
    expect(await fake.invoke(question, page)).toMatchObject({ about: 'Desk A' });
  });

  it.each(strangers)('tells %s nothing', async (_name, stranger) => {
    const { window } = ask();
    expect(await fake.invoke(question, stranger(window.webContents.id))).toBeUndefined();
  });

  it.each(strangers)('takes no secret from %s, and wipes what it sent', async (_name, stranger) => {
    const { answered, window } = ask();
    const bytes = Buffer.from('forged');
    say(submit, stranger(window.webContents.id), bytes);
    await turn();
    expect([answered.text, window.isDestroyed()]).toEqual([undefined, false]);
    expect([...bytes]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it.each(strangers)('is not closed by %s', async (_name, stranger) => {
    const { answered, window } = ask();
    const sender = stranger(window.webContents.id);
    say(cancel, sender);
    await turn();
    expect(answered.text).toBeUndefined();
  });

  it('of a Mac is the only one to hear the keys while it has the focus', () => {
    onPlatform('darwin');
    const { window } = ask();
    window.emit('focus');
    window.emit('blur');
    window.emit('focus');
    entry.dismiss();
    expect(fake.argsOf('app', 'setSecureKeyboardEntryEnabled').flat()).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it('tells main each input that the system sends it, by its kind alone', () => {
    const { window } = ask();
    window.webContents.emit('input-event', {}, { type: 'rawKeyDown', keyCode: 'x' });
    expect(heard).toEqual(['rawKeyDown']);
  });

  it.each([
    ['open while somebody types', 'rawKeyDown', undefined],
    ['open by nothing that a page makes', 'undefined', null],
  ])('over a locked vault is kept %s', async (_name, type, answer) => {
    locked = true;
    const { answered, window } = ask();
    await clock.advance(100_000);
    window.webContents.emit('input-event', {}, { type });
    await clock.advance(100_000);
    expect(answered.text).toBe(answer);
  });

  it('takes one secret of its page, and is destroyed', async () => {
    const { answered, ended, window, page } = ask();
    say(submit, page, Buffer.from('typed'));
    await ended;
    expect([answered.text, window.isDestroyed()]).toEqual(['typed', true]);
    const late = Buffer.from('again');
    say(submit, page, late);
    expect([...late]).toEqual([0, 0, 0, 0, 0]);
  });

  it.each([
    ['nothing', new Uint8Array(0)],
    ['too much', Buffer.alloc(MAX_SECRET_BYTES + 1, 1)],
    ['a text', 'typed'],
  ])('does not take %s for a secret', async (_name, sent) => {
    const { answered, page } = ask();
    say(submit, page, sent);
    await turn();
    expect(answered.text).toBeUndefined();
  });

  it.each([
    ['cancelled by its page', (page: FakeSender) => say(cancel, page)],
    ['closed', () => void fake.windows.at(-1)?.emit('closed')],
    ['dismissed, as at lock', () => entry.dismiss()],
  ])('answers with nothing where it is %s', async (_name, end) => {
    const { answered, ended, page } = ask();
    end(page);
    await ended;
    expect(answered.text).toBeNull();
  });

  describe('where it asks again', () => {
    /** Asks until `RIGHT` was typed; what each problem was. */
    function askUntilRight() {
      const problems: (string | null)[] = [];
      const typed: (string | null)[] = [];
      const ended = entry.askAgain(async (next, close) => {
        for (let problem: string | null = null; ; problem = 'It is wrong.') {
          problems.push(problem);
          const secret = await next({ purpose: 'passphrase', about: 'the vault', problem });
          typed.push(secret && textOf(secret));
          if (secret === null) return;
          if (textOf(secret) === 'RIGHT') return close();
        }
      });
      const window = fake.windows.at(-1)!;
      return {
        problems,
        typed,
        ended,
        window,
        page: senderAt(window.webContents.id, ENTRY_PAGE),
      };
    }

    it('stays open after a wrong answer, and tells its page what was wrong', async () => {
      const { window, page, ended, typed } = askUntilRight();
      await fake.invoke(question, page);
      say(submit, page, Buffer.from('WRONG'));
      const next = await fake.invoke(question, page);
      expect(next).toMatchObject({ problem: 'It is wrong.' });
      expect([fake.windows.length, window.isDestroyed()]).toEqual([1, false]);
      say(submit, page, Buffer.from('RIGHT'));
      await ended;
      expect(typed).toEqual(['WRONG', 'RIGHT']);
      expect(window.isDestroyed()).toBe(true);
    });

    it('has its page wait for the next question, however early that asks', async () => {
      const { page } = askUntilRight();
      await fake.invoke(question, page);
      say(submit, page, Buffer.from('WRONG'));
      let told: unknown;
      void (fake.invoke(question, page) as Promise<unknown>).then((next) => (told = next));
      await turn();
      expect(told).toMatchObject({ problem: 'It is wrong.' });
    });

    it('takes nothing while nothing is asked', async () => {
      const { page, typed } = askUntilRight();
      say(submit, page, Buffer.from('WRONG'));
      const again = Buffer.from('again');
      say(submit, page, again);
      await turn();
      expect([typed, [...again]]).toEqual([['WRONG'], [0, 0, 0, 0, 0]]);
    });

    it.each([
      ['cancelled', (page: FakeSender) => say(cancel, page)],
      ['closed', () => void fake.windows.at(-1)?.emit('closed')],
      ['dismissed', () => entry.dismiss()],
    ])('asks nothing more once it is %s', async (_name, end) => {
      const { page, ended, typed } = askUntilRight();
      say(submit, page, Buffer.from('WRONG'));
      end(page);
      await ended;
      expect([typed, fake.windows.length]).toEqual([['WRONG', null], 1]);
    });
  });

  it('is as high inside as its page says, within the display', () => {
    const { window, page } = ask();
    fake.answers.workArea = { x: 0, y: 0, width: 1024, height: 600 };
    for (const height of [212.4, 9_000, 3, Number.NaN, '400']) say(fit, page, height);
    say(fit, senderAt(window.webContents.id + 1, ENTRY_PAGE), 300);
    expect(window.options.useContentSize).toBe(true);
    expect(fake.argsOf(window.name, 'setContentSize')).toEqual([
      [460, 213],
      [460, 536],
      [460, 160],
    ]);
  });

  it('clears what its session could have stored each time it ends', async () => {
    const { ended } = ask();
    entry.dismiss();
    await ended;
    expect(fake.argsOf('session entry', 'clearStorageData')).toEqual([[]]);
  });

  it('keeps one session, locked down once, for all its questions', () => {
    ask();
    ask();
    expect(fake.argsOf('session', 'fromPartition')).toHaveLength(1);
    expect(fake.argsOf('session entry', 'setPermissionRequestHandler')).toHaveLength(1);
  });

  it('comes before the person once more where it is shown, and is focused by nothing else', () => {
    const { window } = ask();
    fake.answers.visible = false;
    entry.raise();
    expect(fake.argsOf(window.name, 'focus')).toEqual([]);
    fake.answers.visible = true;
    entry.raise();
    expect(fake.argsOf(window.name, 'focus')).toEqual([[]]);
    entry.dismiss();
    entry.raise();
    expect(fake.argsOf(window.name, 'focus')).toEqual([[]]);
  });

  it('is modal over the app window, of one size and without a menu', () => {
    parent = {};
    const { window } = ask();
    expect(window.options).toMatchObject({
      parent,
      modal: true,
      resizable: false,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
    });
    expect(fake.argsOf(window.name, 'removeMenu')).toEqual([[]]);
  });

  it('shows a recovery key once, and keeps no copy of it', async () => {
    const secret = SecretBytes.take(Buffer.from('key-to-show'));
    const shown = entry.show({ about: 'the vault', secret });
    const page = senderAt(fake.windows.at(-1)!.webContents.id, ENTRY_PAGE);
    const asked = (await fake.invoke(question, page)) as { shown: Uint8Array };
    expect(Buffer.from(asked.shown).toString()).toBe('key-to-show');
    expect(await fake.invoke(question, page)).toMatchObject({ shown: null });
    say(submit, page, Buffer.from('1'));
    expect(await shown).toBe(true);
    expect([...asked.shown].every((byte) => byte === 0)).toBe(true);
    // The caller's own stays the caller's.
    expect(secret.wiped).toBe(false);
  });
});

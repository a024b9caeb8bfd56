// Native dialogs as Electron is asked for them: which button Enter takes, what closing one means, and over
// which window it stands.
import { beforeEach, describe, expect, it } from 'vitest';
import type { BrowserWindow } from 'electron';
import type { Question } from '../../../electron/main/secret-input/ports.ts';
import type { NativeDialogs } from '../../../electron/main/secret-input/question-queue.ts';
import { createFakeElectron, type FakeElectron } from '../../support/fake-electron.ts';

let fake: FakeElectron;
let dialogs: NativeDialogs;
const { signal } = new AbortController();
let parent: BrowserWindow | null;

beforeEach(async () => {
  fake = createFakeElectron();
  parent = null;
  const { createNativeDialogs } = await fake.load(
    () => import('../../../electron/main/platform/native-dialogs.ts'),
  );
  dialogs = createNativeDialogs(() => Promise.resolve(parent));
});

const asked: Question = {
  message: 'Delete Desk A?',
  detail: 'Programs that use it stop.',
  choices: ['Delete key'],
  serious: true,
};
const boxes = (): readonly unknown[] =>
  fake.argsOf('dialog', 'showMessageBox').map((args) => args.at(-1));

describe('a question', () => {
  it('shows its words and choices, and Cancel beside them', async () => {
    await dialogs.ask(asked, signal);
    expect(boxes()).toMatchObject([
      {
        type: 'warning',
        message: 'Delete Desk A?',
        detail: 'Programs that use it stop.',
        buttons: ['Delete key', 'Cancel'],
      },
    ]);
  });

  it('of one choice has Cancel under Enter, and under Escape', async () => {
    await dialogs.ask(asked, signal);
    expect(boxes()).toMatchObject([{ defaultId: 1, cancelId: 1 }]);
  });

  it('of several choices has Cancel under Enter too: what it takes by mistake does nothing', async () => {
    const choices = ['Revoke, then forget', 'Forget without revoking'] as const;
    await dialogs.ask({ ...asked, choices }, signal);
    expect(boxes()).toMatchObject([{ defaultId: 2, cancelId: 2 }]);
  });

  it('can be closed from outside, as at a lock', async () => {
    await dialogs.ask(asked, signal);
    expect(boxes()).toMatchObject([{ signal }]);
  });

  it('in an emergency has its first choice under Enter', async () => {
    await dialogs.ask({ ...asked, inHurry: true }, signal);
    expect(boxes()).toMatchObject([{ defaultId: 0, cancelId: 1 }]);
  });

  it.each([
    [0, 0],
    [1, null],
    [-1, null],
    [7, null],
  ])('answered with button %i is answered with %s', async (response, answer) => {
    fake.answers.message = { response, checkboxChecked: false };
    expect(await dialogs.ask(asked, signal)).toBe(answer);
  });
});

describe('a native dialog', () => {
  const each: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['showMessageBox', () => dialogs.ask(asked, signal)],
    ['showOpenDialog', () => dialogs.chooseFile('Import')],
    ['showSaveDialog', () => dialogs.chooseSave('Export', 'a.csv')],
  ];

  it.each(each)('stands over the app window where there is one: %s', async (name, show) => {
    await show();
    parent = { id: 1 } as BrowserWindow;
    await show();
    expect(fake.argsOf('dialog', name).map((args) => args.length)).toEqual([1, 2]);
    expect(fake.argsOf('dialog', name)[1]?.[0]).toBe(parent);
  });

  it('picks one file or one folder, and may make neither', async () => {
    await dialogs.chooseFile('A file');
    await dialogs.chooseFolder('A folder');
    expect(fake.argsOf('dialog', 'showOpenDialog')).toEqual([
      [{ title: 'A file', properties: ['openFile'] }],
      [{ title: 'A folder', properties: ['openDirectory'], defaultPath: '/picked' }],
    ]);
  });

  it('begins in the folder that was used last', async () => {
    const began = (): unknown =>
      (fake.argsOf('dialog', 'showOpenDialog').at(-1)?.[0] as { defaultPath?: string } | undefined)
        ?.defaultPath;
    fake.answers.open = { canceled: false, filePaths: ['/home/person/here'] };
    await dialogs.chooseFolder('A folder');
    expect(began()).toBeUndefined();
    fake.answers.open = { canceled: true, filePaths: ['/left/over'] };
    await dialogs.chooseFile('A file');
    await dialogs.chooseFile('A file');
    expect(began()).toBe('/home/person/here');
  });

  it('has the system ask before a file is replaced, and says where that may not have asked', async () => {
    await dialogs.chooseSave('Export', 'a.csv');
    expect(fake.argsOf('dialog', 'showSaveDialog')).toEqual([
      [
        {
          title: 'Export',
          defaultPath: 'a.csv',
          properties: ['showOverwriteConfirmation'],
        },
      ],
    ]);
    const there = process.platform === 'linux';
    const asks = ['/no/such/file', import.meta.filename].map(dialogs.replacesUnasked);
    expect(await Promise.all(asks)).toEqual([false, there]);
  });

  it('answers with nothing where it is cancelled', async () => {
    fake.answers.open = { canceled: true, filePaths: ['/left/over'] };
    fake.answers.save = { canceled: true, filePath: '/left/over' };
    const answers = [await dialogs.chooseFile('A file'), await dialogs.chooseSave('A place', 'a')];
    expect(answers).toEqual([null, null]);
  });
});

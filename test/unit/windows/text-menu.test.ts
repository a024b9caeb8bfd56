// The menu over fields and marked texts, as Electron is asked for it.
import type { BrowserWindow } from 'electron';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFakeElectron, type FakeElectron } from '../../support/fake-electron.ts';

let fake: FakeElectron;
let window: FakeElectron['windows'][number];

beforeEach(async () => {
  fake = createFakeElectron();
  const { offerTextMenu } = await fake.load(
    () => import('../../../electron/main/windows/text-menu.ts'),
  );
  window = new fake.electron.BrowserWindow();
  offerTextMenu(window as unknown as BrowserWindow);
});

const flags = { canCut: false, canCopy: false, canPaste: true, canSelectAll: true };
function rolesOver(params: object): readonly unknown[] {
  window.webContents.emit('context-menu', {}, { selectionText: '', editFlags: flags, ...params });
  const [menu, options] = fake.argsOf('Menu', 'popup').at(-1) ?? [];
  if (menu === undefined) return [];
  expect(options).toEqual({ window });
  const { items } = menu as InstanceType<FakeElectron['electron']['Menu']>;
  return items.flatMap(({ role, enabled }) => (role === undefined ? [] : [[role, enabled]]));
}

describe('the menu over text', () => {
  it('cuts, copies and pastes in a field, as far as that can be done', () => {
    expect(rolesOver({ isEditable: true })).toEqual([
      ['cut', false],
      ['copy', false],
      ['paste', true],
      ['selectAll', true],
    ]);
  });

  it('copies what is marked elsewhere', () => {
    expect(rolesOver({ isEditable: false, selectionText: '7c1e4b2a' })).toEqual([['copy', true]]);
  });

  it('is none where nothing is marked', () => {
    expect(rolesOver({ isEditable: false, selectionText: ' ' })).toEqual([]);
  });
});

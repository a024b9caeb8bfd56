// The application menu as Electron is given it: what stands in it, what each item does, and when.
import { beforeEach, describe, expect, it } from 'vitest';
import { menuTemplate } from '../../../electron/main/windows/menu-template.ts';
import type { setApplicationMenu } from '../../../electron/main/windows/menu.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { createFakeElectron } from '../../support/fake-electron.ts';

type Fake = ReturnType<typeof createFakeElectron>;
type Item = InstanceType<Fake['electron']['Menu']>['items'][number];

let fake: Fake;
let menu: ReturnType<typeof setApplicationMenu>;
let said: string[];

beforeEach(async () => {
  fake = createFakeElectron();
  said = [];
  const { setApplicationMenu: set } = await fake.load(
    () => import('../../../electron/main/windows/menu.ts'),
  );
  menu = set({
    command: (name) => said.push(name),
    lock: () => said.push('lock it'),
  });
});

function items(): readonly Item[] {
  const [given] = fake.argsOf('Menu', 'setApplicationMenu').at(-1) ?? [];
  return (given as InstanceType<Fake['electron']['Menu']>).all();
}
const onMac = (label: string): Item[] =>
  menuTemplate({ command: () => undefined, lock: () => undefined }, true).find(
    (each) => each.label === label,
  )?.submenu as Item[];
const named = (): readonly Item[] => items().filter(({ id }) => id !== undefined);
const showVault = (state: AppView['vault']['state']): void =>
  menu.show({ vault: { state, failure: null } });

describe('the application menu', () => {
  it('is set in the place of the one of Electron, which opens developer tools and reloads', () => {
    expect(fake.argsOf('Menu', 'setApplicationMenu')).toHaveLength(1);
    const roles = items().flatMap(({ role }) => role ?? []);
    expect(roles.filter((role) => role !== 'windowMenu').toSorted()).toEqual(
      ['editMenu', 'help', 'quit', 'resetZoom', 'zoomIn', 'zoomOut'].toSorted(),
    );
  });

  it('offers nothing of the contents until the vault is open, and nothing once it is locked', () => {
    expect(named().length).toBeGreaterThan(10);
    const offered = (): readonly Item[] => named().filter(({ enabled }) => enabled);
    expect(offered()).toEqual([]);
    showVault('unlocked');
    expect(offered()).toHaveLength(named().length);
    showVault('locked');
    expect(offered()).toEqual([]);
  });

  it('names the keys of the window without taking them from it', () => {
    const keys = Object.fromEntries(
      named().map(({ id, accelerator, registerAccelerator }) => [
        id,
        [accelerator, registerAccelerator],
      ]),
    );
    expect(keys).toMatchObject({
      get_or_renew: ['CmdOrCtrl+Enter', false],
      check: ['CmdOrCtrl+I', false],
      revoke: ['Delete', false],
      lock: ['CmdOrCtrl+L', true],
    });
    const token = onMac('Token');
    expect(token.flatMap(({ accelerator }) => accelerator ?? [])).toEqual([
      // What a Mac has as Delete.
      'CmdOrCtrl+Shift+Backspace',
    ]);
  });

  it('gives no two items one key, those of Electron among them', () => {
    // Redo on Windows; hide, close and quit on a Mac.
    const ofRoles = ['CmdOrCtrl+Y', 'CmdOrCtrl+H', 'CmdOrCtrl+W', 'CmdOrCtrl+Q'];
    const keys = [...named().flatMap(({ accelerator }) => accelerator ?? []), ...ofRoles];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('has on a Mac what every app there has', () => {
    const roles = (label: string): readonly unknown[] =>
      onMac(label).flatMap(({ role }) => role ?? []);
    expect(roles('Strongroom')).toEqual([
      'about',
      'services',
      'hide',
      'hideOthers',
      'unhide',
      'quit',
    ]);
    expect([roles('File'), roles('View').includes('togglefullscreen')]).toEqual([['close'], true]);
  });

  it('locks by main itself, and hands every other command to the window', () => {
    for (const item of named()) (item.click as () => void)();
    const ids = named().map(({ id }) => id);
    expect(said).toEqual(ids.map((id) => (id === 'lock' ? 'lock it' : id)));
  });
});

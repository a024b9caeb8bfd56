// The tray as Electron is given it: drawn from the view, each item doing what it says.
import { beforeEach, describe, expect, it } from 'vitest';
import type { createTray } from '../../../electron/main/windows/tray.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { appView, credential, token } from '../../renderer/fixtures.ts';
import { onPlatform } from '../../support/on-platform.ts';
import { createFakeElectron } from '../../support/fake-electron.ts';

const NOW = Date.UTC(2026, 10, 21, 3, 7);
type Fake = ReturnType<typeof createFakeElectron>;
type Item = InstanceType<Fake['electron']['Menu']>['items'][number];

let fake: Fake;
let tray: ReturnType<typeof createTray>;
let done: string[];

beforeEach(async () => {
  fake = createFakeElectron();
  done = [];
  const { createTray } = await fake.load(() => import('../../../electron/main/windows/tray.ts'));
  tray = createTray({
    open: () => done.push('open'),
    lock: () => done.push('lock'),
    revokeEverything: () => done.push('revoke'),
  });
});

const show = (view: AppView): void => tray.show(view);
const withTokens = (count: number): AppView =>
  appView(NOW, {
    credentials: [
      credential(NOW, {
        id: 'desk-a',
        label: 'Desk-A',
        tokens: Array.from({ length: count }, (_, index) => token(NOW, { id: `t-${index}` })),
      }),
    ],
  });
const locked = appView(NOW, { credentials: [], vault: { state: 'locked', failure: null } });

function item(label: RegExp): Item {
  const [menu] = fake.argsOf('tray', 'setContextMenu').at(-1) ?? [];
  const all = (menu as InstanceType<Fake['electron']['Menu']>).items;
  const found = all.find((each) => label.test(each.label ?? ''));
  if (found === undefined) throw new Error(`no item ${label}`);
  return found;
}
const press = (label: RegExp): void => (item(label).click as () => void)();

describe('the tray', () => {
  it('has a picture of its own for each state, in two sizes', () => {
    for (const view of [locked, withTokens(1)]) show(view);
    const urls = fake.argsOf('nativeImage', 'createFromDataURL').map(([url]) => url);
    const large = fake.argsOf('image', 'addRepresentation').map(([image]) => image);
    expect(urls).toHaveLength(2);
    expect(new Set(urls).size).toBe(2);
    for (const url of urls) expect(url).toMatch(/^data:image\/png;base64,.{40}/);
    for (const image of large) {
      expect(image).toMatchObject({
        scaleFactor: 2,
        dataURL: expect.stringMatching(/^data:image/),
      });
    }
  });

  it('is made once, and drawn anew only where it would show something else', () => {
    show(locked);
    show(locked);
    expect(fake.argsOf('tray', 'setContextMenu')).toHaveLength(1);
    show(withTokens(1));
    expect(fake.argsOf('tray', 'setContextMenu')).toHaveLength(2);
    expect(fake.trays).toHaveLength(1);
  });

  it('says at a glance how it stands', () => {
    show(withTokens(2));
    expect(fake.argsOf('tray', 'setToolTip')).toEqual([['Strongroom: 2 live tokens']]);
  });

  it.each([1, 0])('asks main itself to revoke everything, where %i are shown to live', (live) => {
    show(withTokens(live));
    press(/^Revoke everything/);
    expect(done).toEqual(['revoke']);
  });

  it('over a locked vault offers to unlock and revoke, and no lock', () => {
    show(locked);
    press(/^Unlock to revoke everything/);
    expect(done).toEqual(['revoke']);
    expect(item(/^Lock/).enabled).toBe(false);
  });

  it('locks and opens by a click', () => {
    show(withTokens(1));
    press(/^Lock/);
    press(/^Open Strongroom/);
    fake.trays[0]?.emit('click');
    expect(done).toEqual(['lock', 'open', 'open']);
  });

  it('of a Mac opens its menu alone by a click', () => {
    onPlatform('darwin');
    show(withTokens(1));
    fake.trays[0]?.emit('click');
    expect(done).toEqual([]);
  });

  it('shows the & of a name, which a menu would take for a sign of its own', () => {
    const view = withTokens(1);
    show({
      ...view,
      credentials: view.credentials.map((one) => ({ ...one, label: 'Buy & Sell' })),
    });
    expect(item(/^Next expiry/).label).toContain('Buy && Sell');
  });
});

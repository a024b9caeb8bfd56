// The app window's preload as Electron meets it: what the page is given, and what each of it sends.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { channelOf, eventNames } from '../../../electron/shared/ipc-channels.ts';
import { pageCalls } from '../../../electron/shared/ipc-contract.ts';
import { createFakeElectron, type FakeElectron } from '../../support/fake-electron.ts';

type Bridge = Readonly<Record<string, (given?: unknown) => unknown>>;

let fake: FakeElectron;
let bridge: Bridge;
let page: EventTarget;

beforeEach(async () => {
  fake = createFakeElectron();
  page = new EventTarget();
  vi.stubGlobal('window', page);
  await fake.load(() => import('../../../electron/preload/app.ts'));
  bridge = fake.argsOf('contextBridge', 'exposeInMainWorld')[0]?.[1] as Bridge;
});
afterEach(() => vi.unstubAllGlobals());

const subscriptions = eventNames.map((name) => `on${name.charAt(0).toUpperCase()}${name.slice(1)}`);

describe('the bridge of the app window', () => {
  it('is one frozen object with the calls and events of the contract, and no other', () => {
    const [[name] = []] = fake.argsOf('contextBridge', 'exposeInMainWorld');
    expect(fake.argsOf('contextBridge', 'exposeInMainWorld')).toHaveLength(1);
    expect(name).toBe('strongroom');
    expect(Object.isFrozen(bridge)).toBe(true);
    expect(Object.keys(bridge).toSorted()).toEqual([...pageCalls, ...subscriptions].toSorted());
    expect(bridge).not.toHaveProperty('secretScanDropped');
  });

  it.each(pageCalls)('%s asks on its own channel alone, with what the page gives', async (name) => {
    const before = fake.argsOf('ipcRenderer', 'invoke').length;
    await bridge[name]?.({ given: 1 });
    expect(fake.argsOf('ipcRenderer', 'invoke').slice(before)).toEqual([
      [channelOf(name), { given: 1 }],
    ]);
  });

  it.each(eventNames.map((name, index) => [name, subscriptions[index] ?? ''] as const))(
    'hands on of %s what main says, never the event of Electron, until it is let go',
    (name, subscription) => {
      const heard: unknown[][] = [];
      const letGo = bridge[subscription]?.((...given: unknown[]) => heard.push(given));
      const event = { sender: fake.electron.ipcRenderer };
      fake.electron.ipcRenderer.emit(channelOf(name), event, 'payload');
      (letGo as () => void)();
      fake.electron.ipcRenderer.emit(channelOf(name), event, 'late');
      expect(heard).toEqual([['payload']]);
    },
  );
});

describe('what is dropped on the window', () => {
  function drop(files: readonly { readonly name: string }[]): Event {
    const dropped = Object.assign(new Event('drop', { cancelable: true }), {
      dataTransfer: { files, types: ['Files'] },
    });
    page.dispatchEvent(dropped);
    return dropped;
  }

  it('goes to main by its paths, and not to the page', () => {
    const seen: Event[] = [];
    page.addEventListener('drop', (event) => seen.push(event));
    const { defaultPrevented } = drop([{ name: 'a.env' }, { name: 'b.env' }]);
    expect(fake.argsOf('ipcRenderer', 'invoke').at(-1)).toEqual([
      channelOf('secretScanDropped'),
      { paths: ['/dropped/a.env', '/dropped/b.env'] },
    ]);
    expect([defaultPrevented, seen]).toEqual([true, []]);
  });
});

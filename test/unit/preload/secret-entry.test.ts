// The secret-entry window's preload as Electron meets it: what it sends to main, and no bytes kept.
import { beforeEach, describe, expect, it } from 'vitest';
import { entryChannels, type EntryBridge } from '../../../electron/shared/unlock/entry-contract.ts';
import { createFakeElectron, type FakeElectron } from '../../support/fake-electron.ts';

let fake: FakeElectron;
let bridge: EntryBridge;

beforeEach(async () => {
  fake = createFakeElectron();
  await fake.load(() => import('../../../electron/preload/secret-entry.ts'));
  bridge = fake.argsOf('contextBridge', 'exposeInMainWorld')[0]?.[1] as EntryBridge;
});

describe('the bridge of the entry window', () => {
  it('is one frozen object of four calls', () => {
    expect(fake.argsOf('contextBridge', 'exposeInMainWorld')).toEqual([['entry', bridge]]);
    expect(Object.isFrozen(bridge)).toBe(true);
    expect(Object.keys(bridge).toSorted()).toEqual(['cancel', 'fit', 'question', 'submit']);
  });

  it('sends each on its channel', async () => {
    await bridge.question();
    bridge.cancel();
    bridge.fit(280);
    expect(fake.argsOf('ipcRenderer', 'invoke')).toEqual([[entryChannels.question]]);
    expect(fake.argsOf('ipcRenderer', 'send')).toEqual([
      [entryChannels.cancel],
      [entryChannels.fit, 280],
    ]);
  });

  it('sends the bytes once, one way, and overwrites them', () => {
    let sent = '';
    const bytes = new TextEncoder().encode('typed');
    fake.onSent((_channel, given) => (sent = Buffer.from(given as Uint8Array).toString()));
    bridge.submit(bytes);
    expect(sent).toBe('typed');
    expect(fake.argsOf('ipcRenderer', 'send').map(([channel]) => channel)).toEqual([
      entryChannels.submit,
    ]);
    expect(fake.argsOf('ipcRenderer', 'invoke')).toEqual([]);
    expect([...bytes]).toEqual([0, 0, 0, 0, 0]);
  });
});

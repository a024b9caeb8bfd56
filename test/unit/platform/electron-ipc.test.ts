// Electron's ipcMain behind the small port: who sends is told truly, and the event goes no further.
import { describe, expect, it } from 'vitest';
import { createFakeElectron, senderAt, type FakeSender } from '../../support/fake-electron.ts';

async function heardFrom(sender: FakeSender): Promise<readonly unknown[]> {
  const fake = createFakeElectron();
  const { electronIpc } = await fake.load(
    () => import('../../../electron/main/platform/electron-ipc.ts'),
  );
  const heard: unknown[] = [];
  electronIpc.handle('strongroom:viewCurrent', (caller, ...given) => {
    heard.push(caller.sender(), ...given);
    return Promise.resolve('answer');
  });
  expect(await fake.invoke('strongroom:viewCurrent', sender, { held: 1 }, 'more')).toBe('answer');
  return heard;
}

describe('a message of a window', () => {
  it('is told with its window, its address and whether it is the main frame', async () => {
    expect(await heardFrom(senderAt(7, 'strongroom://app/index.html'))).toEqual([
      { webContentsId: 7, frame: { url: 'strongroom://app/index.html', isMainFrame: true } },
      { held: 1 },
    ]);
  });

  it('of a frame within the page is not one of the main frame', async () => {
    const [sender] = await heardFrom(senderAt(7, 'strongroom://app/index.html', {}));
    expect(sender).toMatchObject({ frame: { isMainFrame: false } });
  });

  it('of a frame that is gone has no frame', async () => {
    const [sender] = await heardFrom({ sender: { id: 7 }, senderFrame: null });
    expect(sender).toEqual({ webContentsId: 7, frame: null });
  });
});

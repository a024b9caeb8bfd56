// The window that hears the end of a session on Windows, while no other one is there.
import { expect, it } from 'vitest';
import { createFakeElectron } from '../../support/fake-electron.ts';
import { onPlatform } from '../../support/on-platform.ts';

async function listening(platform: NodeJS.Platform) {
  onPlatform(platform);
  const fake = createFakeElectron();
  const { listenForSessionEnd } = await fake.load(
    () => import('../../../electron/main/windows/end-listener.ts'),
  );
  listenForSessionEnd();
  return fake;
}

it('is made unseen, and gone once the app has another one', async () => {
  const fake = await listening('win32');
  expect(fake.windows.map(({ options }) => options.show)).toEqual([false]);
  void new fake.electron.BrowserWindow();
  expect(fake.windows.map((each) => each.isDestroyed())).toEqual([true, false]);
});

it.each(['linux', 'darwin'] as const)('is none on %s', async (platform) => {
  expect((await listening(platform)).windows).toEqual([]);
});

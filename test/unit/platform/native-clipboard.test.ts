// The clipboard as Electron is asked for it: a token goes there with the hints that keep it out of histories.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClipboardPort } from '../../../electron/main/secret-input/ports.ts';
import { concealed } from '../../../electron/main/platform/clipboard-hints.ts';
import { onPlatform } from '../../support/on-platform.ts';
import { createFakeElectron, type FakeElectron } from '../../support/fake-electron.ts';

let fake: FakeElectron;
let clipboard: ClipboardPort;

beforeEach(async () => {
  fake = createFakeElectron();
  const loaded = await fake.load(
    () => import('../../../electron/main/platform/native-clipboard.ts'),
  );
  clipboard = loaded.nativeClipboard;
});

afterEach(() => void vi.unstubAllEnvs());

describe('the clipboard', () => {
  it('is given a text with the hints of this system, as one item', async () => {
    await clipboard.writeText('token-text');
    const [[items] = []] = fake.argsOf('clipboard', 'write');
    expect(items).toEqual([{ formats: concealed('token-text', process.platform) }]);
    expect(fake.argsOf('clipboard', 'writeText')).toEqual([]);
  });

  it('is given the text alone where the system refuses the hints', async () => {
    fake.answers.takesFormats = false;
    await clipboard.writeText('token-text');
    expect(fake.argsOf('clipboard', 'writeText')).toEqual([['token-text']]);
  });

  it('is read as it is', async () => {
    fake.answers.clipboardText = 'pasted';
    expect(await clipboard.readText()).toBe('pasted');
  });

  it.each(['darwin', 'win32'] as const)(
    'is cleared by a call of its own on %s',
    async (platform) => {
      onPlatform(platform);
      await clipboard.clear();
      expect([fake.argsOf('clipboard', 'clear'), fake.argsOf('clipboard', 'write')]).toEqual([
        [[]],
        [],
      ]);
    },
  );

  it('is overwritten by a blank on Linux, where a desktop keeps what is only cleared', async () => {
    onPlatform('linux');
    await clipboard.clear();
    expect(fake.argsOf('clipboard', 'write')).toEqual([[[{ formats: concealed(' ', 'linux') }]]]);
    expect(fake.argsOf('clipboard', 'clear')).toEqual([]);
  });

  it.each([
    ['linux', 'wayland', false, false],
    ['linux', 'wayland', true, true],
    ['linux', 'x11', false, true],
    ['darwin', undefined, false, true],
  ] as const)('of %s, session %s, focus %s, is heeded: %s', (platform, type, focused, heeded) => {
    onPlatform(platform);
    vi.stubEnv('XDG_SESSION_TYPE', type);
    fake.answers.focused = focused;
    if (focused) void new fake.electron.BrowserWindow();
    expect(clipboard.isHeeded()).toBe(heeded);
  });
});

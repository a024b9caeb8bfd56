// The clipboard as Electron is asked for it: a token goes there with the hints that keep it out of histories.
import { beforeEach, describe, expect, it } from 'vitest';
import type { ClipboardPort } from '../../../electron/main/secret-input/ports.ts';
import { concealed } from '../../../electron/main/platform/clipboard-hints.ts';
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

  it('is read and cleared by calls of its own', async () => {
    fake.answers.clipboardText = 'pasted';
    expect(await clipboard.readText()).toBe('pasted');
    clipboard.clear();
    expect(fake.argsOf('clipboard', 'clear')).toEqual([[]]);
  });
});

// S21: a copied token goes again by itself, at lock and at quit, and never takes anything else with it.
import { describe, expect, it } from 'vitest';
import type { TokenId } from '../../electron/main/domain/ids.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { createClipboardClearing } from '../../electron/main/secret-input/clipboard-clearing.ts';
import {
  CLIPBOARD_CLEAR_MS,
  createTokenClipboard,
} from '../../electron/main/secret-input/token-clipboard.ts';
import { concealed } from '../../electron/main/platform/clipboard-hints.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createDesktopClipboard, createMemoryClipboard } from '../support/memory-clipboard.ts';

async function copied() {
  const clock = createFakeClock();
  const system = createMemoryClipboard('before');
  const clearing = createClipboardClearing(system, clock, () => undefined);
  const clipboard = createTokenClipboard(system, clearing, clock, () => undefined);
  const token = SecretBytes.take(Buffer.from('token-text'));
  await clipboard.copy('t1' as TokenId, token);
  return { clock, system, clipboard, token };
}

describe('a token on the clipboard', () => {
  it('is gone after its time, and at lock or quit at once', async () => {
    const timed = await copied();
    expect(timed.system.text()).toBe('token-text');
    await timed.clock.advance(CLIPBOARD_CLEAR_MS);
    expect([timed.system.text(), timed.clipboard.current()]).toEqual(['', null]);
    const locked = await copied();
    await locked.clipboard.clear();
    expect(locked.system.text()).toBe('');
  });

  it('takes nothing foreign with it, however late', async () => {
    const { clock, system, clipboard } = await copied();
    await system.writeText('someone else');
    await clipboard.clear();
    await clock.advance(10 * CLIPBOARD_CLEAR_MS);
    expect(system.text()).toBe('someone else');
  });

  it('stays with a desktop that keeps it, and goes once a window has the focus', async () => {
    const desktop = createDesktopClipboard();
    const clock = createFakeClock();
    const clearing = createClipboardClearing(desktop.port, clock, () => undefined);
    const clipboard = createTokenClipboard(desktop.port, clearing, clock, () => undefined);
    await clipboard.copy('t1' as TokenId, SecretBytes.take(Buffer.from('token-text')));
    desktop.state.focused = false;
    await clock.advance(CLIPBOARD_CLEAR_MS);
    // What the app reads meanwhile is no proof.
    expect([desktop.text(), clearing.isLeft()]).toEqual(['token-text', true]);
    desktop.state.focused = true;
    await clearing.again();
    expect([desktop.text(), clearing.isLeft()]).toEqual([' ', false]);
  });

  it('tells the window when it goes, never what it is', async () => {
    const { clipboard } = await copied();
    expect(JSON.stringify(clipboard.current())).not.toContain('token-text');
    expect(Object.keys(clipboard.current() ?? {}).toSorted()).toEqual(['clearsAtMs', 'tokenId']);
  });
});

describe('the hints beside a copied token', () => {
  const named = (platform: string): readonly string[] =>
    Object.keys(concealed('token-text', platform)).map(
      (type) => /format="(.+)"$/.exec(type)?.[1] ?? type,
    );

  it.each([
    ['darwin', ['text/plain', 'org.nspasteboard.ConcealedType', 'org.nspasteboard.TransientType']],
    [
      'win32',
      [
        'text/plain',
        'ExcludeClipboardContentFromMonitorProcessing',
        'CanIncludeInClipboardHistory',
        'CanUploadToCloudClipboard',
      ],
    ],
    ['linux', ['text/plain', 'x-kde-passwordManagerHint']],
    ['freebsd', ['text/plain']],
    ['__proto__', ['text/plain']],
  ])('are known for %s', (platform, expected) => {
    expect(named(platform)).toEqual(expected);
    expect(concealed('token-text', platform)['text/plain']).toBe('token-text');
  });

  it('say no to Windows in four zero bytes', async () => {
    const type = 'electron application/osclipboard;format="CanIncludeInClipboardHistory"';
    const answer = concealed('x', 'win32')[type];
    const bytes = answer instanceof Blob ? [...new Uint8Array(await answer.arrayBuffer())] : [];
    expect(bytes).toEqual([0, 0, 0, 0]);
  });
});

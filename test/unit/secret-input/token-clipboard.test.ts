// A token on the clipboard: cleared in time, and only if it is still ours.
import { describe, expect, it } from 'vitest';
import type { TokenId } from '../../../electron/main/domain/ids.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { createClipboardClearing } from '../../../electron/main/secret-input/clipboard-clearing.ts';
import type { ClipboardPort } from '../../../electron/main/secret-input/ports.ts';
import { createTokenClipboard } from '../../../electron/main/secret-input/token-clipboard.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createDesktopClipboard, createMemoryClipboard } from '../../support/memory-clipboard.ts';

const token = (text = 'token-text'): SecretBytes => SecretBytes.take(Buffer.from(text));

function over(clipboard: ClipboardPort) {
  const clock = createFakeClock();
  const clearing = createClipboardClearing(clipboard, clock, () => undefined);
  const held = createTokenClipboard(clipboard, clearing, clock, () => undefined);
  return { clock, clearing, held };
}

async function copied() {
  const clipboard = createMemoryClipboard();
  const parts = over(clipboard);
  await parts.held.copy('t1' as TokenId, token());
  return { clipboard, ...parts };
}

describe('a copied token', () => {
  it('is on the clipboard for twenty seconds', async () => {
    const { clock, clipboard } = await copied();
    await clock.advance(19_999);
    expect(clipboard.text()).toBe('token-text');
    await clock.advance(1);
    expect(clipboard.text()).toBe('');
  });

  it('replaced by another copy gets its full time', async () => {
    const { clock, clipboard, held } = await copied();
    await clock.advance(15_000);
    await held.copy('t2' as TokenId, token('second'));
    await clock.advance(19_000);
    expect(clipboard.text()).toBe('second');
  });

  it('is cleared where the vault is locked while the system still takes it', async () => {
    const clipboard = createMemoryClipboard();
    const slow = {
      ...clipboard,
      async writeText(text: string) {
        await Promise.resolve();
        await clipboard.writeText(text);
      },
    };
    const { held } = over(slow);
    const copying = held.copy('t1' as TokenId, token());
    await held.clear();
    await copying;
    expect([clipboard.text(), held.current()]).toEqual(['', null]);
  });

  it('is cleared once the clipboard can be read again', async () => {
    const clipboard = createMemoryClipboard();
    let mute = true;
    const moody = {
      ...clipboard,
      readText: () => (mute ? Promise.reject(new Error('held elsewhere')) : clipboard.readText()),
    };
    const { clock, held } = over(moody);
    await held.copy('t1' as TokenId, token());
    await held.clear();
    mute = false;
    await clock.advance(1_000);
    expect([clipboard.text(), held.current()]).toEqual(['', null]);
  });

  it('is said to be left where the clipboard is never readable again, and not looked at for ever', async () => {
    const { clock, held, clearing } = over({
      ...createMemoryClipboard(),
      readText: () => Promise.reject(new Error('held elsewhere')),
    });
    await held.copy('t1' as TokenId, token());
    await held.clear();
    await clock.advance(60_000);
    expect([held.current(), clearing.isLeft(), clock.timers()]).toEqual([null, true, 0]);
  });
});

describe('a copied token that the desktop keeps', () => {
  async function left() {
    const desktop = createDesktopClipboard();
    const parts = over(desktop.port);
    await parts.held.copy('t1' as TokenId, token());
    desktop.state.focused = false;
    await parts.clock.advance(60_000);
    return { ...parts, desktop };
  }

  it('is tried again at a lock and at quit too', async () => {
    const { desktop, held, clearing } = await left();
    desktop.state.focused = true;
    await held.clear();
    expect([clearing.isLeft(), desktop.text()]).toEqual([false, ' ']);
  });

  it('is forgotten once somebody else copied something, which stays', async () => {
    const { desktop, clearing } = await left();
    desktop.state.focused = true;
    await desktop.port.writeText('foreign');
    await clearing.again();
    expect([clearing.isLeft(), desktop.text()]).toEqual([false, 'foreign']);
  });

  it('is not taken to be gone because the app reads its own blank', async () => {
    const { desktop, clearing } = await left();
    expect(await desktop.port.readText()).toBe(' ');
    await clearing.again();
    expect(clearing.isLeft()).toBe(true);
  });
});

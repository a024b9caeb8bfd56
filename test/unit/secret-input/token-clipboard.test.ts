// A token on the clipboard: cleared in time, and only if it is still ours.
import { describe, expect, it } from 'vitest';
import type { TokenId } from '../../../electron/main/domain/ids.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { createTokenClipboard } from '../../../electron/main/secret-input/token-clipboard.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createMemoryClipboard } from '../../support/memory-clipboard.ts';

async function copied() {
  const clock = createFakeClock();
  const clipboard = createMemoryClipboard();
  const held = createTokenClipboard(clipboard, clock, () => undefined);
  await held.copy('t1' as TokenId, SecretBytes.take(Buffer.from('token-text')));
  return { clock, clipboard, held };
}

describe('a copied token', () => {
  it('is on the clipboard for twenty seconds', async () => {
    const { clock, clipboard } = await copied();
    await clock.advance(19_999);
    expect(clipboard.text()).toBe('token-text');
    await clock.advance(1);
    expect(clipboard.text()).toBe('');
  });

  it('leaves alone what someone else copied since', async () => {
    const { clock, clipboard } = await copied();
    await clipboard.writeText('foreign');
    await clock.advance(20_000);
    expect(clipboard.text()).toBe('foreign');
  });

  it('is cleared at once on request', async () => {
    const { clipboard, held } = await copied();
    await held.clear();
    expect([clipboard.text(), held.current()]).toEqual(['', null]);
  });

  it('replaced by another copy gets its full time', async () => {
    const { clock, clipboard, held } = await copied();
    await clock.advance(15_000);
    await held.copy('t2' as TokenId, SecretBytes.take(Buffer.from('second')));
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
    const held = createTokenClipboard(slow, createFakeClock(), () => undefined);
    const copying = held.copy('t1' as TokenId, SecretBytes.take(Buffer.from('token-text')));
    await held.clear();
    await copying;
    expect([clipboard.text(), held.current()]).toEqual(['', null]);
  });

  it('is cleared once the clipboard can be read again', async () => {
    const clock = createFakeClock();
    const clipboard = createMemoryClipboard();
    let mute = true;
    const moody = {
      ...clipboard,
      readText: () => (mute ? Promise.reject(new Error('held elsewhere')) : clipboard.readText()),
    };
    const held = createTokenClipboard(moody, clock, () => undefined);
    await held.copy('t1' as TokenId, SecretBytes.take(Buffer.from('token-text')));
    await held.clear();
    mute = false;
    await clock.advance(1_000);
    expect([clipboard.text(), held.current()]).toEqual(['', null]);
  });

  it('is let go where the clipboard is never readable again', async () => {
    const clock = createFakeClock();
    const mute = {
      ...createMemoryClipboard(),
      readText: () => Promise.reject(new Error('held elsewhere')),
    };
    const held = createTokenClipboard(mute, clock, () => undefined);
    await held.copy('t1' as TokenId, SecretBytes.take(Buffer.from('token-text')));
    await held.clear();
    await clock.advance(60_000);
    expect([held.current(), clock.timers()]).toEqual([null, 0]);
  });
});

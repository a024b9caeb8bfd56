// A token on the clipboard: cleared in time, and only if it is still ours.
import { describe, expect, it } from 'vitest';
import type { TokenId } from '../../../electron/main/domain/ids.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { createTokenClipboard } from '../../../electron/main/intake/token-clipboard.ts';
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
});

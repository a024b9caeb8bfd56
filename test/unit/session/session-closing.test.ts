// How a session ends at once: its secrets go whatever else fails.
import { describe, expect, it, vi } from 'vitest';
import {
  createSessionClosing,
  type SessionClosingParts,
} from '../../../electron/main/session/session-closing.ts';

describe('a session that is ended at once', () => {
  it('wipes what was not kept, and ends its calls, though the texts cannot be let go of', () => {
    const wipe = vi.fn<() => void>();
    const closing = new AbortController();
    const close = (): void => {
      throw new Error('texts');
    };
    const session = createSessionClosing({
      closing,
      ephemeralVault: { wipe },
      texts: { close },
      ephemeral: { left: () => ({ accepted: 0, live: 0, untilMs: null }) },
      revocations: { close: () => undefined },
    } as unknown as SessionClosingParts);
    expect(session.closeNow).toThrow('texts');
    expect([wipe.mock.calls.length, closing.signal.aborted]).toEqual([1, true]);
  });
});

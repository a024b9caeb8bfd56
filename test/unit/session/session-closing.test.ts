// How a session ends at once: its secrets go whatever else fails.
import { describe, expect, it } from 'vitest';
import {
  createSessionClosing,
  type SessionClosingParts,
} from '../../../electron/main/session/session-services.ts';

describe('a session that is ended at once', () => {
  it('ends its calls, though the texts cannot be let go of', () => {
    const closing = new AbortController();
    const close = (): void => {
      throw new Error('texts');
    };
    const session = createSessionClosing({
      closing,
      session: { vault: { hook: () => undefined }, texts: { close } },
      revocations: { close: () => undefined },
    } as unknown as SessionClosingParts);
    expect(session.closeNow).toThrow('texts');
    expect(closing.signal.aborted).toBe(true);
  });
});

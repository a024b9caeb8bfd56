// What the preload asks before the page's script runs, and that the page sees no difference.
import { describe, expect, it, vi } from 'vitest';
import { askAhead } from '../../electron/preload/asked-ahead.ts';

const QUESTION = { held: null } as const;

/** Main, as the preload sees it: numbers its answers. */
function lab() {
  const asked: unknown[] = [];
  const listeners = new Set<(payload: unknown) => void>();
  const ahead = askAhead(QUESTION, {
    ask(input) {
      asked.push(input);
      return Promise.resolve(`answer ${asked.length}`);
    },
    hear(take) {
      listeners.add(take);
      return () => listeners.delete(take);
    },
  });
  const push = (payload: unknown): void => {
    for (const take of listeners) take(payload);
  };
  return { ahead, asked, listeners, push };
}

describe('what is asked ahead', () => {
  it('is asked before the page asks, and answers its first question', async () => {
    const { ahead, asked } = lab();
    expect(asked).toEqual([QUESTION]);
    expect(await ahead.ask({ held: null })).toBe('answer 1');
    expect(asked).toEqual([QUESTION]);
  });

  it('answers once: later questions are questions of their own', async () => {
    const { ahead } = lab();
    await ahead.ask({ held: null });
    expect(await ahead.ask({ held: null })).toBe('answer 2');
    expect(await ahead.ask({ held: 4 })).toBe('answer 3');
  });

  it.each([{ held: 3 }, {}, undefined, 'held', { held: null, more: 1 }])(
    'answers nothing but that question: %j',
    async (input) => {
      const { ahead, asked } = lab();
      expect(await ahead.ask(input)).toBe('answer 2');
      expect(asked).toEqual([QUESTION, input]);
      expect(await ahead.ask({ held: null })).toBe('answer 3');
    },
  );

  it('tells the page that it failed, and nobody else', async () => {
    const refused = new Error('refused');
    const ahead = askAhead(QUESTION, {
      ask: () => Promise.reject(refused),
      hear: () => () => undefined,
    });
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    await expect(ahead.ask({ held: null })).rejects.toBe(refused);
  });

  it('keeps what main says until somebody listens, in its order, and hears no more then', () => {
    const { ahead, push, listeners } = lab();
    push('first');
    push('second');
    const told = vi.fn<(payload: unknown) => void>();
    ahead.tellMissed(told);
    expect(told.mock.calls).toEqual([['first'], ['second']]);
    expect(listeners.size).toBe(0);
    const again = vi.fn<(payload: unknown) => void>();
    ahead.tellMissed(again);
    expect(again).not.toHaveBeenCalled();
  });

  it('keeps no more than some for a page that never listens', () => {
    const { ahead, push } = lab();
    for (let turn = 0; turn < 1_000; turn += 1) push(turn);
    const told = vi.fn<(payload: unknown) => void>();
    ahead.tellMissed(told);
    expect(told.mock.calls.length).toBeLessThan(100);
    expect(told.mock.calls[0]).toEqual([0]);
  });
});

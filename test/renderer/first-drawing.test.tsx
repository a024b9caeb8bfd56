// The window is drawn once: with main's first view, or without it where main lets wait.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withFirstView } from '../../renderer/app/first-drawing.ts';
import { createStore } from '../../renderer/state/create-store.ts';

describe('the first drawing', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is of the first view, and the only one', () => {
    const views = createStore<number | null>(null);
    const drawn: (number | null)[] = [];
    withFirstView(views, () => drawn.push(views.current()));
    expect(drawn).toEqual([]);
    views.change(() => 1);
    views.change(() => 2);
    vi.runAllTimers();
    expect(drawn).toEqual([1]);
  });

  it('does not wait long for a view', () => {
    const views = createStore<number | null>(null);
    const drawn: (number | null)[] = [];
    withFirstView(views, () => drawn.push(views.current()));
    vi.advanceTimersByTime(100);
    views.change(() => 1);
    expect(drawn).toEqual([null]);
  });
});

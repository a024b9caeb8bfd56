// What the preload does with a drop: files by their paths to main, nothing of it to the page.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { watchDrops } from '../../electron/preload/drops.ts';

interface Dragged {
  readonly types: readonly string[];
  readonly files: readonly File[];
  dropEffect: string;
}
const file = (name: string): File => new File(['x'], name);

function drop(name: string, dataTransfer: Dragged) {
  const target = new EventTarget();
  const handed: (readonly string[])[] = [];
  watchDrops(target, {
    pathOf: ({ name: own }) => `/home/${own}`,
    hand: (paths) => void handed.push(paths),
  });
  const page = vi.fn<() => void>();
  target.addEventListener(name, page, { capture: true });
  const event = Object.assign(new Event(name, { cancelable: true }), { dataTransfer });
  target.dispatchEvent(event);
  return { handed, page, event };
}

afterEach(() => vi.restoreAllMocks());

describe('a drop', () => {
  it('of files goes to main by their paths', () => {
    const files = [file('a.log'), file('logs')];
    const { handed } = drop('drop', { types: ['Files'], files, dropEffect: '' });
    expect(handed).toEqual([['/home/a.log', '/home/logs']]);
  });

  it('of a text goes nowhere', () => {
    const { handed } = drop('drop', { types: ['text/plain'], files: [], dropEffect: '' });
    expect(handed).toEqual([]);
  });

  it.each(['dragenter', 'dragover', 'drop'])(
    'is prevented and unheard of by the page: %s',
    (name) => {
      const { page, event } = drop(name, { types: ['Files'], files: [file('a')], dropEffect: '' });
      expect([page.mock.calls.length, event.defaultPrevented]).toEqual([0, true]);
    },
  );

  it('of more than a hundred things is cut there', () => {
    const files = Array.from({ length: 150 }, (_, at) => file(String(at)));
    expect(drop('drop', { types: ['Files'], files, dropEffect: '' }).handed[0]).toHaveLength(100);
  });

  it.each([
    [['Files'], 'copy'],
    [['text/plain', 'text/html'], 'none'],
  ])('of %j shows before it happens whether it is taken', (types, effect) => {
    const dragged = { types, files: [], dropEffect: '' };
    drop('dragover', dragged);
    expect(dragged.dropEffect).toBe(effect);
  });
});

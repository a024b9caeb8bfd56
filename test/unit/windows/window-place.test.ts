// Where the app window opens, by the displays that are there.
import { describe, expect, it } from 'vitest';
import type { Rectangle } from 'electron';
import { placeOnDisplays } from '../../../electron/main/windows/window-place.ts';

const PRIMARY: Rectangle = { x: 0, y: 25, width: 1_440, height: 815 };
const LEFT: Rectangle = { x: -1_920, y: 0, width: 1_920, height: 1_040 };
const size = { width: 1_280, height: 800, maximized: false };

describe('the place of the window', () => {
  it('is in the middle, no larger than the display, where none was kept', () => {
    expect(placeOnDisplays({ ...size, height: 900, place: null }, [PRIMARY])).toEqual({
      width: 1_280,
      height: 815,
    });
  });

  it('is the one that was kept, on whichever display that is', () => {
    const place = { x: -1_800, y: 40 };
    expect(placeOnDisplays({ ...size, place }, [PRIMARY, LEFT])).toEqual({
      width: 1_280,
      height: 800,
      ...place,
    });
  });

  it.each([
    ['of a display that is gone', { x: -1_800, y: 40 }],
    ['above every display', { x: 100, y: -600 }],
    ['of which too little could be seen to take hold of', { x: 1_400, y: 100 }],
    ['under the foot of the display', { x: 100, y: 830 }],
  ])('is in the middle in place of one %s', (_what, place) => {
    expect(placeOnDisplays({ ...size, place }, [PRIMARY])).toEqual({ width: 1_280, height: 800 });
  });

  it('is moved in where a part would hang over an edge', () => {
    const place = { x: 400, y: 300 };
    expect(placeOnDisplays({ ...size, place }, [PRIMARY])).toEqual({
      width: 1_280,
      height: 800,
      x: 160,
      y: 40,
    });
  });
});

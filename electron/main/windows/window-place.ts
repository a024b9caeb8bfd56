// Where the app window opens: as it was left, where a display is there to show it. Pure.
import type { Rectangle } from 'electron';
import type { WindowBounds } from '../platform/kept-preferences.ts';

/** So much of the title bar must be on a display, for somebody to take hold of it. */
const HOLD = { width: 120, height: 32 };

/**
 * Without a place: in the middle of the primary display.
 *
 * @param areas what each display leaves beside its panels, that of the primary first.
 */
export function placeOnDisplays(
  { width, height, place }: WindowBounds,
  areas: readonly [Rectangle, ...Rectangle[]],
): Partial<Rectangle> {
  const area = place && areas.find((each) => holds(each, place, width));
  const { width: most, height: highest } = area ?? areas[0];
  const size = { width: Math.min(width, most), height: Math.min(height, highest) };
  if (!place || !area) return size;
  return {
    ...size,
    x: Math.max(area.x, Math.min(place.x, area.x + area.width - size.width)),
    y: Math.max(area.y, Math.min(place.y, area.y + area.height - size.height)),
  };
}

function holds(area: Rectangle, { x, y }: { x: number; y: number }, width: number): boolean {
  const seen = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
  return seen >= HOLD.width && y >= area.y - 1 && y <= area.y + area.height - HOLD.height;
}

// Where the app window opens: as it was left, where a display is there to show it. Pure.
import type { WindowBounds } from '../platform/kept-preferences.ts';

/** What a display leaves beside its panels. */
export interface WorkArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface WindowPlace {
  readonly width: number;
  readonly height: number;
  /** Left out: in the middle of the primary display. */
  readonly x?: number;
  readonly y?: number;
}

/** So much of the title bar must be on a display, for somebody to take hold of it. */
const HOLD = { width: 120, height: 32 };

/** @param areas of all displays, that of the primary first. */
export function placeOnDisplays(
  { width, height, place }: WindowBounds,
  areas: readonly [WorkArea, ...WorkArea[]],
): WindowPlace {
  const area = place && areas.find((each) => holds(each, place, width));
  const within = (at: WorkArea) => ({
    width: Math.min(width, at.width),
    height: Math.min(height, at.height),
  });
  if (place === null || area === null || area === undefined) return within(areas[0]);
  const size = within(area);
  return {
    ...size,
    x: Math.max(area.x, Math.min(place.x, area.x + area.width - size.width)),
    y: Math.max(area.y, Math.min(place.y, area.y + area.height - size.height)),
  };
}

function holds(area: WorkArea, { x, y }: { x: number; y: number }, width: number): boolean {
  const seen = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
  return seen >= HOLD.width && y >= area.y - 1 && y <= area.y + area.height - HOLD.height;
}

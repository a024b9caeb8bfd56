// Times of day: what a person types for one, and when it is next so late, in the person's own time zone:
// today, or else tomorrow. Counted on the calendar, so that the night in which clocks change does not
// shift it.

/** @param time `18:00`, as a person types it. Null when it is none. */
export function nextTime(time: string, nowMs: number): number | null {
  const minute = minuteOfDay(time);
  if (minute === null) return null;
  const at = new Date(nowMs);
  at.setHours(Math.floor(minute / 60), minute % 60, 0, 0);
  if (at.getTime() <= nowMs) at.setDate(at.getDate() + 1);
  return at.getTime();
}

/** Minutes after midnight of `8:00`, `08.00` or `0800`; null for what is no time of a day. */
export function minuteOfDay(time: string): number | null {
  const [, hours, minutes] = /^\s*([01]?\d|2[0-3])[:.]?([0-5]\d)\s*$/.exec(time) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  return Number(hours) * 60 + Number(minutes);
}

export function timeOfDay(minute: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

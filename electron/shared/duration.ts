// How long something took, in the window and in exports.
import { counted } from './counts.ts';

/** `0.8 s`, `9.4 s`, `42 s`, `3 min 05 s`: rounded up, so that it is never better than it was. */
export function duration(ms: number): string {
  const tenths = Math.ceil(ms / 100) / 10;
  if (tenths < 10) return `${tenths.toFixed(1)} s`;
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** `240 ms`, and as above from a second on. */
export const took = (ms: number): string => (ms < 1_000 ? `${Math.round(ms)} ms` : duration(ms));

/** In a sentence: "40 seconds", "90 seconds", from two minutes on "5 minutes". Rounded to the nearest. */
export function spanOfTime(ms: number): string {
  const seconds = Math.round(Math.max(0, ms) / 1_000);
  return seconds < 120 ? counted(seconds, 'second') : counted(Math.round(seconds / 60), 'minute');
}

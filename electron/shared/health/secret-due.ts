// When a client secret is to be replaced, as the window sees it, and the bounds of what a person sets about it.
import * as v from 'valibot';
import { timeMs } from '../view-parts.ts';

/** Ten years. */
export const MOST_ROTATION_DAYS = 3_650;

/** When a secret is to be replaced, and why. */
export const secretDueView = v.strictObject({
  atMs: timeMs,
  why: v.picklist(['valid_until', 'rotation_age']),
  /** Near enough to need a person, or past. */
  soon: v.boolean(),
});
export type SecretDueView = v.InferOutput<typeof secretDueView>;

/** When a credential last got, checked or handed out a token; null: the history knows of none. */
export const lastUseView = v.strictObject({
  gotAtMs: v.nullable(timeMs),
  checkedAtMs: v.nullable(timeMs),
  handedOutAtMs: v.nullable(timeMs),
  /** When it last got one of the trading scope. */
  tradedAtMs: v.nullable(timeMs),
});
export type LastUseView = v.InferOutput<typeof lastUseView>;

/** The latest of the three; null: none. */
export function lastUsedMs({ gotAtMs, checkedAtMs, handedOutAtMs }: LastUseView): number | null {
  const latest = Math.max(
    gotAtMs ?? -Infinity,
    checkedAtMs ?? -Infinity,
    handedOutAtMs ?? -Infinity,
  );
  return Number.isFinite(latest) ? latest : null;
}

/** `2026-12-31`, in the calendar of the person: what the web app shows beside a key. */
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The last moment of the day that was typed; null where it is no date. */
export function endOfDayMs(typed: string): number | null {
  const [, year = '', month = '', day = ''] = DATE.exec(typed.trim()) ?? [];
  if (year === '') return null;
  const next = new Date(Number(year), Number(month) - 1, Number(day) + 1);
  const endMs = next.getTime() - 1;
  return dateOf(endMs) === typed.trim() ? endMs : null;
}

/** The day as the person's calendar has it: `2026-11-25`, local time. */
export function dateOf(atMs: number): string {
  const at = new Date(atMs);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

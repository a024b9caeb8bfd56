// Reads Retry-After (RFC 9110 section 10.2.3; cases 80, 81): seconds or a date, clamped so that neither
// a busy loop nor an endless wait can be ordered from outside.
import { httpDateMs, type ResponseHead } from './response-head.ts';

const MIN_MS = 1_000;
const MAX_MS = 5 * 60_000;

/** Milliseconds from now, 1 s to 5 min; null without the field or where it says nothing. */
export function retryAfterMs(head: ResponseHead, nowMs: number): number | null {
  const asked = head
    .values('retry-after')
    .map((text) => delayMs(text.trim(), nowMs))
    .filter((delay) => delay !== null);
  // Of two, the more patient one.
  return asked.length === 0 ? null : Math.min(Math.max(MIN_MS, ...asked), MAX_MS);
}

function delayMs(text: string, nowMs: number): number | null {
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  const atMs = httpDateMs(text);
  return atMs === null ? null : atMs - nowMs;
}

// Reads the dates of a head (RFC 9110 section 5.6.7), and how long Retry-After asks to wait (section 10.2.3; cases 80,
// 81): clamped, so that neither a busy loop nor an endless wait can be ordered from outside.
import type { ResponseHead } from './response-head.ts';

const MIN_MS = 1_000;
const MAX_MS = 5 * 60_000;
/** The form in use and that of RFC 850; that of asctime, which names no zone: a recipient must take all three. */
const IN_GMT = /^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -](?:\d{2}|\d{4}) \d{2}:\d{2}:\d{2} GMT$/;
const OF_ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/** Milliseconds since 1970; null where it is no such date. A year of two digits from 50 on is of the last century. */
function httpDateMs(text: string): number | null {
  const isInGmt = IN_GMT.test(text);
  const atMs = isInGmt || OF_ASCTIME.test(text) ? Date.parse(isInGmt ? text : `${text} GMT`) : NaN;
  return Number.isNaN(atMs) ? null : atMs;
}

/** When the answer was written, by its server's clock; null without a readable Date. */
const dateOf = (head: ResponseHead): number | null => httpDateMs(head.values('date')[0] ?? '');

/** Server clock minus ours, whole seconds, never -0; null without a readable Date (case 116). */
export function clockSkewSeconds(head: ResponseHead, nowMs: number): number | null {
  const atMs = dateOf(head);
  return atMs === null ? null : Math.round((atMs - nowMs) / 1000) || 0;
}

/**
 * Milliseconds from now, 1 s to 5 min; null without the field or where it says nothing. A date counts from the Date of
 * the same head: the clock of this machine may be wrong.
 */
export function retryAfterMs(head: ResponseHead, nowMs: number): number | null {
  const saidAtMs = dateOf(head) ?? nowMs;
  const asked = head.values('retry-after').flatMap((text) => {
    const trimmed = text.trim();
    if (/^-?\d+(?:\.\d+)?$/.test(trimmed)) return [Number(trimmed) * 1000];
    const atMs = httpDateMs(trimmed);
    return atMs === null ? [] : [atMs - saidAtMs];
  });
  // Of two, the more patient one.
  return asked.length === 0 ? null : Math.min(Math.max(MIN_MS, ...asked), MAX_MS);
}

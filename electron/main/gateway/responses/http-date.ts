// Reads the dates of a head (RFC 9110 section 5.6.7), and how long Retry-After asks to wait (section 10.2.3; cases 80,
// 81): clamped, so that neither a busy loop nor an endless wait can be ordered from outside.
import type { ResponseHead } from './response-head.ts';

const MIN_MS = 1_000;
const MAX_MS = 5 * 60_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** A year of two digits that seems to be further ahead than this is of the century before. */
const MOST_YEARS_AHEAD = 50;

/** The form in use, that of RFC 850, and that of asctime: a recipient must take all three. */
const FORMS: readonly RegExp[] = [
  /^[A-Z][a-z]{2}, (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^[A-Z][a-z]{5,8}, (?<day>\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/,
];

/** Milliseconds since 1970; null where it is no such date. @param nowMs tells the century of a short year. */
function httpDateMs(text: string, nowMs: number): number | null {
  const {
    day = '',
    month = '',
    year = '',
    time = '',
  } = FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined) ?? {};
  const at = MONTHS.indexOf(month);
  if (at === -1) return null;
  const written = `${fullYear(year, nowMs)}-${String(at + 1).padStart(2, '0')}-${day.trim().padStart(2, '0')}`;
  const atMs = Date.parse(`${written}T${time}Z`);
  return Number.isNaN(atMs) ? null : atMs;
}

function fullYear(year: string, nowMs: number): string {
  if (year.length === 4) return year;
  const thisYear = new Date(nowMs).getUTCFullYear();
  const inThisCentury = thisYear - (thisYear % 100) + Number(year);
  return String(inThisCentury > thisYear + MOST_YEARS_AHEAD ? inThisCentury - 100 : inThisCentury);
}

/** When the answer was written, by its server's clock; null without a readable Date. */
function dateOf(head: ResponseHead, nowMs: number): number | null {
  return httpDateMs(head.values('date')[0] ?? '', nowMs);
}

/** Server clock minus ours, whole seconds, never -0; null without a readable Date (case 116). */
export function clockSkewSeconds(head: ResponseHead, nowMs: number): number | null {
  const atMs = dateOf(head, nowMs);
  return atMs === null ? null : Math.round((atMs - nowMs) / 1000) || 0;
}

/**
 * Milliseconds from now, 1 s to 5 min; null without the field or where it says nothing. A date counts from the Date of
 * the same head: the clock of this machine may be wrong.
 */
export function retryAfterMs(head: ResponseHead, nowMs: number): number | null {
  const saidAtMs = dateOf(head, nowMs) ?? nowMs;
  const asked = head.values('retry-after').flatMap((text) => {
    const trimmed = text.trim();
    if (/^-?\d+(?:\.\d+)?$/.test(trimmed)) return [Number(trimmed) * 1000];
    const atMs = httpDateMs(trimmed, nowMs);
    return atMs === null ? [] : [atMs - saidAtMs];
  });
  // Of two, the more patient one.
  return asked.length === 0 ? null : Math.min(Math.max(MIN_MS, ...asked), MAX_MS);
}

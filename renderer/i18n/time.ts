// Every way the window says a time: what is left, how long ago, until when (docs/interface.md, "Countdown
// rules"). Pure: the present moment is always an argument. Rounds down, never shows more than is left.

export interface TimeText {
  readonly text: string;
  /** For a screen reader: "23 hours 59 minutes left". */
  readonly spoken: string;
  /** The moment just after which the text changes, or null when it never does. */
  readonly nextChangeAtMs: number | null;
}

const SECOND_MS = 1000;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Below this many seconds the countdown shows minutes and seconds. */
const SECONDS_SHOWN_BELOW = 10 * MINUTE;

const two = (value: number): string => String(value).padStart(2, '0');
const many = (value: number, unit: string): string => `${value} ${unit}${value === 1 ? '' : 's'}`;

/** Whole seconds left, counted to the whole second before the end so that it is never too much. */
export function secondsLeft(endsAtMs: number, nowMs: number): number {
  const end = Math.floor(endsAtMs / SECOND_MS) * SECOND_MS;
  return Math.max(0, Math.floor((end - nowMs) / SECOND_MS));
}

function units(seconds: number): readonly [text: string, spoken: string, stepSeconds: number] {
  const days = Math.floor(seconds / DAY);
  const hours = Math.floor((seconds % DAY) / HOUR);
  const minutes = Math.floor((seconds % HOUR) / MINUTE);
  if (days > 0) return [`${days}d ${hours}h`, `${many(days, 'day')} ${many(hours, 'hour')}`, HOUR];
  if (hours > 0) {
    return [
      `${hours}h ${two(minutes)}m`,
      `${many(hours, 'hour')} ${many(minutes, 'minute')}`,
      MINUTE,
    ];
  }
  return [`${minutes}m`, many(minutes, 'minute'), MINUTE];
}

/** `1d 3h`, `23h 59m`, `42m`, and in the last ten minutes `9:59 min`. After the end: `expired 12m ago`. */
export function timeLeft(expiresAtMs: number | null, nowMs: number): TimeText {
  if (expiresAtMs === null || !Number.isFinite(expiresAtMs)) {
    return { text: 'expiry unknown', spoken: 'expiry unknown', nextChangeAtMs: null };
  }
  if (nowMs >= expiresAtMs) {
    const past = ago(expiresAtMs, nowMs);
    return { ...past, text: `expired ${past.text}`, spoken: `expired ${past.spoken}` };
  }
  const left = secondsLeft(expiresAtMs, nowMs);
  const end = Math.floor(expiresAtMs / SECOND_MS) * SECOND_MS;
  if (left < SECONDS_SHOWN_BELOW) {
    const next =
      left === 0 ? Math.ceil(expiresAtMs / SECOND_MS) * SECOND_MS : end - left * SECOND_MS;
    return {
      text: minuteSecond(left),
      spoken: `${spokenMinuteSecond(left)} left`,
      nextChangeAtMs: Math.max(next, nowMs + 1),
    };
  }
  const [text, spoken, step] = units(left);
  // The text holds while at least `shown` seconds are left; right at ten minutes seconds begin.
  const shown = Math.max(Math.floor(left / step) * step, SECONDS_SHOWN_BELOW);
  return {
    text,
    spoken: `${spoken} left`,
    nextChangeAtMs: Math.max(end - shown * SECOND_MS, nowMs + 1),
  };
}

/** `4:12 min`: with its unit, so that nobody reads hours and minutes. */
export const minuteSecond = (seconds: number): string =>
  `${Math.floor(seconds / MINUTE)}:${two(seconds % MINUTE)} min`;

/** How pressing what is left is, whatever the whole lifetime: under ten minutes `soon`, under one `last`. */
export function pressure(expiresAtMs: number | null, nowMs: number): 'soon' | 'last' | null {
  if (expiresAtMs === null || !Number.isFinite(expiresAtMs) || nowMs >= expiresAtMs) return null;
  const left = secondsLeft(expiresAtMs, nowMs);
  if (left >= SECONDS_SHOWN_BELOW) return null;
  return left < MINUTE ? 'last' : 'soon';
}

function spokenMinuteSecond(seconds: number): string {
  const minutes = Math.floor(seconds / MINUTE);
  const rest = many(seconds % MINUTE, 'second');
  return minutes === 0 ? rest : `${many(minutes, 'minute')} ${rest}`;
}

/** `4:12 min` until a moment, `0:00 min` after it: propagation, the clipboard, a wait before the next try. */
export function shortCountdown(endsAtMs: number, nowMs: number): TimeText {
  const left = secondsLeft(endsAtMs, nowMs);
  const end = Math.floor(endsAtMs / SECOND_MS) * SECOND_MS;
  return {
    text: minuteSecond(left),
    spoken: spokenMinuteSecond(left),
    nextChangeAtMs: left === 0 ? null : Math.max(end - left * SECOND_MS, nowMs + 1),
  };
}

/** `8 min`, and in the last minute `42 s`: until the vault locks by itself. */
export function lockIn(locksAtMs: number, nowMs: number): TimeText {
  const left = secondsLeft(locksAtMs, nowMs);
  const end = Math.floor(locksAtMs / SECOND_MS) * SECOND_MS;
  const minutes = Math.floor(left / MINUTE);
  const shown = minutes > 0 ? minutes * MINUTE : left;
  return {
    text: minutes > 0 ? `${minutes} min` : `${left} s`,
    spoken: minutes > 0 ? many(minutes, 'minute') : many(left, 'second'),
    nextChangeAtMs: left === 0 ? null : Math.max(end - shown * SECOND_MS, nowMs + 1),
  };
}

/** `just now`, `12m ago`, `1h 05m ago`, `12 days ago`. */
export function ago(sinceMs: number, nowMs: number): TimeText {
  const whole = Math.ceil(sinceMs / SECOND_MS) * SECOND_MS;
  const seconds = Math.max(0, Math.floor((nowMs - whole) / SECOND_MS));
  if (seconds < MINUTE) {
    return { text: 'just now', spoken: 'just now', nextChangeAtMs: whole + MINUTE * SECOND_MS };
  }
  const days = Math.floor(seconds / DAY);
  if (days > 0) {
    const text = `${many(days, 'day')} ago`;
    return { text, spoken: text, nextChangeAtMs: whole + (days + 1) * DAY * SECOND_MS };
  }
  const [text, spoken] = units(seconds);
  const minutes = Math.floor(seconds / MINUTE);
  return {
    text: `${text} ago`,
    spoken: `${spoken} ago`,
    nextChangeAtMs: whole + (minutes + 1) * MINUTE * SECOND_MS,
  };
}

/** `0:12 min` since a moment, growing: how long a run has been going on. */
export function elapsed(sinceMs: number, nowMs: number): TimeText {
  const seconds = Math.max(0, Math.floor((nowMs - sinceMs) / SECOND_MS));
  const next = sinceMs + (seconds + 1) * SECOND_MS;
  return {
    text: minuteSecond(seconds),
    spoken: spokenMinuteSecond(seconds),
    nextChangeAtMs: Math.ceil(next / SECOND_MS) * SECOND_MS,
  };
}

interface Zone {
  readonly locale?: string;
  readonly timeZone?: string;
}

interface ClockFormats {
  readonly day: Intl.DateTimeFormat;
  readonly time: Intl.DateTimeFormat;
  readonly near: Intl.DateTimeFormat;
  readonly far: Intl.DateTimeFormat;
}

/** Those of the last minute asked about alone. */
const clockFormats = new Map<string, ClockFormats>();

/** Dear to make, and every row asks. Kept for a minute, since they know the time zone they were made in. */
function clockFormatsAt(nowMs: number, { locale = 'en-GB', timeZone }: Zone): ClockFormats {
  const key = `${Math.floor(nowMs / (MINUTE * SECOND_MS))} ${locale} ${timeZone}`;
  const known = clockFormats.get(key);
  if (known !== undefined) return known;
  const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, timeZone === undefined ? options : { ...options, timeZone });
  const formats = {
    day: format({ dateStyle: 'short' }),
    time: format({
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    }),
    near: format({ weekday: 'short' }),
    far: format({ day: 'numeric', month: 'short' }),
  };
  clockFormats.clear();
  clockFormats.set(key, formats);
  return formats;
}

/** `07:42 CET` today, `Tue 07:42 CET` within a week, else `12 Mar 07:42 CET`. */
export function clockTime(atMs: number, nowMs: number, zone: Zone = {}): string {
  const formats = clockFormatsAt(nowMs, zone);
  const time = formats.time.format(atMs);
  if (formats.day.format(atMs) === formats.day.format(nowMs)) return time;
  const near = Math.abs(atMs - nowMs) < 6 * DAY * SECOND_MS;
  const date = (near ? formats.near : formats.far).format(atMs);
  return `${date} ${time}`;
}

/** `12 March 2026`: validity of a certificate. */
export function calendarDate(atMs: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(atMs);
}

/** `30 Oct`: the day of a secret, which has no hour. */
export function dayMonth(atMs: number): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(atMs);
}

/** `24 h`, `2 h`, `90 s`: a lifetime in its largest exact unit. */
export function lifetime(seconds: number): string {
  if (seconds >= HOUR && seconds % HOUR === 0) return many(seconds / HOUR, 'hour');
  if (seconds >= MINUTE && seconds % MINUTE === 0) return many(seconds / MINUTE, 'minute');
  return many(Math.round(seconds), 'second');
}

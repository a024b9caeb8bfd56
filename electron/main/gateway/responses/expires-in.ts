// What expires_in means (RFC 6749 section 5.1; cases 15-20). A wrong guess here either kills a key in
// the night or hammers the server, so anything but a plain number of seconds is "unknown" and noted.
import type { Anomaly } from '../../../shared/words.ts';
import type { JsonMember } from './json-scan.ts';

/** How long a token says it lives (RFC 6749 section 5.1). */
export interface Lifetime {
  /** Whole seconds, from 1 to 30 days; null when unknown. */
  readonly seconds: number | null;
  readonly anomalies: readonly Anomaly[];
}

/** 30 days. No documented lifetime comes near; what is longer is not relied on. */
const MAX_PLAUSIBLE_SECONDS = 30 * 24 * 60 * 60;
const DIGITS = /^\d{1,20}$/;

/** `raw`: the value as written, JSON text, echoes masked. */
export function readLifetime(member: JsonMember | undefined, raw: string): Lifetime {
  if (member === undefined) return { seconds: null, anomalies: ['expires_in_missing'] };
  const written = member.kind === 'number' ? Number(raw) : NaN;
  if (!Number.isNaN(written)) return lifetimeOf(written, []);
  const inside = raw.slice(1, -1);
  if (member.kind === 'string' && DIGITS.test(inside)) {
    return lifetimeOf(Number(inside), ['expires_in_text']);
  }
  return { seconds: null, anomalies: ['expires_in_invalid'] };
}

function lifetimeOf(written: number, noted: readonly Anomaly[]): Lifetime {
  const anomalies: Anomaly[] = [...noted];
  const whole = Math.floor(written);
  if (whole !== written) anomalies.push('expires_in_fraction');
  if (whole <= 0) anomalies.push('expires_in_not_positive');
  if (whole > MAX_PLAUSIBLE_SECONDS) anomalies.push('expires_in_too_long');
  // A server that gives no sensible end honours the token all the same (case 18): it is kept as one whose
  // end nobody knows, so that it can be checked and revoked.
  const isPlausible = whole > 0 && whole <= MAX_PLAUSIBLE_SECONDS;
  return { seconds: isPlausible ? whole : null, anomalies };
}

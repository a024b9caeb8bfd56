// What expires_in means (RFC 6749 section 5.1; cases 15-20). A wrong guess here either kills a key in
// the night or hammers the server, so anything but a plain number of seconds is "unknown" and noted.
import type { Anomaly } from '../../shared/words.ts';
import type { JsonMember } from './json-scan.ts';

export interface Lifetime {
  /** Whole seconds, 0 for "expired on arrival", at most 31 days; null when unknown. */
  readonly seconds: number | null;
  readonly anomalies: readonly Anomaly[];
}

const MAX_SECONDS = 31 * 24 * 60 * 60;
/** Beyond it no timer can wait (2^31-1 ms), and no documented lifetime comes near. */
const MAX_PLAUSIBLE_SECONDS = 2_147_483;
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
  return { seconds: Math.min(Math.max(0, whole), MAX_SECONDS), anomalies };
}

// When a token is renewed (docs/oauth-cases.md case 96), when a failed renewal is tried again, and which
// answers count as a refusal. Pure; times are durations, so that no clock setting enters here.
import type { Failure, FailureCode } from '../../shared/failures/failure.ts';
import type { Renewal } from './renewal.ts';
import { impersonated, unreachable } from './unreachable.ts';

const LONGEST_MARGIN_MS = 5 * 60_000;
const JITTER = 0.2;
/** Tokens that live longer than this are renewed at least `SHORTEST_MARGIN_MS` before their end. */
const SHORT_LIFE_SECONDS = 5 * 60;
const SHORTEST_MARGIN_MS = 30_000;
/** Between two requests for the same token at least this, however short it lives (case 21). */
export const APART_MS = 30_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** Refusals in a row after which a renewal gives up. */
export const REFUSALS_STOP_RENEWAL = 3;
/** Where many are overdue at once, as after sleep, they spread over this. */
export const SPREAD_MS = 30_000;

/** Milliseconds before its end at which a token is renewed. @param jitter from -1 to 1. */
export function renewalMarginMs(lifetimeSeconds: number, jitter: number): number {
  const marginMs = Math.min(lifetimeSeconds * 100, LONGEST_MARGIN_MS) * (1 + JITTER * jitter);
  return lifetimeSeconds > SHORT_LIFE_SECONDS ? Math.max(SHORTEST_MARGIN_MS, marginMs) : marginMs;
}

/** From 0 to 1, spread evenly, and always the same for the same id: a moment told stays true. */
export function shareOf(id: string): number {
  // FNV-1a with a final mix (MurmurHash3): even enough, and free of any state.
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Doubling from half a minute to five minutes. @param failures in a row, at least one. */
export function renewalPauseMs(failures: number): number {
  return Math.min(APART_MS * 2 ** Math.min(failures - 1, 10), LONGEST_PAUSE_MS);
}

const passing: ReadonlySet<FailureCode> = new Set<FailureCode>([
  ...unreachable,
  'cancelled',
  'rate_limited',
  'server_error',
  'automatic_paused',
  'practice_unavailable',
  'disk_full',
  'io_error',
  'changed_on_disk',
  'locked_by_other',
  'rolled_back',
  'vault_locked',
]);

/** The server or the check said no: asking the same again will hardly help. Where nothing left, none did. */
export function isRefusal({ code, facts }: Failure): boolean {
  if (impersonated.has(code)) return facts?.possiblyDone === true;
  return !passing.has(code);
}

/** Whether it still stands: not ended, and not given up. @param untilLeftMs null: no end. */
export function isRenewing(
  { stoppedAtMs }: Renewal,
  untilLeftMs: number | null,
  newestIssuedAtMs: number,
): boolean {
  if (untilLeftMs !== null && untilLeftMs <= 0) return false;
  // A token the person got since shows that it works again.
  return stoppedAtMs === null || newestIssuedAtMs > stoppedAtMs;
}

// The lives of a credential's tokens in the last week, read out of its history and of the tokens that are there: from
// when to when each could be used, its checks, what ended it, and when there was none. Pure.
import type { TokenView } from '../../../electron/shared/credentials/credential-view.ts';
import type { HistoryEventView } from '../../../electron/shared/history/history-view.ts';

const DAYS = 7;

export interface Life {
  readonly fingerprint: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly end: 'expiry' | 'revoked' | 'refused' | 'unknown';
  readonly checks: readonly { readonly atMs: number; readonly refused: boolean }[];
}

interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface Lifetimes {
  /** Oldest first. */
  readonly lives: readonly Life[];
  /** When nothing could be used, between the first token that is known of and now. */
  readonly gaps: readonly Span[];
  /** Midnights of the days to be drawn, newest first, each with the one after it. */
  readonly days: readonly Span[];
}

/** What is known of one token while the events are read. */
interface Known {
  fingerprint: string;
  fromMs: number | null;
  /** As the server said; null where it did not. */
  endsMs: number | null;
  revokedMs: number | null;
  lastMs: number;
  checks: { atMs: number; refused: boolean }[];
}

/** The midnight so many days after the day of that moment: days of 23 and 25 hours have theirs too. */
function midnight(atMs: number, days: number): number {
  const day = new Date(atMs);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days).getTime();
}

export const weekBegins = (nowMs: number): number => midnight(nowMs, 1 - DAYS);

/** @param events newest first. `readFromMs`: earlier ones were not read; null: all were. */
export function lifetimesOf(
  events: readonly HistoryEventView[],
  tokens: readonly TokenView[],
  nowMs: number,
  readFromMs: number | null,
): Lifetimes {
  const weekMs = weekBegins(nowMs);
  const lives = [...knownTokens(events, tokens).values()]
    .flatMap((known) => lifeOf(known) ?? [])
    .toSorted((a, b) => a.fromMs - b.fromMs);
  const [first] = lives;
  const begunMs = Math.max(weekMs, readFromMs ?? first?.fromMs ?? nowMs);
  const gaps = first === undefined ? [] : gapsIn(lives, begunMs, nowMs);
  const days: Span[] = [];
  for (let day = 0; day > -DAYS && midnight(nowMs, day + 1) > begunMs; day -= 1) {
    days.push({ fromMs: midnight(nowMs, day), untilMs: midnight(nowMs, day + 1) });
  }
  return { lives: lives.filter(({ untilMs }) => untilMs > weekMs), gaps, days };
}

function knownTokens(
  events: readonly HistoryEventView[],
  tokens: readonly TokenView[],
): ReadonlyMap<string, Known> {
  const all = new Map<string, Known>();
  const of = (id: string, fingerprint: string, atMs: number): Known => {
    const known = all.get(id) ?? {
      fingerprint,
      fromMs: null,
      endsMs: null,
      revokedMs: null,
      lastMs: atMs,
      checks: [],
    };
    all.set(id, known);
    return known;
  };
  for (const { event } of events.toReversed()) {
    if (event?.tokenId === undefined) continue;
    const { what, atMs, word, endsAtMs } = event;
    const known = of(event.tokenId, event.fingerprint ?? '', atMs);
    known.lastMs = atMs;
    if (what === 'token_received') {
      known.fromMs ??= atMs;
      known.endsMs = endsAtMs ?? null;
    }
    if (what === 'revoke_accepted' || what === 'verified_dead') known.revokedMs ??= atMs;
    if (what === 'token_checked') known.checks.push({ atMs, refused: word === 'refused' });
  }
  for (const { id, fingerprint, state, sentAtMs, expiresAtMs } of tokens) {
    if (state === 'requesting' || state === 'possibly_issued') continue;
    const known = of(id, fingerprint, sentAtMs);
    known.fromMs ??= sentAtMs;
    known.endsMs = expiresAtMs ?? known.endsMs;
  }
  return all;
}

/** Null: when it came is not known. */
function lifeOf({ fingerprint, fromMs, endsMs, revokedMs, lastMs, checks }: Known): Life | null {
  if (fromMs === null) return null;
  const honoured = checks.findLastIndex(({ refused }) => !refused);
  const refusedMs = checks[honoured + 1]?.atMs ?? Infinity;
  const untilMs = Math.min(endsMs ?? Infinity, revokedMs ?? Infinity, refusedMs);
  const life = { fingerprint, fromMs, checks };
  if (untilMs === Infinity) return { ...life, untilMs: lastMs, end: 'unknown' };
  if (untilMs === revokedMs) return { ...life, untilMs, end: 'revoked' };
  return { ...life, untilMs, end: untilMs === refusedMs ? 'refused' : 'expiry' };
}

function gapsIn(lives: readonly Life[], begunMs: number, nowMs: number): readonly Span[] {
  const gaps: Span[] = [];
  let coveredMs = begunMs;
  for (const { fromMs, untilMs } of lives) {
    if (fromMs > coveredMs) gaps.push({ fromMs: coveredMs, untilMs: fromMs });
    coveredMs = Math.max(coveredMs, untilMs);
  }
  if (coveredMs < nowMs) gaps.push({ fromMs: coveredMs, untilMs: nowMs });
  return gaps;
}

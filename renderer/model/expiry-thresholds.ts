// When a screen reader is told about expiry: at 15, 5 and 1 minute left, and at the end; several at
// once in one sentence (interface.md, Accessibility). Pure.
import { whole } from '../../electron/shared/counts.ts';
import type { CredentialView, TokenView } from '../../electron/shared/credential-view.ts';

const MINUTE_MS = 60_000;
const thresholds = [15, 5, 1, 0] as const;
type Threshold = (typeof thresholds)[number];

const spoken: ReadonlySet<TokenView['state']> = new Set(['active', 'expiring', 'expired']);

/** More names than these nobody listens to. */
const NAMES_SAID = 5;

/** Visits every token that ends after `fromMs`; of tens of thousands none is kept. */
function visitEnds(
  credentials: readonly CredentialView[],
  fromMs: number,
  visit: (expiresAtMs: number, label: string) => void,
): void {
  for (const { label, tokens } of credentials) {
    for (const { state, expiresAtMs } of tokens) {
      if (expiresAtMs === null || expiresAtMs <= fromMs || !spoken.has(state)) continue;
      visit(expiresAtMs, label);
    }
  }
}

const momentOf = (expiresAtMs: number, threshold: Threshold): number =>
  expiresAtMs - threshold * MINUTE_MS;

/** The next moment after `nowMs` at which something is to be said, or null. */
export function nextThresholdMs(
  credentials: readonly CredentialView[],
  nowMs: number,
): number | null {
  let next = Infinity;
  visitEnds(credentials, nowMs, (expiresAtMs) => {
    for (const threshold of thresholds) {
      const atMs = momentOf(expiresAtMs, threshold);
      if (atMs > nowMs && atMs < next) next = atMs;
    }
  });
  return next === Infinity ? null : next;
}

/** What is to be said about the time from `sinceMs` (exclusive) to `nowMs`; empty for nothing. */
export function thresholdWords(
  credentials: readonly CredentialView[],
  sinceMs: number,
  nowMs: number,
): string {
  if (sinceMs >= nowMs) return '';
  const crossed = new Map(thresholds.map((threshold) => [threshold, [] as string[]]));
  visitEnds(credentials, sinceMs, (expiresAtMs, label) => {
    // Of several at once, as after a sleep, only the last is still true.
    const last = thresholds.findLast((threshold) => momentOf(expiresAtMs, threshold) <= nowMs);
    if (last !== undefined && momentOf(expiresAtMs, last) > sinceMs) crossed.get(last)?.push(label);
  });
  const sentences = thresholds.map((threshold) => {
    const labels = crossed.get(threshold) ?? [];
    return labels.length === 0 ? '' : sentence(labels, threshold);
  });
  return sentences.filter((text) => text !== '').join(' ');
}

function sentence(labels: readonly string[], threshold: Threshold): string {
  const one = labels.length === 1;
  const subject = one
    ? `The token of ${labels[0]}`
    : `${whole(labels.length)} tokens (${namesOf(labels)})`;
  if (threshold === 0) return `${subject} ${one ? 'has' : 'have'} expired.`;
  const minutes = threshold === 1 ? '1 minute' : `${threshold} minutes`;
  return `${subject} ${one ? 'expires' : 'expire'} in less than ${minutes}.`;
}

function namesOf(labels: readonly string[]): string {
  const names = [...new Set(labels)];
  const more = names.length - NAMES_SAID;
  const said = names.slice(0, NAMES_SAID).join(', ');
  return more > 0 ? `${said} and ${whole(more)} more` : said;
}

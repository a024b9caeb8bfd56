// When a screen reader is told about expiry: at 15, 5 and 1 minute left, and at the end; several at
// once in one sentence (interface.md, Accessibility). Pure.
import type { CredentialView, TokenView } from '../../electron/shared/credential-view.ts';

const MINUTE_MS = 60_000;
const thresholds = [15, 5, 1, 0] as const;
type Threshold = (typeof thresholds)[number];

const spoken: ReadonlySet<TokenView['state']> = new Set(['active', 'expiring', 'expired']);

/** Visits every moment from `fromMs` on (exclusive); of tens of thousands none is kept. */
function visitMoments(
  credentials: readonly CredentialView[],
  fromMs: number,
  visit: (atMs: number, threshold: Threshold, label: string) => void,
): void {
  for (const { label, tokens } of credentials) {
    for (const { state, expiresAtMs } of tokens) {
      if (expiresAtMs === null || expiresAtMs <= fromMs || !spoken.has(state)) continue;
      for (const threshold of thresholds) {
        const atMs = expiresAtMs - threshold * MINUTE_MS;
        if (atMs > fromMs) visit(atMs, threshold, label);
      }
    }
  }
}

/** The next moment after `nowMs` at which something is to be said, or null. */
export function nextThresholdMs(
  credentials: readonly CredentialView[],
  nowMs: number,
): number | null {
  let next = Infinity;
  visitMoments(credentials, nowMs, (atMs) => {
    if (atMs < next) next = atMs;
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
  const crossed = new Map(thresholds.map((threshold) => [threshold, new Set<string>()]));
  visitMoments(credentials, sinceMs, (atMs, threshold, label) => {
    if (atMs <= nowMs) crossed.get(threshold)?.add(label);
  });
  const sentences = thresholds.map((threshold) => {
    const labels = [...(crossed.get(threshold) ?? [])];
    return labels.length === 0 ? '' : sentence(labels, threshold);
  });
  return sentences.filter((text) => text !== '').join(' ');
}

function sentence(labels: readonly string[], threshold: Threshold): string {
  const one = labels.length === 1;
  const subject = one
    ? `The token of ${labels[0]}`
    : `${labels.length} tokens (${labels.join(', ')})`;
  if (threshold === 0) return `${subject} ${one ? 'has' : 'have'} expired.`;
  const minutes = threshold === 1 ? '1 minute' : `${threshold} minutes`;
  return `${subject} ${one ? 'expires' : 'expire'} in less than ${minutes}.`;
}

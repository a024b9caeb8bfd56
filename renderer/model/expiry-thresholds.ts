// When a screen reader is told about expiry: at 15, 5 and 1 minute left, and at the end; several at
// once in one sentence (interface.md, Accessibility). Pure.
import type { CredentialView } from '../../electron/shared/credential-view.ts';

const MINUTE_MS = 60_000;
const thresholds = [15, 5, 1, 0] as const;
type Threshold = (typeof thresholds)[number];

interface Moment {
  readonly label: string;
  readonly threshold: Threshold;
  readonly atMs: number;
}

function moments(credentials: readonly CredentialView[]): readonly Moment[] {
  return credentials.flatMap((credential) =>
    credential.tokens
      .filter(
        (token) =>
          token.state === 'active' || token.state === 'expiring' || token.state === 'expired',
      )
      .flatMap(({ expiresAtMs }) =>
        expiresAtMs === null
          ? []
          : thresholds.map((threshold) => ({
              label: credential.label,
              threshold,
              atMs: expiresAtMs - threshold * MINUTE_MS,
            })),
      ),
  );
}

/** The next moment after `nowMs` at which something is to be said, or null. */
export function nextThresholdMs(
  credentials: readonly CredentialView[],
  nowMs: number,
): number | null {
  let next: number | null = null;
  for (const { atMs } of moments(credentials)) {
    if (atMs > nowMs && (next === null || atMs < next)) next = atMs;
  }
  return next;
}

/** What is to be said about the time from `sinceMs` (exclusive) to `nowMs`; empty for nothing. */
export function thresholdWords(
  credentials: readonly CredentialView[],
  sinceMs: number,
  nowMs: number,
): string {
  const crossed = moments(credentials).filter(({ atMs }) => atMs > sinceMs && atMs <= nowMs);
  const sentences = thresholds.map((threshold) => {
    const labels = [
      ...new Set(crossed.filter((m) => m.threshold === threshold).map((m) => m.label)),
    ];
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

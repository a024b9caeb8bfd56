// A hidden polite region that speaks at 15, 5 and 1 minute left and at the end, of several at once in one sentence
// (docs/interface.md, Accessibility); the visible countdowns stay silent.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type {
  CredentialView,
  TokenView,
} from '../../../electron/shared/credentials/credential-view.ts';
import { useApp } from '../../state/app-context.tsx';
import { counted } from '../../../electron/shared/counts.ts';
import { nightWords } from '../night/en-night.ts';

const MINUTE_MS = 60_000;
const thresholds = [15, 5, 1, 0] as const;
type Threshold = (typeof thresholds)[number];

const spoken: ReadonlySet<TokenView['state']> = new Set(['active', 'expiring', 'expired']);

/** Visits every moment from `fromMs` on (exclusive); of tens of thousands none is kept. */
function visitMoments(
  credentials: readonly CredentialView[],
  fromMs: number,
  visit: (atMs: number, threshold: Threshold, label: string, tokenId: string) => void,
): void {
  for (const { label, tokens } of credentials) {
    for (const { id, state, expiresAtMs } of tokens) {
      if (expiresAtMs === null || expiresAtMs <= fromMs || !spoken.has(state)) continue;
      for (const threshold of thresholds) {
        const atMs = expiresAtMs - threshold * MINUTE_MS;
        if (atMs > fromMs) visit(atMs, threshold, label, id);
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
  // Of each token the last alone: what could not be said in time, as while the machine slept, is not true now.
  const crossed = new Map<string, { readonly threshold: Threshold; readonly label: string }>();
  visitMoments(credentials, sinceMs, (atMs, threshold, label, tokenId) => {
    if (atMs <= nowMs) crossed.set(tokenId, { threshold, label });
  });
  const sentences = thresholds.map((threshold) => {
    const labels = [...crossed.values()]
      .filter((each) => each.threshold === threshold)
      .map(({ label }) => label);
    return labels.length === 0 ? '' : sentence(labels, threshold);
  });
  return sentences.filter((text) => text !== '').join(' ');
}

/** One for each token; a name is said once, and of hundreds only a few are. */
function sentence(labels: readonly string[], threshold: Threshold): string {
  const one = labels.length === 1;
  const names = [...new Set(labels)];
  const subject = one
    ? `The token of ${names[0]}`
    : `${counted(labels.length, 'token')} (${nightWords.names(names)})`;
  if (threshold === 0) return `${subject} ${one ? 'has' : 'have'} expired.`;
  const minutes = threshold === 1 ? '1 minute' : `${threshold} minutes`;
  return `${subject} ${one ? 'expires' : 'expire'} in less than ${minutes}.`;
}

export function ExpiryAnnouncer(props: {
  readonly credentials: readonly CredentialView[];
}): ReactNode {
  const { credentials } = props;
  const { ticker } = useApp();
  const [said, setSaid] = useState({ text: '', turn: 0 });
  const heardUpToMs = useRef<number | null>(null);
  useEffect(() => {
    let cancel: (() => void) | null = null;
    const listen = (): void => {
      const nowMs = ticker.nowMs();
      const text = thresholdWords(credentials, heardUpToMs.current ?? nowMs, nowMs);
      heardUpToMs.current = nowMs;
      // The same words again are new: what ended then was another token.
      if (text !== '') setSaid(({ turn }) => ({ text, turn: turn + 1 }));
      cancel?.();
      const next = nextThresholdMs(credentials, nowMs);
      cancel = next === null ? null : ticker.at(Math.ceil(next / 1000) * 1000, listen);
    };
    listen();
    return () => cancel?.();
  }, [credentials, ticker]);
  return (
    <output className="visually-hidden" aria-live="polite">
      <span key={said.turn}>{said.text}</span>
    </output>
  );
}

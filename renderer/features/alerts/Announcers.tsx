// What is told without being asked: a hidden polite region speaks at 15, 5 and 1 minute left and at the end, of several at
// once in one sentence (docs/interface.md, Accessibility); the status line says that a token is proven dead.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type {
  CredentialView,
  TokenView,
} from '../../../electron/shared/credentials/credential-view.ts';
import { useApp } from '../../state/app-context.tsx';
import { counted } from '../../../electron/shared/counts.ts';
import { nightWords } from '../night/en-night.ts';
import {
  deathSentence,
  deathsSentence,
  type ProvenDeath,
} from '../../../electron/shared/tokens/evidence-words.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import type { RevocationRunView } from '../../../electron/shared/revoke-all/revocation-run-view.ts';
import { provenDeath } from '../../model/token-standing.ts';

const MINUTE_MS = 60_000;
const thresholds = [15, 5, 1, 0] as const;
type Threshold = (typeof thresholds)[number];

const spoken: ReadonlySet<TokenView['state']> = new Set(['active', 'expiring', 'expired']);

/** Every moment from `fromMs` on (exclusive); those of one token in their order. */
const momentsAfter = (credentials: readonly CredentialView[], fromMs: number) =>
  credentials
    .flatMap(({ label, tokens }) =>
      tokens.flatMap(({ id: tokenId, state, expiresAtMs }) =>
        expiresAtMs === null || !spoken.has(state)
          ? []
          : thresholds.map((threshold) => ({
              atMs: expiresAtMs - threshold * MINUTE_MS,
              threshold,
              label,
              tokenId,
            })),
      ),
    )
    .filter(({ atMs }) => atMs > fromMs);

/** The next moment after `nowMs` at which something is to be said, or null. */
export function nextThresholdMs(
  credentials: readonly CredentialView[],
  nowMs: number,
): number | null {
  const [next] = momentsAfter(credentials, nowMs).toSorted((a, b) => a.atMs - b.atMs);
  return next?.atMs ?? null;
}

/** What is to be said about the time from `sinceMs` (exclusive) to `nowMs`; empty for nothing. */
export function thresholdWords(
  credentials: readonly CredentialView[],
  sinceMs: number,
  nowMs: number,
): string {
  if (sinceMs >= nowMs) return '';
  // Of each token the last alone: what could not be said in time, as while the machine slept, is not true now.
  const crossed = new Map(
    momentsAfter(credentials, sinceMs)
      .filter(({ atMs }) => atMs <= nowMs)
      .map((moment) => [moment.tokenId, moment]),
  );
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

interface Death {
  readonly fingerprint: string;
  readonly proof: ProvenDeath;
}

/** Which tokens were proven dead since the last look, of those that were seen to wait for it. */
function newDeaths(
  awaited: Set<string>,
  credentials: readonly CredentialView[],
  runs: readonly RevocationRunView[],
): readonly Death[] {
  const found: Death[] = [];
  const ofMany = new Set(runs.flatMap(({ tokenIds }) => (tokenIds.length > 1 ? tokenIds : [])));
  for (const credential of credentials) {
    for (const token of credential.tokens) {
      const { id, fingerprint, live, supersededAtMs } = token;
      const proof = provenDeath(token);
      const isRenewed = credential.renewal !== null && supersededAtMs !== null;
      if (live && proof === null) awaited.add(id);
      else if (awaited.delete(id) && proof !== null && !isRenewed && !ofMany.has(id)) {
        found.push({ fingerprint, proof });
      }
    }
  }
  return found;
}

/** What renewal replaced and ended is no news, and a run of many tells of its own. */
export function ProofAnnouncer(props: {
  readonly view: Pick<AppView, 'credentials' | 'revocationRuns'>;
}): ReactNode {
  const { credentials, revocationRuns } = props.view;
  const { feedback } = useApp();
  const awaited = useRef(new Set<string>());
  useEffect(() => {
    const deaths = newDeaths(awaited.current, credentials, revocationRuns);
    const [first] = deaths;
    if (first === undefined) return;
    feedback.say(
      deaths.length === 1
        ? deathSentence(first.fingerprint, first.proof)
        : deathsSentence(deaths.map(({ proof }) => proof)),
    );
  }, [credentials, revocationRuns, feedback]);
  return null;
}

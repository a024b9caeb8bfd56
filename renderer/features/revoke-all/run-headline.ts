// How a press of "Revoke everything" stands: each token's phase, the counts, and the two figures that
// matter, from the key press to the last acceptance and to the last proof of death. Pure.
import type {
  CredentialView,
  TokenView,
} from '../../../electron/shared/credentials/credential-view.ts';
import type { RevocationRunView } from '../../../electron/shared/revoke-all/revocation-run-view.ts';
import type { RunTokenStanding } from '../../../electron/shared/revoke-all/run-drawing.ts';
import type { Standing } from '../../i18n/en-states.ts';
import { waitEndsAtMs } from '../../model/token-standing.ts';

/** The state whose shape and colour each phase has in the list, and what it is drawn as; what needs somebody first. */
export const phaseLooks = {
  failed: ['revoke_failed', 'failed'],
  still_honoured: ['still_honoured', 'failed'],
  retrying: ['unclear', 'open'], // no clear answer yet: asked again
  sending: ['revoking', 'open'],
  queued: ['no_token', 'open'],
  propagating: ['propagating', 'open'],
  confirming: ['confirming', 'open'], // refused here; the propagation window is not over
  guided: ['needs_you', 'person'], // a Partner token: the person acts
  left_alone: ['no_token', 'unsent'], // the queue was stopped before its turn
  not_verifiable: ['not_verifiable', 'unproven'],
  verified: ['verified', 'dead'],
  expired: ['expired', 'expired'],
} as const satisfies Readonly<Record<string, readonly [Standing, RunTokenStanding]>>;
export type Phase = keyof typeof phaseLooks;
const phases = Object.keys(phaseLooks) as Phase[];

export interface Job {
  readonly token: TokenView;
  readonly credential: CredentialView;
  readonly phase: Phase;
}

export interface RunStanding {
  /** What needs somebody first, then in the order of sending. */
  readonly jobs: readonly Job[];
  readonly counts: Readonly<Record<Phase, number>>;
  /** Tokens that may still work, though they were asked to stop: the run could do nothing about them. */
  readonly beyond: number;
  /** Trader tokens that have to be accepted, and those that were. */
  readonly toAccept: number;
  readonly accepted: number;
  /** Those without any answer that counts yet. What was refused for good has its answer. */
  readonly unanswered: number;
  /** Accepted or still to be, those whose death can be shown at all, and those shown dead. */
  readonly toVerify: number;
  readonly verified: number;
  /** When the last proof can come at the earliest; null where none is waited for. */
  readonly confirmsAtMs: number | null;
  /** Milliseconds from the key press to the last acceptance; null while another may come, or none came. */
  readonly acceptedAfterMs: number | null;
  /** To the last proof; null until it came. */
  readonly verifiedAfterMs: number | null;
  /** Nothing is queued, sent, asked again, spreading or waiting for the person. */
  readonly ended: boolean;
}

/** Phases from which the server's acceptance is known. */
const ACCEPTED: ReadonlySet<Phase> = new Set([
  'propagating',
  'confirming',
  'still_honoured',
  'not_verifiable',
  'verified',
]);
const UNANSWERED: ReadonlySet<Phase> = new Set(['queued', 'sending', 'retrying']);
const OPEN: ReadonlySet<Phase> = new Set([
  ...UNANSWERED,
  'propagating',
  'confirming',
  'still_honoured',
  'guided',
]);

const isOwnPhase = (state: string): state is Phase =>
  state === 'expired' || ACCEPTED.has(state as Phase);

export function phaseOf(
  run: RevocationRunView,
  token: TokenView,
  credential: CredentialView,
): Phase {
  const { state } = token;
  if (state === 'revoke_failed') return 'failed';
  if (isOwnPhase(state)) return state;
  if (credential.accessType === 'partner') return 'guided';
  const { revocation } = token;
  if (revocation === null) return run.cancelledAtMs === null ? 'queued' : 'left_alone';
  const sending = credential.activities.some(
    ({ call, tokenId }) => call === 'revoke' && tokenId === token.id,
  );
  if (sending) return 'sending';
  return revocation.attempts > 0 ? 'retrying' : 'queued';
}

export function standingOfRun(
  run: RevocationRunView,
  credentials: readonly CredentialView[],
): RunStanding {
  const found = new Map<string, { token: TokenView; credential: CredentialView }>();
  for (const credential of credentials) {
    for (const token of credential.tokens) found.set(token.id, { token, credential });
  }
  const counts = Object.fromEntries(phases.map((phase) => [phase, 0])) as Record<Phase, number>;
  const jobs: Job[] = [];
  for (const id of [...run.tokenIds, ...run.guidedTokenIds]) {
    const place = found.get(id);
    if (place === undefined) continue;
    const phase = phaseOf(run, place.token, place.credential);
    counts[phase] += 1;
    jobs.push({ ...place, phase });
  }
  const trader = jobs.filter(({ credential }) => credential.accessType === 'trader');
  // What expired before anybody took its revocation is no part of the count; what was accepted stays one.
  const wasAccepted = ({ phase, token }: Job): boolean =>
    ACCEPTED.has(phase) || (phase === 'expired' && token.revocation?.acceptedAtMs != null);
  const accepted = trader.filter(wasAccepted);
  const due = trader.filter(
    (job) => wasAccepted(job) || (job.phase !== 'expired' && job.phase !== 'left_alone'),
  );
  const unanswered = due.filter(({ phase }) => UNANSWERED.has(phase));
  const provable = [
    ...accepted.filter(({ phase }) => phase !== 'not_verifiable' && phase !== 'expired'),
    ...unanswered.filter(({ token }) => mayTrade(token)),
  ];
  const waits = provable.flatMap(({ phase, token }) =>
    phase === 'propagating' || phase === 'confirming' ? (waitEndsAtMs(phase, token) ?? []) : [],
  );
  const verified = provable.filter(({ phase }) => phase === 'verified');
  const last = (list: readonly Job[], at: 'acceptedAtMs' | 'verifiedAtMs'): number | null => {
    const times = list.map(({ token }) => token.revocation?.[at] ?? null);
    if (times.length === 0 || times.some((each) => each === null)) return null;
    return Math.max(
      0,
      times.reduce<number>((max, each) => Math.max(max, each ?? 0), 0) - run.pressedAtMs,
    );
  };
  return {
    jobs: jobs.toSorted((a, b) => phases.indexOf(a.phase) - phases.indexOf(b.phase)),
    counts,
    beyond: run.beyondIds.length,
    toAccept: due.length,
    accepted: accepted.length,
    unanswered: unanswered.length,
    toVerify: provable.length,
    verified: verified.length,
    confirmsAtMs: waits.length === 0 ? null : Math.max(...waits),
    acceptedAfterMs: unanswered.length === 0 ? last(accepted, 'acceptedAtMs') : null,
    verifiedAfterMs: verified.length === provable.length ? last(provable, 'verifiedAtMs') : null,
    ended: jobs.every(({ phase }) => !OPEN.has(phase)),
  };
}

/** A documented call shows whether such a token is dead. */
const mayTrade = ({ grantedScopes, requestedScopes }: TokenView): boolean =>
  (grantedScopes ?? requestedScopes).includes('TRADER_TRADE');

/** Which spoken sentence a change deserves: the start, each quarter, each failure, the end. */
type RunNews = 'started' | 'quarter' | 'failed' | 'ended';

export function newsBetween(before: RunStanding | null, after: RunStanding): RunNews | null {
  if (before === null) return after.ended ? null : 'started';
  const bad = (standing: RunStanding): number =>
    standing.counts.failed + standing.counts.still_honoured;
  if (bad(after) > bad(before)) return 'failed';
  if (!before.ended && after.ended) return 'ended';
  const quarter = ({ accepted, toAccept }: RunStanding): number =>
    toAccept === 0 ? 0 : Math.floor((4 * accepted) / toAccept);
  return quarter(after) > quarter(before) ? 'quarter' : null;
}

// The words of "Revoke everything": the sheet, the run, what is read out.
import { provenBy, type ProvenDeath } from '../../../electron/shared/tokens/evidence-words.ts';
import { counted, whole } from '../../../electron/shared/counts.ts';
import { duration } from '../../../electron/shared/duration.ts';
import { stateWords } from '../../i18n/en-states.ts';
import type { Job, Phase, RunStanding } from './run-headline.ts';

const phaseWords: Readonly<Record<Phase, string>> = {
  ...stateWords,
  queued: 'Queued',
  sending: 'Sending',
  retrying: 'Unknown, retrying',
  failed: stateWords.revoke_failed,
  still_honoured: 'Accepted, still works',
  left_alone: 'Left alone',
  guided: stateWords.needs_you,
};

/** Another try follows: after what is told, since that is not always unknown. */
export function phaseWord({ phase, token }: Pick<Job, 'phase' | 'token'>): string {
  const failure = token.revocation?.failure ?? null;
  if (phase !== 'retrying' || failure === null) return phaseWords[phase];
  if (failure.facts?.possiblyDone === true) return phaseWords.retrying;
  return failure.facts?.status === undefined ? 'Not sent, retrying' : 'Not accepted, retrying';
}

export const stop = {
  title: 'Revoke everything',
  titleOf: (part: string) => `Revoke: ${part}`,
  scope: 'What to stop',
  everything: 'Everything',
  /** In the line about a run. */
  everythingOfRun: 'everything',
  inEnvironment: (name: string) => `Environment ${name}`,
  withTag: (tag: string) => `Tag ${tag}`,
  ofCredential: (label: string) => `Key ${label}`,
  environment: 'Environment…',
  tag: 'Tag…',
  oneKey: 'One key…',
  which: 'Which one',
  perEnvironment: 'Tokens by environment',
  show: (count: number) => `Show ${counted(count, 'key')}`,
  selection: (count: number) => counted(count, 'selected token'),
  counting: 'Counting…',
  revokes: (tokens: number, credentials: number) =>
    `${counted(tokens, 'token')} in ${counted(credentials, 'key')}`,
  trading: (count: number) =>
    count === 0 ? 'None of them can trade.' : `${whole(count)} of them can trade; those go first.`,
  stops: 'Everything that uses them stops. A revocation cannot be undone.',
  underWay: (count: number) => `${counted(count, 'token')} already under way.`,
  acceptedBefore: (count: number) =>
    `${counted(count, 'token')} accepted before and not confirmed dead yet: not sent again.`,
  guided: (count: number) =>
    `${counted(count, 'Partner token')}: you revoke the key in the web app. The steps are shown, and the app proves the result.`,
  outOfReach: (count: number) =>
    `${counted(count, 'token')} out of reach: without the text it cannot be revoked from here. It ends by itself, or when the secret is rotated.`,
  nothing: 'No live tokens here. There is nothing to revoke.',
  more: (count: number) => `and ${whole(count)} more`,
  confirm: (tokens: number) => `Revoke ${counted(tokens, 'token')}`,
  confirmGuided: (tokens: number) => `Start the steps for ${counted(tokens, 'token')}`,
  hint: 'Hold Enter for a second, or press it twice.',
  again: 'Once more to confirm.',

  runTitle: 'Revocation run',
  /** `width` null: nothing is sent any more. */
  of: (scope: string, at: string, width: number | null) =>
    width === null
      ? `Scope: ${scope}, ${at}`
      : `Scope: ${scope}, ${at}, up to ${counted(width, 'call')} at once`,
  accepted({ toAccept, accepted, counts, beyond }: RunStanding) {
    const all = counts.left_alone > 0 ? `${whole(toAccept)} sent` : whole(toAccept);
    if (toAccept === 0) {
      if (counts.left_alone > 0) return 'Nothing was sent';
      if (counts.guided > 0)
        return `${counted(counts.guided, 'Partner token')} ${counts.guided === 1 ? 'needs' : 'need'} you`;
      if (counts.verified > 0) return `${counted(counts.verified, 'Partner token')} confirmed dead`;
      return counts.expired > 0 ? 'All have expired' : 'No token to revoke';
    }
    if (accepted < toAccept) return `${whole(accepted)} of ${all} accepted`;
    if (beyond > 0) return `${whole(accepted)} of ${whole(toAccept + beyond)} accepted in this run`;
    if (toAccept > 1) return `All ${all} accepted`;
    return counts.left_alone > 0 ? 'The one sent was accepted' : 'Accepted';
  },
  verified: (standing: RunStanding) =>
    standing.accepted === 0
      ? standing.toAccept === 0 && standing.counts.guided === 0
        ? 'Nothing more to prove'
        : 'Nothing to prove yet'
      : standing.toVerify === 0
        ? standing.counts.not_verifiable > 0
          ? 'None can be confirmed dead'
          : 'All have expired since'
        : standing.verified === standing.toVerify
          ? standing.toVerify === 1
            ? oneDead(standing)
            : `All ${whole(standing.toVerify)} that can be confirmed are dead`
          : `${whole(standing.verified)} of ${whole(standing.toVerify)} confirmed dead`,
  after: (ms: number, all: boolean) =>
    `${all ? '' : 'the last of them '}${duration(ms)} after you confirmed`,
  running: (time: string) => `${time} since you confirmed`,
  left: (time: string) => `about ${time} left`,
  folded: (count: number, word: string) => `${whole(count)} × ${word}`,
  acceptedRefused: (ms: number, seen: number) =>
    seen === 0
      ? `accepted after ${duration(ms)}, not refused yet`
      : `accepted after ${duration(ms)}, ${counted(seen, 'refusal')} in a row`,
  acceptedUnproven: (ms: number) =>
    `accepted after ${duration(ms)}, no answer since shows whether it works`,
  verifiedAfter: (ms: number, proof: ProvenDeath) =>
    `confirmed dead after ${duration(ms)}: ${provenBy(proof)}`,
  tryNow: 'Try now',
  steps: 'Open steps',
  leftAlone: 'not sent; it is still live',
  jobs: 'Tokens of this run',
  alarm: (count: number) =>
    `${counted(count, 'token')} still accepted after the propagation window. Rotate the secret or delete the client.`,
  failed: (count: number) =>
    `${counted(count, 'revocation')} refused for good. The token lives until it expires, unless the secret is rotated or the client deleted.`,
  beyond: (count: number) =>
    `${counted(count, 'more token')} may still work: out of reach, or accepted before and never confirmed dead.`,
  halted: (count: number) => `${counted(count, 'token')} left alone: not sent, still live.`,
  rest: (count: number) => `Revoke ${counted(count, 'token')} left alone…`,
  cancel: 'Stop the queue…',
  report: 'Save incident report…',
  withNotes: 'With notes and links of the keys',
  close: 'Close run',
  openNote: 'You can close this run once every token has ended.',
} as const;

/** Of the only one that a call can confirm. Where the run has more tokens, it must not say that those are dead. */
const oneDead = ({ toAccept, counts, beyond }: RunStanding): string =>
  toAccept === 1 && counts.left_alone === 0 && beyond === 0
    ? 'Confirmed dead'
    : 'The one that can be confirmed is dead';

/** What a screen reader hears of a run. */
export function spoken(standing: RunStanding): string {
  const parts = [`${stop.accepted(standing)}.`];
  if (standing.counts.failed > 0)
    parts.push(`${counted(standing.counts.failed, 'revocation')} failed.`);
  if (standing.counts.still_honoured > 0) parts.push(stop.alarm(standing.counts.still_honoured));
  if (standing.beyond > 0) parts.push(stop.beyond(standing.beyond));
  if (standing.counts.left_alone > 0) parts.push(stop.halted(standing.counts.left_alone));
  if (standing.ended) parts.push(`${stop.verified(standing)}.`);
  return parts.join(' ');
}

// The words of the page of an incident report, beside those of its facts (incident-words.ts).
import { counted, whole } from '../../shared/counts.ts';
import { duration } from '../../shared/duration.ts';
import type { TokenState } from '../../shared/words.ts';
import { plainTime } from '../domain/page.ts';
import type { IncidentReport, ReportedToken } from './incident-report.ts';

/** Accepted by the server, and not shown to be dead. */
const waitsForProof: ReadonlySet<TokenState> = new Set([
  'propagating',
  'confirming',
  'not_verifiable',
]);

/** What the run came to, in one line; `alarm` where a token may still be used. */
export function incidentHeadline({ counts, tokens: rows }: IncidentReport): {
  readonly text: string;
  readonly tone: 'good' | 'open' | 'alarm';
} {
  const { verifiedDead, expired, notRecorded } = counts;
  const tokens = counts.tokens + notRecorded;
  if (tokens === 0) return { text: 'No token was part of this run', tone: 'open' };
  const all = counted(tokens, 'token');
  const over = verifiedDead + expired;
  const waits = rows.filter(({ state }) => waitsForProof.has(state)).length;
  // Whatever is neither over nor accepted, a state that comes later included.
  const works = counts.tokens - over - waits;
  if (works > 0) return { text: `${whole(works)} of ${all} may still work`, tone: 'alarm' };
  const what = expired === 0 ? 'confirmed dead' : 'confirmed dead or expired';
  if (over < tokens) {
    const rest = [
      ...(waits === 0 ? [] : [`, ${whole(waits)} not confirmed`]),
      ...(notRecorded === 0 ? [] : [`, ${whole(notRecorded)} no longer recorded here`]),
    ];
    return { text: `${whole(over)} of ${all} ${what}${rest.join('')}`, tone: 'open' };
  }
  const every = tokens === 1 ? 'The token is' : `All ${all} are`;
  return { text: `${every} ${what}`, tone: 'good' };
}

export const pageWords = {
  title: (at: string) => `Incident report, ${at}`,
  drill: 'DRILL: nothing in this report is real.',
  about: (zone: string, madeAt: string) =>
    `Times are UTC; this machine’s zone is ${zone}. Made at ${madeAt}.`,
  inShort: 'In short',
  rows: {
    scope: 'Asked to stop',
    pressed: 'You confirmed',
    queueStopped: 'Queue stopped',
    firstByte: 'First byte left after',
    lastAccepted: 'Last acceptance after',
    lastDead: 'Last confirmed death after',
    run: 'Run',
    app: 'Made by',
  },
  counts: {
    tokens: 'Tokens',
    accepted: 'Accepted by the server',
    verifiedDead: 'Confirmed dead',
    confirming: 'Refused here, not confirmed yet',
    notVerifiable: 'Accepted, cannot be confirmed',
    stillHonoured: 'Accepted, still works',
    notAccepted: 'Not accepted',
    leftAlone: 'Left alone, live',
    expired: 'Expired',
    byThePerson: 'Left to a person (Partner)',
    outOfReach: 'Out of reach, may still work',
    notRecorded: 'No longer recorded here',
  } satisfies Record<keyof IncidentReport['counts'], string>,
  after: (ms: number | null) => (ms === null ? 'not yet' : duration(ms)),
  notes: 'Notes and links',
  tokens: 'Tokens, by fingerprint',
  columns: {
    token: 'Token',
    credential: 'Key',
    environment: 'Environment and scopes',
    times: 'Times',
    known: 'What is known',
  },
  accepted: (at: string) => `accepted ${at}`,
  dead: (at: string) => `confirmed dead ${at}`,
  trust: (jsonName: string) =>
    `The facts are in ${jsonName}, with the head of the vault’s history, named below. A fingerprint stands for a token and says nothing about its text. No secret and no token is in either file.`,
} as const;

/** What is known of a token: how often and how long it was asked, and why the refusals are about it. */
export function knownOf(token: ReportedToken): string {
  const { verdict, failure, httpStatus, attempts, refusalsSeen, refusedForMs } = token;
  const { evidence, unclearAnswers, control, worksBefore } = token;
  const over = refusedForMs === null ? '' : ` over ${duration(refusedForMs)}`;
  const why = evidence === null ? '' : `: ${evidence}`;
  const parts = [
    verdict,
    failure === null ? '' : `Last failure: ${failure}.`,
    httpStatus === null ? '' : `HTTP ${httpStatus}.`,
    attempts > 1 ? `${counted(attempts, 'attempt')}.` : '',
    refusalsSeen === 0 ? '' : `${counted(refusalsSeen, 'refusal')} in a row${over}${why}.`,
    worksBefore === null ? '' : `It still worked at ${plainTime(worksBefore)}.`,
    unclearAnswers === 0 ? '' : `${counted(unclearAnswers, 'answer')} said nothing about it.`,
    control ?? '',
  ];
  return parts.filter((each) => each !== '').join(' ');
}

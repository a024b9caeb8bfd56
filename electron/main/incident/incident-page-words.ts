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

/** What is counted, in the order of the page. */
export const countWords = {
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
} satisfies Record<keyof IncidentReport['counts'], string>;

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

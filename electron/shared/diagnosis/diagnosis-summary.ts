// What a diagnosis comes to: its cause with what to do, the six steps of its track, and the text for a ticket. Says what
// was shown and no more. Pure.
import { failureWords } from '../failures/failure-words.ts';
import type { Failure } from '../failures/failure.ts';
import type {
  CheckLineView,
  CheckVerdict,
  DiagnosisStep,
  DiagnosisView,
  NotTriedReason,
} from './diagnosis-view.ts';
import {
  causeWords,
  doorWords,
  findings,
  newsWords,
  partnerCheckWord,
  placeWords,
  reasons,
  stepWords,
  trackWords,
  verdictWords,
} from './diagnosis-words.ts';

/** What is answered after any wrong credentials names no cause. */
const vagueDoors: ReadonlySet<string> = new Set(['expects_basic', 'other_access_type']);

/** They say what the access type or the environment is, and nothing about whether something works. */
export const byNature: ReadonlySet<NotTriedReason> = new Set<NotTriedReason>([
  'partner_never_uses_it',
  'one_host_for_both',
  'not_revocable',
]);

/** What a check is called: Partner tokens are checked with positions. */
export const checkTitle = ({ step }: CheckLineView, { accessType }: DiagnosisView): string =>
  step === 'check' && accessType === 'partner' ? partnerCheckWord : stepWords[step];

/** The sentence of a check; empty while nothing is known of it. */
export function checkSentence({ finding, because, failure }: CheckLineView): string {
  if (because !== null) return reasons[because];
  if (finding === null) return '';
  if (finding !== 'failed') return findings[finding];
  if (failure === null) return '';
  const { what, means } = failureWords(failure);
  return `${what} ${means}`.trim();
}

/** "Token host, TLS certificate". */
export const whereOf = (check: CheckLineView, view: DiagnosisView): string =>
  `${placeWords[check.place]}, ${checkTitle(check, view).toLowerCase().replace(/^tls/, 'TLS')}`;

/** Its worst check once it has ended; one that was stopped holds nothing good. */
export function diagnosisVerdict({ endedAtMs, checks, stopped }: DiagnosisView): CheckVerdict {
  if (endedAtMs === null) return 'running';
  const worst = worstOf(checks);
  if (worst === 'bad') return 'bad';
  return worst === 'amber' || stopped ? 'amber' : 'good';
}

/** In a few words, for a line beside other news. */
export function diagnosisNews(view: DiagnosisView): string {
  const [first] = findingsOf(view);
  if (first?.verdict === 'bad') return newsWords.failed(whereOf(first, view));
  if (view.stopped) return newsWords.stopped;
  return first === undefined ? newsWords.works : newsWords.worksBut(whereOf(first, view));
}

/** What is wrong, then what should be looked at, in the order it was tried in. Two hosts with one cause are one finding. */
function findingsOf({ checks }: DiagnosisView): readonly CheckLineView[] {
  const found = (['bad', 'amber'] as const).flatMap((verdict) =>
    checks.filter((check) => check.verdict === verdict),
  );
  const causeOfCheck = ({ verdict, step, finding, failure }: CheckLineView): string =>
    [verdict, step, finding, failure?.code].join(' ');
  return [...Map.groupBy(found, causeOfCheck).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [others.reduce(atBoth, first)],
  );
}

/** The failure of the first, at the hosts of both. */
function atBoth(first: CheckLineView, { failure: other }: CheckLineView): CheckLineView {
  const { failure } = first;
  if (failure?.facts?.host === undefined || other?.facts?.host === undefined) return first;
  const host = `${failure.facts.host} and ${other.facts.host}`;
  return { ...first, failure: { ...failure, facts: { ...failure.facts, host } } };
}

interface Cause {
  /** One sentence. */
  readonly text: string;
  /** What to do about it, or what to look at. */
  readonly todo: readonly string[];
  /** What a way out can be offered for. */
  readonly failure: Failure | null;
}

/** What heads a diagnosis. */
export function causeOf(view: DiagnosisView): Cause {
  const plain = (text: string, ...todo: readonly string[]): Cause => ({
    text,
    todo,
    failure: null,
  });
  if (view.endedAtMs === null) return plain(causeWords.running);
  const found = findingsOf(view);
  const [first] = found;
  if (first?.verdict === 'bad') return causeOfBad(first);
  if (view.stopped) return plain(causeWords.stopped, causeWords.stoppedMeans);
  if (first === undefined) return plain(causeWords.works);
  const works = view.checks.some(({ step, verdict }) => step === 'check' && verdict === 'good');
  return plain(works ? causeWords.worksBut : causeWords.nothingFailed, ...found.map(checkSentence));
}

function causeOfBad(check: CheckLineView): Cause {
  const { failure, finding } = check;
  const door = check.doors.find((each) => !vagueDoors.has(each));
  const [what = '', ...more] = sentencesOf(checkSentence(check));
  const isFailed = failure !== null && finding === 'failed';
  const todo = isFailed ? [failureWords(failure).todo] : more;
  const [seen = what] = door === undefined ? [] : sentencesOf(doorWords[door]);
  const known = isFailed && failure.code === 'invalid_client';
  return { text: known ? causeWords.invalid_client : seen, todo, failure };
}

/** Of words of ours: each ends with a full stop and a space. */
const sentencesOf = (text: string): readonly string[] => text.split(/(?<=\.) /);

const track: readonly (readonly [keyof typeof trackWords, readonly DiagnosisStep[]])[] = [
  ['address', ['address']],
  ['network', ['name', 'connect', 'route']],
  ['tls', ['tls']],
  ['token', ['command', 'clock', 'token', 'scope']],
  ['check', ['check']],
  ['revoke', ['revoke', 'refused']],
];

/** The checks as six steps, each with the worst verdict of its checks. */
export const trackOf = ({ checks }: DiagnosisView) =>
  track.map(([part, steps]) => ({
    title: trackWords[part],
    verdict: worstOf(checks.filter(({ step }) => steps.includes(step))),
  }));

const worstFirst = ['bad', 'running', 'amber', 'waiting', 'not_tried', 'good'] as const;

function worstOf(checks: readonly CheckLineView[]): CheckVerdict {
  const counting = checks.filter(
    ({ because }) =>
      because === null || !(byNature.has(because) || because === 'no_call_proves_it'),
  );
  const verdicts = new Set((counting.length > 0 ? counting : checks).map(({ verdict }) => verdict));
  return worstFirst.find((verdict) => verdicts.has(verdict)) ?? 'waiting';
}

/** Plain text for a ticket: what was shown, without a secret or token. Times are UTC. */
export function summaryOf(view: DiagnosisView): string {
  const { text, todo } = causeOf(view);
  return [
    `Diagnosis of ${view.label}, ${view.environment}`,
    `${new Date(view.startedAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `Client id ${view.clientId}, ${view.accessType}; ${view.baseUrl}, ${view.tradeUrl}`,
    '',
    [text, ...todo].join(' '),
    '',
    ...view.checks.map((check) =>
      `${whereOf(check, view)}: ${verdictWords[check.verdict]}. ${checkSentence(check)}`.trim(),
    ),
    '',
  ].join('\n');
}

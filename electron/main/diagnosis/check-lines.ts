// The checks of a diagnosis before anything was tried, and how one is filled in. Pure.
import type {
  CheckFact,
  CheckLineView,
  DiagnosisPlace,
  DiagnosisStep,
  NotTriedReason,
} from '../../shared/diagnosis/diagnosis-view.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { AccessType, TraderScope } from '../../shared/words.ts';
import type { CredentialPlace } from '../tokens/open-session.ts';

/** What one check showed; everything left out is empty. */
export type Found = Pick<CheckLineView, 'verdict' | 'finding'> &
  Partial<Pick<CheckLineView, 'durationMs' | 'failure' | 'doors' | 'facts'>>;

/** What the checks of one diagnosis are about. */
export interface CheckRun {
  readonly place: CredentialPlace;
  readonly scopes: readonly TraderScope[];
  /** The person ended it, or the vault is being locked. */
  readonly signal: AbortSignal;
}

/** Checks as they begin and as they get their verdicts, some of them more than once. */
export type Checks<Shown = void> = AsyncGenerator<CheckLineView, Shown>;

export const hostSteps = ['name', 'connect', 'route', 'tls'] as const;
export const tokenSteps = ['clock', 'token', 'scope', 'check', 'revoke', 'refused'] as const;

export const line = (place: DiagnosisPlace, step: DiagnosisStep, found: Found): CheckLineView => ({
  place,
  step,
  because: null,
  durationMs: null,
  failure: null,
  doors: [],
  facts: [],
  ...found,
});

export const running = (place: DiagnosisPlace, step: DiagnosisStep): CheckLineView =>
  line(place, step, { verdict: 'running', finding: null });

/** Those among them without a verdict were not tried, for this reason. */
export const untried = (
  place: DiagnosisPlace,
  steps: readonly DiagnosisStep[],
  because: NotTriedReason,
): readonly CheckLineView[] =>
  steps.map((step) => ({
    ...line(place, step, { verdict: 'not_tried', finding: null }),
    because,
  }));

/** In the order they are run. @param isFetched a command prints the client secret. */
export function checksFor(
  accessType: AccessType,
  isOneHost: boolean,
  isFetched = false,
): readonly CheckLineView[] {
  const waiting = (place: DiagnosisPlace, steps: readonly DiagnosisStep[]) =>
    steps.map((step) => line(place, step, { verdict: 'waiting', finding: null }));
  const isPartner = accessType === 'partner';
  const untouched = isPartner ? 'partner_never_uses_it' : 'one_host_for_both';
  return [
    ...waiting('addresses', ['address']),
    ...waiting('base', hostSteps),
    ...(isPartner || isOneHost
      ? untried('trade', hostSteps, untouched)
      : waiting('trade', hostSteps)),
    ...(isFetched ? waiting('secret', ['command']) : []),
    ...waiting('token', tokenSteps),
  ];
}

/** With `next` in its place. A check that has its verdict was tried, whatever is said of it afterwards. */
export function withLine(
  checks: readonly CheckLineView[],
  next: CheckLineView,
): readonly CheckLineView[] {
  return checks.map((check) => {
    const isSame = check.place === next.place && check.step === next.step;
    const isOpen = check.verdict === 'waiting' || check.verdict === 'running';
    return isSame && (isOpen || next.verdict !== 'not_tried') ? next : check;
  });
}

export const failedWith = (failure: Failure): Found => ({
  verdict: 'bad',
  finding: 'failed',
  failure,
});

const MOST_TEXT = 300;

/** Facts with something in them, short enough to be shown. */
export function facts(known: Partial<Record<CheckFact, string | null>>): CheckLineView['facts'] {
  return Object.entries(known).flatMap(([name, text]) =>
    text === null || text === ''
      ? []
      : [{ name: name as CheckFact, text: text.length > MOST_TEXT ? clipped(text) : text }],
  );
}

const clipped = (text: string): string =>
  `${text.slice(0, MOST_TEXT - 1).replace(/[\ud800-\udbff]$/, '')}…`;

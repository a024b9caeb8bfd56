// The checks of a diagnosis that is under way, and how each gets its verdict.
import type { NotTriedReason, CheckLineView } from '../../shared/diagnosis/diagnosis-view.ts';
import type { TraderScope } from '../../shared/words.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { CredentialPlace } from '../tokens/open-session.ts';
import { filled, notTried, type Found } from './check-lines.ts';

type Place = CheckLineView['place'];
type Step = CheckLineView['step'];

interface CheckLines {
  readonly all: () => readonly CheckLineView[];
  readonly at: (place: Place, step: Step) => CheckLineView;
  readonly fill: (place: Place, step: Step, found: Found) => void;
  readonly begin: (place: Place, step: Step) => void;
  /** Those among them without a verdict were not tried, for this reason. */
  readonly skip: (place: Place, steps: readonly Step[], because: NotTriedReason) => void;
}

export interface CheckRun {
  readonly place: CredentialPlace;
  readonly scopes: readonly TraderScope[];
  readonly checks: CheckLines;
  /** The person ended it, or the vault is being locked. */
  readonly signal: AbortSignal;
}

export function createCheckLines(
  first: readonly CheckLineView[],
  changed: (checks: readonly CheckLineView[]) => void,
): CheckLines {
  let checks = first;

  function at(place: Place, step: Step): CheckLineView {
    const found = checks.find((each) => each.place === place && each.step === step);
    if (found === undefined) throw new Error('no such check');
    return found;
  }
  function put(check: CheckLineView): void {
    const { place, step } = check;
    checks = checks.map((each) => (each.place === place && each.step === step ? check : each));
    changed(checks);
  }
  const fill: CheckLines['fill'] = (place, step, found) => put(filled(at(place, step), found));

  return {
    all: () => checks,
    at,
    fill,
    begin: (place, step) => fill(place, step, { verdict: 'running', finding: null }),
    skip(place, steps, because) {
      for (const step of steps) {
        const check = at(place, step);
        const isOpen = check.verdict === 'waiting' || check.verdict === 'running';
        if (isOpen) put(notTried(check, because));
      }
    },
  };
}

export const failedWith = (failure: Failure): Found => ({
  verdict: 'bad',
  finding: 'failed',
  failure,
});

// The rungs of a ladder that is being climbed, and how each gets its verdict.
import type { NotTriedReason, RungView } from '../../shared/diagnosis/diagnosis-view.ts';
import type { TraderScope } from '../../shared/words.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { CredentialPlace } from '../tokens/session-context.ts';
import { filled, notTried, type Found } from './check-lines.ts';

type Place = RungView['place'];
type Step = RungView['step'];

export interface LadderRungs {
  readonly all: () => readonly RungView[];
  readonly at: (place: Place, step: Step) => RungView;
  readonly fill: (place: Place, step: Step, found: Found) => void;
  readonly begin: (place: Place, step: Step) => void;
  /** Those among them without a verdict were not tried, for this reason. */
  readonly skip: (place: Place, steps: readonly Step[], because: NotTriedReason) => void;
}

export interface Ladder {
  readonly place: CredentialPlace;
  readonly scopes: readonly TraderScope[];
  readonly rungs: LadderRungs;
  /** The person ended it, or the vault is being locked. */
  readonly signal: AbortSignal;
}

export function createLadderRungs(
  first: readonly RungView[],
  changed: (rungs: readonly RungView[]) => void,
): LadderRungs {
  let rungs = first;

  function at(place: Place, step: Step): RungView {
    const found = rungs.find((each) => each.place === place && each.step === step);
    if (found === undefined) throw new Error('no such rung');
    return found;
  }
  function put(rung: RungView): void {
    const { place, step } = rung;
    rungs = rungs.map((each) => (each.place === place && each.step === step ? rung : each));
    changed(rungs);
  }
  const fill: LadderRungs['fill'] = (place, step, found) => put(filled(at(place, step), found));

  return {
    all: () => rungs,
    at,
    fill,
    begin: (place, step) => fill(place, step, { verdict: 'running', finding: null }),
    skip(place, steps, because) {
      for (const step of steps) {
        const rung = at(place, step);
        const isOpen = rung.verdict === 'waiting' || rung.verdict === 'running';
        if (isOpen) put(notTried(rung, because));
      }
    },
  };
}

export const failedWith = (failure: Failure): Found => ({
  verdict: 'bad',
  finding: 'failed',
  failure,
});

// Two diagnoses side by side: where one found something else than the other. Pure.
import { byNature, whereOf } from '../../../electron/shared/diagnosis/diagnosis-summary.ts';
import type {
  CheckFact,
  CheckLineView,
  DiagnosisView,
} from '../../../electron/shared/diagnosis/diagnosis-view.ts';
import { comparisonWords as words } from './en-diagnosis.ts';

/** Names, addresses and times differ between any two diagnoses. */
const telling: readonly CheckFact[] = [
  'proxy',
  'protocol',
  'chain',
  'encoding',
  'status',
  'lifetime',
  'asked_for',
  'granted',
  'oauth_error',
  'content_type',
  'challenge',
];

/** `verdict`: they found different things. `details`: the same was found, with other facts. */
export function differenceOf(
  left: CheckLineView,
  right: CheckLineView,
): 'verdict' | 'details' | null {
  if (!counts(left) || !counts(right)) return null;
  if (whatOf(left) !== whatOf(right)) return 'verdict';
  return telling.some((name) => factOf(left, name) !== factOf(right, name)) ? 'details' : null;
}

/** Where they part first: what follows there may be a consequence of it. */
export function partingOf(left: DiagnosisView, right: DiagnosisView): string {
  if (left.endedAtMs === null || right.endedAtMs === null) return words.running;
  const first = (wanted: 'verdict' | 'details'): CheckLineView | undefined =>
    left.checks.find((check) =>
      right.checks.some(
        (other) =>
          other.place === check.place &&
          other.step === check.step &&
          differenceOf(check, other) === wanted,
      ),
    );
  const [parts, seen] = [first('verdict'), first('details')];
  if (parts !== undefined) return words.part(whereOf(parts, left));
  return seen === undefined ? words.same : words.sameBut(whereOf(seen, left));
}

/** It has its verdict, and another credential could have another one. */
const counts = ({ verdict, because }: CheckLineView): boolean =>
  verdict !== 'waiting' && verdict !== 'running' && !(because !== null && byNature.has(because));

const whatOf = ({ verdict, finding, because, failure, doors }: CheckLineView): string =>
  JSON.stringify([verdict, finding, because, failure?.code ?? null, doors.toSorted()]);

const factOf = ({ facts }: CheckLineView, wanted: CheckFact): string | undefined =>
  facts.find(({ name }) => name === wanted)?.text;

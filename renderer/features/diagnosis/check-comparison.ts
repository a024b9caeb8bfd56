// Two diagnoses side by side: where one found something else than the other. Pure.
import type {
  DiagnosisView,
  NotTriedReason,
  CheckFact,
  CheckLineView,
} from '../../../electron/shared/diagnosis/diagnosis-view.ts';

/** `verdict`: they found different things. `details`: the same was found, with other facts. */
export type Difference = 'none' | 'details' | 'verdict';

export interface ComparedCheck {
  readonly left: CheckLineView;
  readonly right: CheckLineView;
  readonly difference: Difference;
  /** Facts that are not the same on both sides. */
  readonly details: readonly CheckFact[];
}

/** They say what the access type or the environment is, and nothing about why one works. */
const byNature: ReadonlySet<NotTriedReason> = new Set<NotTriedReason>([
  'partner_never_uses_it',
  'one_host_for_both',
  'not_revocable',
]);

/** Of the others, names, addresses and times differ between any two diagnoses. */
const telling: ReadonlySet<CheckFact> = new Set<CheckFact>([
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
]);

/** Every check of `left` beside the same check of `right`, in the order they are run. */
export function compareChecks(left: DiagnosisView, right: DiagnosisView): readonly ComparedCheck[] {
  return left.checks.flatMap((check) => {
    const other = right.checks.find(
      ({ place, step }) => place === check.place && step === check.step,
    );
    return other === undefined ? [] : [compareCheckLines(check, other)];
  });
}

/** Where they part: what follows there may be a consequence of it. Null where no verdict differs. */
export function firstDifference(checks: readonly ComparedCheck[]): ComparedCheck | null {
  return checks.find(({ difference }) => difference === 'verdict') ?? null;
}

function compareCheckLines(left: CheckLineView, right: CheckLineView): ComparedCheck {
  const compared = (difference: Difference, details: readonly CheckFact[] = []): ComparedCheck => ({
    left,
    right,
    difference,
    details,
  });
  if (!isOver(left) || !isOver(right)) return compared('none');
  if (isByNature(left) || isByNature(right)) return compared('none');
  if (whatOf(left) !== whatOf(right)) return compared('verdict');
  const details = [...telling].filter((name) => factOf(left, name) !== factOf(right, name));
  return details.length === 0 ? compared('none') : compared('details', details);
}

const isOver = ({ verdict }: CheckLineView): boolean =>
  verdict !== 'waiting' && verdict !== 'running';

const isByNature = ({ because }: CheckLineView): boolean =>
  because !== null && byNature.has(because);

const whatOf = ({ verdict, finding, because, failure, doors }: CheckLineView): string =>
  JSON.stringify([verdict, finding, because, failure?.code ?? null, [...doors].toSorted()]);

/** Empty where it was not seen. */
export const factOf = ({ facts }: CheckLineView, name: CheckFact): string =>
  facts.find((fact) => fact.name === name)?.text ?? '';

/** Names of the two, with what sets them apart where the labels alone do not. */
export function toldApart(
  [one, other]: readonly [DiagnosisView, DiagnosisView],
  timeOf: (view: DiagnosisView) => string,
): readonly [string, string] {
  const names = [
    ({ label }: DiagnosisView) => label,
    ({ label, environment }: DiagnosisView) => `${label}, ${environment}`,
    (view: DiagnosisView) => `${view.label}, ${timeOf(view)}`,
  ];
  const apart = names.find((name) => name(one) !== name(other));
  return apart === undefined
    ? [`${one.label}, left`, `${other.label}, right`]
    : [apart(one), apart(other)];
}

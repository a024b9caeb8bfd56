// Two diagnoses side by side. Says first where they part: what follows there may be a consequence of it.
import type { ReactNode } from 'react';
import {
  diagnosisPlaces,
  type DiagnosisView,
  type CheckFact,
  type CheckLineView,
} from '../../../electron/shared/diagnosis/diagnosis-view.ts';
import {
  doorWords,
  factWords,
  placeWords,
  checkSentence,
  checkTitle,
  verdictWords,
  whereOf,
} from '../../../electron/shared/diagnosis/diagnosis-words.ts';
import { Facts } from '../../components/Facts.tsx';
import { useMinute } from '../../components/use-time.ts';
import { StateShape } from '../../components/state-shapes.tsx';
import { comparisonWords as words } from './en-diagnosis.ts';
import { clockTime } from '../../i18n/time.ts';
import {
  compareChecks,
  factOf,
  firstDifference,
  toldApart,
  type ComparedCheck,
} from './check-comparison.ts';
import { verdictShapes } from './CheckRow.tsx';

interface Sides {
  readonly left: DiagnosisView;
  readonly right: DiagnosisView;
}

export function Comparison({ left, right }: Sides): ReactNode {
  const checks = compareChecks(left, right);
  const first = firstDifference(checks);
  const nowMs = useMinute(true);
  const [one, other] = toldApart([left, right], (view) => clockTime(view.startedAtMs, nowMs));
  return (
    <>
      <output className="strong">{headline(checks, { left, right })}</output>
      {first !== null && (
        <Facts
          of={[
            [one, checkSentence(first.left)],
            [other, checkSentence(first.right)],
          ]}
          className="facts-tight"
        />
      )}
      <table className="table comparison" aria-label={words.title(one, other)}>
        <thead>
          <tr>
            <th scope="col">{words.check}</th>
            <Head view={left} />
            <Head view={right} />
          </tr>
        </thead>
        {placesOf(checks).map((place) => (
          <tbody key={place}>
            <tr className="comparison-place">
              <th scope="rowgroup" colSpan={3}>
                {placeWords[place]}
              </th>
            </tr>
            {checks
              .filter((check) => check.left.place === place)
              .map((check) => (
                <ComparisonRow key={check.left.step} check={check} left={left} right={right} />
              ))}
          </tbody>
        ))}
      </table>
    </>
  );
}

/** Those that both have been looked at. */
const placesOf = (checks: readonly ComparedCheck[]) =>
  diagnosisPlaces.filter((place) => checks.some(({ left }) => left.place === place));

function Head({ view }: { readonly view: DiagnosisView }): ReactNode {
  const nowMs = useMinute(true);
  return (
    <th scope="col">
      {view.label}
      <span className="secondary">
        {view.environment}, {clockTime(view.startedAtMs, nowMs)}
      </span>
    </th>
  );
}

function ComparisonRow({
  check,
  left,
  right,
}: Sides & { readonly check: ComparedCheck }): ReactNode {
  const titles = [...new Set([checkTitle(check.left, left), checkTitle(check.right, right)])];
  return (
    <tr data-difference={check.difference}>
      <th scope="row">
        {titles.join(' / ')}
        {check.difference !== 'none' && (
          <span className="secondary comparison-mark">{words.marks[check.difference]}</span>
        )}
      </th>
      <Cell check={check.left} details={check.details} />
      <Cell check={check.right} details={check.details} />
    </tr>
  );
}

function Cell(props: {
  readonly check: CheckLineView;
  readonly details: readonly CheckFact[];
}): ReactNode {
  const { check, details } = props;
  const state = verdictShapes[check.verdict];
  return (
    <td data-state={state}>
      <div className="line">
        <StateShape state={state} />
        <span className="check-row-verdict">{verdictWords[check.verdict]}</span>
      </div>
      <p>{checkSentence(check)}</p>
      {check.doors.map((door) => (
        <p key={door}>{doorWords[door]}</p>
      ))}
      {details.map((name) => (
        <p key={name}>
          {factWords[name]}:{' '}
          <span className="mono wrap">{factOf(check, name) || words.notSeen}</span>
        </p>
      ))}
    </td>
  );
}

function headline(checks: readonly ComparedCheck[], { left, right }: Sides): string {
  if (left.endedAtMs === null || right.endedAtMs === null) return words.running;
  const first = firstDifference(checks);
  if (first !== null) return words.part(whereOf(first.left, left));
  const other = checks.find(({ difference }) => difference === 'details');
  return other === undefined ? words.same : words.sameBut(whereOf(other.left, left));
}

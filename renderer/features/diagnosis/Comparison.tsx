// Two ladders side by side. Says first where they part: what follows there may be a consequence of it.
import type { ReactNode } from 'react';
import {
  diagnosisPlaces,
  type DiagnosisView,
  type RungFact,
  type RungView,
} from '../../../electron/shared/diagnosis/diagnosis-view.ts';
import {
  doorWords,
  factWords,
  placeWords,
  rungSentence,
  rungTitle,
  verdictWords,
  whereOf,
} from '../../../electron/shared/diagnosis/diagnosis-words.ts';
import { useMinute } from '../../clock/use-minute.ts';
import { StateShape } from '../../components/state-shapes.tsx';
import { comparisonWords as words } from './en-diagnosis.ts';
import { clockTime } from '../../i18n/time.ts';
import {
  compareLadders,
  factOf,
  firstDifference,
  toldApart,
  type ComparedRung,
} from './check-comparison.ts';
import { verdictShapes } from './RungRow.tsx';

interface Sides {
  readonly left: DiagnosisView;
  readonly right: DiagnosisView;
}

export function Comparison({ left, right }: Sides): ReactNode {
  const rungs = compareLadders(left, right);
  const first = firstDifference(rungs);
  const nowMs = useMinute(true);
  const [one, other] = toldApart([left, right], (view) => clockTime(view.startedAtMs, nowMs));
  return (
    <>
      <output className="comparison-headline">{headline(rungs, { left, right })}</output>
      {first !== null && (
        <dl className="facts facts-tight">
          <div>
            <dt>{one}</dt>
            <dd>{rungSentence(first.left)}</dd>
          </div>
          <div>
            <dt>{other}</dt>
            <dd>{rungSentence(first.right)}</dd>
          </div>
        </dl>
      )}
      <table className="comparison" aria-label={words.title(one, other)}>
        <thead>
          <tr>
            <th scope="col">{words.rung}</th>
            <Head view={left} />
            <Head view={right} />
          </tr>
        </thead>
        {diagnosisPlaces.map((place) => (
          <tbody key={place}>
            <tr className="comparison-place">
              <th scope="rowgroup" colSpan={3}>
                {placeWords[place]}
              </th>
            </tr>
            {rungs
              .filter((rung) => rung.left.place === place)
              .map((rung) => (
                <ComparisonRow key={rung.left.step} rung={rung} left={left} right={right} />
              ))}
          </tbody>
        ))}
      </table>
    </>
  );
}

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

function ComparisonRow({ rung, left, right }: Sides & { readonly rung: ComparedRung }): ReactNode {
  const titles = [...new Set([rungTitle(rung.left, left), rungTitle(rung.right, right)])];
  return (
    <tr data-difference={rung.difference}>
      <th scope="row">
        {titles.join(' / ')}
        {rung.difference !== 'none' && (
          <span className="comparison-mark">{words.marks[rung.difference]}</span>
        )}
      </th>
      <Cell rung={rung.left} details={rung.details} />
      <Cell rung={rung.right} details={rung.details} />
    </tr>
  );
}

function Cell(props: {
  readonly rung: RungView;
  readonly details: readonly RungFact[];
}): ReactNode {
  const { rung, details } = props;
  const state = verdictShapes[rung.verdict];
  return (
    <td data-state={state}>
      <div className="comparison-verdict">
        <StateShape state={state} />
        <span className="rung-verdict">{verdictWords[rung.verdict]}</span>
      </div>
      <p>{rungSentence(rung)}</p>
      {rung.doors.map((door) => (
        <p key={door}>{doorWords[door]}</p>
      ))}
      {details.map((name) => (
        <p key={name}>
          {factWords[name]}:{' '}
          <span className="mono wrap">{factOf(rung, name) || words.notSeen}</span>
        </p>
      ))}
    </td>
  );
}

function headline(rungs: readonly ComparedRung[], { left, right }: Sides): string {
  if (left.endedAtMs === null || right.endedAtMs === null) return words.running;
  const first = firstDifference(rungs);
  if (first !== null) return words.part(whereOf(first.left, left));
  const other = rungs.find(({ difference }) => difference === 'details');
  return other === undefined ? words.same : words.sameBut(whereOf(other.left, left));
}

// A whole diagnosis: what it came to, what has to be looked at with what to do about it, then the rest, folded. As long
// as it runs, its checks as they come, under the host or token they are about.
import type { ReactNode } from 'react';
import {
  diagnosisPlaces,
  type CheckLineView,
  type DiagnosisPlace,
  type DiagnosisView,
} from '../../../electron/shared/diagnosis/diagnosis-view.ts';
import {
  diagnosisHeadline,
  diagnosisNews,
  diagnosisVerdict,
  placeWords,
  whereOf,
} from '../../../electron/shared/diagnosis/diagnosis-words.ts';
import type { Failure } from '../../../electron/shared/failures/failure.ts';
import { StateShape } from '../../components/state-shapes.tsx';
import { diagnosisWords as words } from './en-diagnosis.ts';
import { CheckRow, verdictShapes } from './CheckRow.tsx';

export function ChecksView(props: {
  readonly view: DiagnosisView;
  /** What can be done about a failure. */
  readonly waysOut: (failure: Failure) => ReactNode;
}): ReactNode {
  const { view, waysOut } = props;
  const state = verdictShapes[diagnosisVerdict(view)];
  const toLookAt = view.endedAtMs === null ? [] : worstFirst(view.checks);
  const others = view.checks.filter((check) => !toLookAt.includes(check));
  return (
    <>
      <div className="line line-firm line-top verdict" data-state={state}>
        <StateShape state={state} size={20} />
        <p className="verdict-word">
          {toLookAt.length === 0 || view.stopped
            ? diagnosisHeadline(view)
            : asSentence(diagnosisNews(view))}
        </p>
      </div>
      {toLookAt.length > 0 && (
        <ol className="steps" aria-label={words.toLookAt}>
          {toLookAt.map((check) => (
            <CheckRow
              key={`${check.place} ${check.step}`}
              check={check}
              view={view}
              title={whereOf(check, view)}
              ways={check.failure && waysOut(check.failure)}
            />
          ))}
        </ol>
      )}
      {view.endedAtMs === null ? (
        <Ladder view={view} checks={others} />
      ) : (
        <details className="fold">
          <summary>{words.others(others)}</summary>
          <Ladder view={view} checks={others} />
        </details>
      )}
    </>
  );
}

/** What is wrong, then what should be looked at: each in the order it was tried in. */
const worstFirst = (checks: readonly CheckLineView[]): readonly CheckLineView[] =>
  (['bad', 'amber'] as const).flatMap((verdict) =>
    checks.filter((check) => check.verdict === verdict),
  );

const asSentence = (news: string): string => news.charAt(0).toUpperCase() + news.slice(1);

/** Under the host or token they are about. */
function Ladder(props: {
  readonly view: DiagnosisView;
  readonly checks: readonly CheckLineView[];
}): ReactNode {
  const { view, checks } = props;
  return diagnosisPlaces.map((place) => {
    const here = checks.filter((check) => check.place === place);
    return (
      here.length > 0 && (
        <section key={place} aria-labelledby={`checks-${place}`}>
          <h3 id={`checks-${place}`}>
            {placeWords[place]} <span className="mono secondary">{hostOf(place, view)}</span>
          </h3>
          <ol className="steps" aria-label={words.resultOf(placeWords[place])}>
            {here.map((check) => (
              <CheckRow key={check.step} check={check} view={view} />
            ))}
          </ol>
        </section>
      )
    );
  });
}

function hostOf(place: DiagnosisPlace, { baseUrl, tradeUrl }: DiagnosisView): string {
  if (place === 'base') return URL.parse(baseUrl)?.host ?? '';
  return place === 'trade' ? (URL.parse(tradeUrl)?.host ?? '') : '';
}

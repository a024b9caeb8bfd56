// A whole diagnosis: what it came to, then its checks under the host or token they are about.
import type { ReactNode } from 'react';
import {
  diagnosisPlaces,
  type DiagnosisPlace,
  type DiagnosisView,
} from '../../../electron/shared/diagnosis/diagnosis-view.ts';
import {
  diagnosisHeadline,
  diagnosisVerdict,
  placeWords,
} from '../../../electron/shared/diagnosis/diagnosis-words.ts';
import { StateShape } from '../../components/state-shapes.tsx';
import { diagnosisWords as words } from './en-diagnosis.ts';
import { CheckRow, verdictShapes } from './CheckRow.tsx';

export function ChecksView(props: { readonly view: DiagnosisView }): ReactNode {
  const { view } = props;
  const state = verdictShapes[diagnosisVerdict(view)];
  return (
    <>
      <div className="verdict ladder-verdict" data-state={state}>
        <StateShape state={state} size={20} />
        <p className="verdict-word">{diagnosisHeadline(view)}</p>
      </div>
      {diagnosisPlaces.map((place) => (
        <section key={place} aria-labelledby={`checks-${place}`}>
          <h3 id={`checks-${place}`}>
            {placeWords[place]} <span className="mono secondary">{hostOf(place, view)}</span>
          </h3>
          <ol className="ladder" aria-label={words.resultOf(placeWords[place])}>
            {view.checks
              .filter((check) => check.place === place)
              .map((check) => (
                <CheckRow key={check.step} check={check} view={view} />
              ))}
          </ol>
        </section>
      ))}
    </>
  );
}

function hostOf(place: DiagnosisPlace, { baseUrl, tradeUrl }: DiagnosisView): string {
  if (place === 'base') return URL.parse(baseUrl)?.host ?? '';
  return place === 'trade' ? (URL.parse(tradeUrl)?.host ?? '') : '';
}

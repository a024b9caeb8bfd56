// What drills showed, newest first: times, mistakes in words, and how that compares with the time before.
import type { ReactNode } from 'react';
import type { DrillResultView } from '../../../../electron/shared/practice/drill-view.ts';
import { drillWords as words, mistakeWords, scenarioWords, trend } from './en-drill.ts';
import { savedAt } from '../../backups/en-backups.ts';

/** Shown; all are kept. */
const SHOWN = 20;

export function DrillResults(props: { readonly results: readonly DrillResultView[] }): ReactNode {
  const { results } = props;
  return (
    <section aria-labelledby="drill-results">
      <h3 id="drill-results">{words.history}</h3>
      <ul className="drill-results">
        {results.slice(0, SHOWN).map((result, index) => (
          <li key={result.id} className="drill-result" data-newest={index === 0 ? '' : undefined}>
            <p className="drill-title">
              {scenarioWords[result.scenario].title}
              <span className="secondary"> {words.how[result.how]}</span>
            </p>
            <p className="secondary figure">{savedAt(result.startedAtMs)}</p>
            <p className="figure">
              {words.times(result)}. {trend(results, index)}
            </p>
            {result.how !== 'stopped' && <Mistakes result={result} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Mistakes(props: { readonly result: DrillResultView }): ReactNode {
  const { mistakes } = props.result;
  if (mistakes.length === 0) return <p className="drill-faultless">{words.faultless}</p>;
  return (
    <div>
      <p className="warn">{words.mistakes(mistakes.length)}</p>
      <ul className="drill-mistakes">
        {mistakes.map((mistake) => (
          <li key={mistake}>{mistakeWords[mistake]}</li>
        ))}
      </ul>
    </div>
  );
}

// The drills there are, and what the earlier ones showed.
import { useEffect, useState, type ReactNode } from 'react';
import type { DrillResultView } from '../../../../electron/shared/practice/drill-view.ts';
import { drillScenarios } from '../../../../electron/shared/words.ts';
import { DRILL_SUBJECT } from '../../../bridge/feedback.ts';
import { CallButton } from '../../../components/CallButton.tsx';
import { Sheet, SheetFoot, type ViewSheetProps } from '../../../components/Sheet.tsx';
import { WindowFailure } from '../../../components/Failures.tsx';
import { said } from '../../../i18n/en-said.ts';
import { drillWords as words, scenarioWords, mistakeWords, trend } from './en-drill.ts';
import { useApp } from '../../../state/app-context.tsx';
import { savedAt } from '../../backups/en-backups.ts';

/** Shown; all are kept. */
const SHOWN = 20;

/** What drills showed, newest first: times, mistakes in words, and how that compares with the time before. */
function DrillResults({ results }: { readonly results: readonly DrillResultView[] }): ReactNode {
  return (
    <section aria-labelledby="drill-results">
      <h3 id="drill-results">{words.history}</h3>
      <ul className="rows">
        {results.slice(0, SHOWN).map((result, index) => (
          <li key={result.id} className={index === 0 ? 'card' : undefined}>
            <p className="strong">
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
      <ul className="bullets">
        {mistakes.map((mistake) => (
          <li key={mistake}>{mistakeWords[mistake]}</li>
        ))}
      </ul>
    </div>
  );
}

/** Its credentials carry this tag. */
const DRILL_TAG = 'drill';

export function DrillSheet({ view }: ViewSheetProps): ReactNode {
  const running = view.drill !== null;
  const { call, window: store } = useApp();
  const [results, setResults] = useState<readonly DrillResultView[] | null>(null);
  useEffect(() => {
    void call('drillResults', undefined, { subject: DRILL_SUBJECT }).then(setResults);
  }, [call]);
  const showDrill = (): void =>
    store.patch({ filter: { kind: 'tag', tag: DRILL_TAG }, pane: 'list', sheet: null });
  return (
    <Sheet title={words.title} wide>
      <p>{running ? words.running : words.lead}</p>
      {results !== null && results.length > 0 && <DrillResults results={results} />}
      {!running && (
        <ul>
          {drillScenarios.map((scenario) => {
            const { title, about } = scenarioWords[scenario];
            return (
              <li key={scenario} className="section-row">
                <div>
                  <p className="strong">{title}</p>
                  <p className="secondary">{about}</p>
                </div>
                <CallButton
                  call="drillStart"
                  input={{ scenario }}
                  subject={DRILL_SUBJECT}
                  said={said.drillStarted}
                  aria-label={words.startOf(title)}
                  onDone={showDrill}
                >
                  {words.start}
                </CallButton>
              </li>
            );
          })}
        </ul>
      )}
      {results?.length === 0 && <p className="secondary">{words.none}</p>}
      <WindowFailure subject={DRILL_SUBJECT} />
      <SheetFoot />
    </Sheet>
  );
}

// What servers answered about the token: the newest in full, those before it in a line each.
import { useEffect, useRef, type ReactNode } from 'react';
import type { InspectionAnswerView } from '../../../electron/shared/inspection/inspection-view.ts';
import { fieldWords } from '../../../electron/shared/inspection/inspection-words.ts';
import { AnswerBody, CallFacts } from '../../components/AnswerFacts.tsx';
import { Fact } from '../../components/Facts.tsx';
import { FailureNotice } from '../../components/Failures.tsx';
import { StateShape } from '../../components/state-shapes.tsx';
import { inspectWords as words, verdictOf } from './en-inspection.ts';
import { checkReportWords } from '../../i18n/en-check-report.ts';
import { clockTime } from '../../i18n/time.ts';
import type { Standing } from '../../i18n/en-states.ts';

const shapes: Readonly<Record<InspectionAnswerView['outcome'], Standing>> = {
  honoured: 'active',
  active: 'active',
  refused: 'refused',
  inactive: 'refused',
  lacks_scope: 'active',
  unclear: 'unclear',
  no_answer: 'unclear',
  asker_refused: 'unclear',
};

export function InspectionAnswers(props: {
  readonly answers: readonly InspectionAnswerView[];
  readonly nowMs: number;
}): ReactNode {
  const { answers, nowMs } = props;
  const [newest, ...earlier] = answers;
  if (newest === undefined) return null;
  return (
    <>
      <Newest key={answers.length} answer={newest} nowMs={nowMs} />
      {earlier.length > 0 && (
        <section aria-labelledby="earlier-answers">
          <h3 id="earlier-answers">{words.earlier}</h3>
          <ul className="bullets">
            {earlier.map((answer, index) => (
              <li key={earlier.length - index}>
                {words.line(clockTime(answer.atMs, nowMs), answer)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Newest(props: {
  readonly answer: InspectionAnswerView;
  readonly nowMs: number;
}): ReactNode {
  const { answer, nowMs } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView?.({ block: 'start' });
  }, []);
  const state = shapes[answer.outcome];
  const [verdict, means] = verdictOf(answer);
  const { fields, tree, plain } = answer;
  // What RFC 7662 names stands there already, in words.
  const told = answer.outcome === 'active' || answer.outcome === 'inactive';
  return (
    <section aria-labelledby="inspection-answer">
      <h3 id="inspection-answer" ref={heading} tabIndex={-1}>
        {words.answer}
      </h3>
      <div className="line line-firm line-top verdict" data-state={state}>
        <StateShape state={state} size={20} />
        <div>
          <p className="verdict-word">{verdict}</p>
          <p>{means}</p>
        </div>
      </div>
      {answer.failure !== null && <FailureNotice failure={answer.failure} news={false} />}
      {fields.length > 0 && (
        <dl className="facts">
          {fields.map(({ name, text, atMs }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a server may say a name twice.
            <Fact key={`${name} ${index}`} label={fieldWords[name]}>
              <span className="mono wrap">{text}</span>
              {atMs !== null && <span className="secondary"> {clockTime(atMs, nowMs)}</span>}
            </Fact>
          ))}
        </dl>
      )}
      <CallFacts answer={answer} call={`${answer.environment}, ${words.calls[answer.question]}`}>
        {answer.challenge !== null && (
          <Fact label={words.challenge}>
            <span className="mono wrap">{answer.challenge}</span>
          </Fact>
        )}
      </CallFacts>
      {answer.failure === null && !told && (
        <>
          <h4>{checkReportWords.answer}</h4>
          <AnswerBody tree={tree} plain={plain} />
        </>
      )}
    </section>
  );
}

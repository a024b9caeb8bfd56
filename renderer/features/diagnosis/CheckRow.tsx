// One check: its verdict as shape and word, what it took, the sentence a customer understands, and what
// was seen. What an answer looks like stands apart from what was shown.
import type { ReactNode } from 'react';
import type {
  DiagnosisView,
  CheckVerdict,
  CheckLineView,
} from '../../../electron/shared/diagnosis/diagnosis-view.ts';
import {
  doorWords,
  factWords,
  checkAdvice,
  checkSentence,
  checkTitle,
  verdictWords,
} from '../../../electron/shared/diagnosis/diagnosis-words.ts';
import { failureDetails } from '../../../electron/shared/failures/failure-words.ts';
import { Facts } from '../../components/Facts.tsx';
import { StateShape } from '../../components/state-shapes.tsx';
import { en } from '../../i18n/en.ts';
import { diagnosisWords as words } from './en-diagnosis.ts';
import type { Standing } from '../../i18n/en-states.ts';

export const verdictShapes: Readonly<Record<CheckVerdict, Standing>> = {
  waiting: 'no_token',
  running: 'requesting',
  good: 'active',
  amber: 'expiring',
  bad: 'failed',
  not_tried: 'expired',
};

export function CheckRow(props: {
  readonly check: CheckLineView;
  readonly view: DiagnosisView;
  /** Where it stands apart from the others of its place. */
  readonly title?: string;
  /** What can be done about a failure. */
  readonly ways?: ReactNode;
}): ReactNode {
  const { check, view, title = checkTitle(check, view) } = props;
  const { verdict, durationMs, doors, facts, failure } = check;
  const advice = checkAdvice(check);
  const state = verdictShapes[verdict];
  return (
    <li className="check-row" data-verdict={verdict} data-state={state}>
      <StateShape state={state} />
      <div>
        <div className="step-head">
          <h4>{title}</h4>
          <span className="check-row-verdict">{verdictWords[verdict]}</span>
          {durationMs !== null && (
            <span className="secondary figure check-row-time">{words.took(durationMs)}</span>
          )}
        </div>
        <p>{checkSentence(check)}</p>
        {advice !== '' && <p>{advice}</p>}
        {props.ways}
        {doors.length > 0 && (
          <ul className="check-row-doors" aria-label={words.doors}>
            {doors.map((door) => (
              <li key={door}>{doorWords[door]}</li>
            ))}
          </ul>
        )}
        {facts.length > 0 && (
          <Facts
            of={facts.map(({ name, text }) => [factWords[name], text])}
            mono
            className="facts-tight check-row-facts"
          />
        )}
        {failure !== null && (
          <details>
            <summary>{en.failure.details}</summary>
            <Facts of={failureDetails(failure)} mono className="facts-tight" />
          </details>
        )}
      </div>
    </li>
  );
}

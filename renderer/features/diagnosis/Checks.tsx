// Every check of a diagnosis with its verdict as shape and word, what it took, the sentence a customer understands, and what
// was seen; beside it the same check of another diagnosis, where two are compared.
import type { ReactNode } from 'react';
import type {
  CheckLineView,
  CheckVerdict,
  DiagnosisView,
} from '../../../electron/shared/diagnosis/diagnosis-view.ts';
import { checkSentence, checkTitle } from '../../../electron/shared/diagnosis/diagnosis-summary.ts';
import {
  doorWords,
  factWords,
  placeWords,
  verdictWords,
} from '../../../electron/shared/diagnosis/diagnosis-words.ts';
import { failureDetails } from '../../../electron/shared/failures/failure-words.ts';
import { Facts } from '../../components/Facts.tsx';
import { StateShape } from '../../components/state-shapes.tsx';
import { en } from '../../i18n/en.ts';
import type { Standing } from '../../i18n/en-states.ts';
import { differenceOf } from './check-comparison.ts';
import { comparisonWords, diagnosisWords as words } from './en-diagnosis.ts';

export const verdictShapes: Readonly<Record<CheckVerdict, Standing>> = {
  waiting: 'no_token',
  running: 'requesting',
  good: 'active',
  amber: 'expiring',
  bad: 'failed',
  not_tried: 'expired',
};

/** Under the host or token they are about. */
export function Checks(props: {
  readonly view: DiagnosisView;
  readonly other: DiagnosisView | null;
}): ReactNode {
  const { view, other } = props;
  const places = Map.groupBy(view.checks, ({ place }) => place);
  return [...places].map(([place, checks]) => (
    <section key={place} aria-labelledby={`checks-${place}`}>
      <h3 id={`checks-${place}`}>
        {placeWords[place]} <span className="mono secondary">{hostOf(place, view)}</span>
      </h3>
      <ol className="rows checks" aria-label={words.resultOf(placeWords[place])}>
        {checks.map((check) => (
          <Check key={check.step} {...{ check, view, other }} />
        ))}
      </ol>
    </section>
  ));
}

function Check(props: {
  readonly check: CheckLineView;
  readonly view: DiagnosisView;
  readonly other: DiagnosisView | null;
}): ReactNode {
  const { check, view, other } = props;
  const beside = other?.checks.find(
    ({ place, step }) => place === check.place && step === check.step,
  );
  const differs = beside === undefined ? null : differenceOf(check, beside);
  return (
    <li data-verdict={check.verdict} data-difference={differs ?? undefined}>
      <h4>
        {checkTitle(check, view)}
        {differs !== null && (
          <span className="secondary check-mark">{comparisonWords.marks[differs]}</span>
        )}
      </h4>
      <div className="check-columns">
        <Found check={check} />
        {beside !== undefined && <Found check={beside} />}
      </div>
    </li>
  );
}

function Found({ check }: { readonly check: CheckLineView }): ReactNode {
  const { verdict, durationMs, doors, facts, failure } = check;
  const state = verdictShapes[verdict];
  const seen = facts.map(({ name, text }) => [factWords[name], text] as const);
  return (
    <div data-state={state}>
      <p className="line secondary">
        <StateShape state={state} />
        <span className="state-word">{verdictWords[verdict]}</span>
        {durationMs !== null && <span className="secondary figure">{words.took(durationMs)}</span>}
      </p>
      <p>{[checkSentence(check), ...doors.map((door) => doorWords[door])].join(' ')}</p>
      {seen.length > 0 && <Facts of={seen} mono className="check-facts" />}
      {failure !== null && (
        <details>
          <summary>{en.failure.details}</summary>
          <Facts of={failureDetails(failure)} mono className="check-facts" />
        </details>
      )}
    </div>
  );
}

function hostOf(place: CheckLineView['place'], { baseUrl, tradeUrl }: DiagnosisView): string {
  const address = place === 'base' ? baseUrl : place === 'trade' ? tradeUrl : '';
  return URL.parse(address)?.host ?? '';
}

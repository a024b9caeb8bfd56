// What a check found, as a small answer beside its button: the verdict, and when. The call and what the server
// answered are unfolded on demand.
import type { ReactNode } from 'react';
import type { CheckReportView } from '../../../electron/shared/tokens/check-report-view.ts';
import { showsWorking } from '../../../electron/shared/tokens/check-outcome.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { controlWords, evidenceWords } from '../../../electron/shared/tokens/evidence-words.ts';
import { AnswerBody, CallFacts } from '../../components/AnswerFacts.tsx';
import { WaysOut } from '../../components/WaysOut.tsx';
import { FailureNotice } from '../../components/Failures.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { Ago } from '../../components/Time.tsx';
import { StateShape } from '../../components/state-shapes.tsx';
import type { Standing } from '../../i18n/en-states.ts';
import { useApp } from '../../state/app-context.tsx';
import { checkReportWords as words, verdictOn } from '../../i18n/en-check-report.ts';

const shapes: Readonly<Record<CheckReportView['outcome'], Standing>> = {
  honoured: 'active',
  lacks_scope: 'active',
  refused: 'refused',
  forbidden: 'unclear',
  unclear: 'unclear',
  no_answer: 'unclear',
};

export function CheckReport(props: {
  readonly view: AppView;
  readonly report: CheckReportView;
}): ReactNode {
  const { view, report } = props;
  const { window: store } = useApp();
  const [verdict, means] = verdictOn(report);
  const credential = view.credentials.find(({ tokens }) =>
    tokens.some(({ id }) => id === report.tokenId),
  );
  // A recovery key is offered after the first success in a new vault.
  const close = (): void => {
    if (!store.current().offersRecovery || !showsWorking(report.outcome)) store.close();
    else store.patch({ offersRecovery: false, sheet: { kind: 'recovery_offer' } });
  };
  return (
    <Sheet title={words.title} onClose={close} beside>
      <div className="line line-firm line-top verdict" data-state={shapes[report.outcome]}>
        <StateShape state={shapes[report.outcome]} size={20} />
        <div>
          <p className="verdict-word">{verdict}</p>
          <p>{means}</p>
          <p className="secondary">
            <Ago atMs={report.atMs} say={(when) => words.checked(when, report.durationMs)} />
          </p>
        </div>
      </div>
      {report.failure !== null && (
        <FailureNotice
          failure={report.failure}
          news={false}
          ways={credential && <WaysOut credential={credential} failure={report.failure} />}
        />
      )}
      <details className="fold">
        <summary>{words.details}</summary>
        {report.evidence !== null && <p>{words.evidence(evidenceWords[report.evidence])}</p>}
        {report.control !== null && <p>{controlWords[report.control]}</p>}
        <CallFacts answer={report} call={report.call} />
        <h3>{words.answer}</h3>
        <AnswerBody tree={report.tree} plain={report.plain} />
      </details>
    </Sheet>
  );
}

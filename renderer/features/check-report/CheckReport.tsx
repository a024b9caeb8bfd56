// What a check found: the verdict in words first, then status and time, then the answer as a tree.
import type { ReactNode } from 'react';
import type { CheckReportView } from '../../../electron/shared/check-report-view.ts';
import { AnswerTree } from '../../components/AnswerTree.tsx';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { StateShape } from '../../components/state-shapes.tsx';
import { en } from '../../i18n/en.ts';
import { sheets, verdicts } from '../../i18n/en-sheets.ts';
import type { Standing } from '../../model/token-standing.ts';

const words = sheets.check;
const shapes: Readonly<Record<CheckReportView['outcome'], Standing>> = {
  honoured: 'active',
  refused: 'refused',
  forbidden: 'unclear',
  unclear: 'unclear',
  no_answer: 'unclear',
};

export function CheckReport(props: {
  readonly report: CheckReportView;
  readonly onClose: () => void;
}): ReactNode {
  const { report, onClose } = props;
  const [verdict, means] = verdicts[report.outcome];
  return (
    <Sheet title={words.title} onClose={onClose} wide>
      <div className="verdict" data-state={shapes[report.outcome]}>
        <StateShape state={shapes[report.outcome]} size={20} />
        <div>
          <p className="verdict-word">{verdict}</p>
          <p>{means}</p>
        </div>
      </div>
      {report.failure !== null && <FailureNotice failure={report.failure} news={false} />}
      <dl className="facts facts-inline">
        <Fact label={words.facts.call}>{report.call}</Fact>
        <Fact label={words.facts.status}>{report.status ?? words.facts.noStatus}</Fact>
        <Fact label={words.facts.duration}>{words.facts.ms(report.durationMs)}</Fact>
        <Fact label={words.facts.size}>{words.facts.bytes(report.bodyBytes)}</Fact>
        <Fact label={words.facts.host}>
          <span className="mono wrap">{report.host}</span>
        </Fact>
        {report.contentType !== '' && (
          <Fact label={words.facts.type}>
            <span className="mono wrap">{report.contentType}</span>
          </Fact>
        )}
      </dl>
      <h3>{words.answer}</h3>
      {report.tree !== null ? (
        <AnswerTree root={report.tree} label={words.answer} />
      ) : report.plain === '' ? (
        <p className="secondary">{words.empty}</p>
      ) : (
        <>
          <p className="secondary">{words.plain}</p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region needs the keyboard */}
          <pre className="plain-answer mono" tabIndex={0} aria-label={words.answer}>
            {report.plain}
          </pre>
        </>
      )}
      <div className="sheet-actions">
        <Button look="primary" onClick={onClose}>
          {en.verbs.close}
        </Button>
      </div>
    </Sheet>
  );
}

function Fact(props: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

// What a server answered: call, status, time and size, then the answer as a tree or its beginning.
import type { ReactNode } from 'react';
import type { AnswerNode } from '../../electron/shared/tokens/check-report-view.ts';
import { checkReportWords as words } from '../i18n/en-check-report.ts';
import { AnswerTree } from './AnswerTree.tsx';
import { Fact } from './Facts.tsx';

export function CallFacts(props: {
  readonly answer: {
    readonly status: number | null;
    readonly durationMs: number;
    readonly bodyBytes: number;
    readonly host: string;
    readonly proxy: string | null;
    readonly contentType: string;
  };
  readonly call: string;
  readonly children?: ReactNode;
}): ReactNode {
  const { answer } = props;
  return (
    <dl className="columns facts facts-inline">
      <Fact label={words.facts.call}>{props.call}</Fact>
      <Fact label={words.facts.status}>{answer.status ?? words.facts.noStatus}</Fact>
      <Fact label={words.facts.duration}>{words.facts.ms(answer.durationMs)}</Fact>
      <Fact label={words.facts.size}>{words.facts.bytes(answer.bodyBytes)}</Fact>
      <Fact label={words.facts.host} mono>
        {answer.host}
      </Fact>
      {answer.proxy !== null && (
        <Fact label={words.facts.proxy} mono>
          {answer.proxy}
        </Fact>
      )}
      {answer.contentType !== '' && (
        <Fact label={words.facts.type} mono>
          {answer.contentType}
        </Fact>
      )}
      {props.children}
    </dl>
  );
}

export function AnswerBody(props: {
  readonly tree: AnswerNode | null;
  readonly plain: string;
}): ReactNode {
  const { tree, plain } = props;
  if (tree !== null) return <AnswerTree root={tree} label={words.answer} />;
  if (plain === '') return <p className="secondary">{words.empty}</p>;
  return (
    <>
      <p className="secondary">{words.plain}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region needs the keyboard */}
      <pre className="frame plain-answer mono" tabIndex={0} aria-label={words.answer}>
        {plain}
      </pre>
    </>
  );
}

// What a server answered: call, status, time and size, then the answer as a tree or its beginning. Main has
// bounded and masked it; here it is text and nothing else.
import type { ReactNode } from 'react';
import type {
  AnswerNode,
  CheckReportView,
} from '../../electron/shared/tokens/check-report-view.ts';
import { checkReportWords as words } from '../i18n/en-check-report.ts';
import { Fact } from './Facts.tsx';

export function CallFacts(props: {
  readonly answer: Pick<
    CheckReportView,
    'status' | 'durationMs' | 'bodyBytes' | 'host' | 'proxy' | 'contentType'
  >;
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
  if (tree !== null)
    return (
      <section className="frame tree mono" aria-label={words.answer}>
        <Branch node={tree} level={0} isOpen />
      </section>
    );
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

/** Open at first: the answer, and so many of its branches. */
const OPEN_BRANCHES = 3;

function Branch(props: {
  readonly node: AnswerNode;
  readonly level: number;
  readonly isOpen: boolean;
}): ReactNode {
  const { node, level, isOpen } = props;
  const row = {
    className: 'line line-firm line-top tree-row',
    style: { paddingInlineStart: `${level * 16}px` },
  };
  const face = (
    <>
      <span className="tree-twist" aria-hidden="true" />
      {node.key !== '' && <span className="tree-key">{node.key}</span>}
      <Value node={node} />
    </>
  );
  if (node.children.length === 0) return <div {...row}>{face}</div>;
  return (
    <details open={isOpen}>
      <summary {...row}>{face}</summary>
      {node.children.map((child, index) => (
        <Branch
          // oxlint-disable-next-line react/no-array-index-key -- an answer may name a member twice.
          key={index}
          node={child}
          level={level + 1}
          isOpen={level === 0 && index < OPEN_BRANCHES}
        />
      ))}
    </details>
  );
}

function Value(props: { readonly node: AnswerNode }): ReactNode {
  const { kind, text, children } = props.node;
  switch (kind) {
    case 'object':
    case 'array':
      return <span className="secondary">{words.items(children.length)}</span>;
    case 'masked':
      return <em className="tree-masked">{words.masked}</em>;
    case 'more':
      return <em className="secondary">{text === '' ? words.more : text}</em>;
    case 'text':
    case 'number':
    case 'boolean':
    case 'null':
      return (
        <span className="wrap" data-kind={kind}>
          {kind === 'null' ? 'null' : text}
        </span>
      );
  }
}

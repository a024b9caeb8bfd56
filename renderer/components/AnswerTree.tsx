// An answer as a tree whose branches unfold; masked leaves say so. Bounded and masked by main; here it is text and
// nothing else.
import type { ReactNode } from 'react';
import type { AnswerNode } from '../../electron/shared/tokens/check-report-view.ts';
import { checkReportWords as words } from '../i18n/en-check-report.ts';

/** Open at first: the answer, and so many of its branches. */
const OPEN_BRANCHES = 3;

export function AnswerTree(props: {
  readonly root: AnswerNode;
  readonly label: string;
}): ReactNode {
  return (
    <section className="frame tree mono" aria-label={props.label}>
      <Branch node={props.root} level={0} isOpen />
    </section>
  );
}

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

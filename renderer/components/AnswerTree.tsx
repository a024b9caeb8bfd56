// An answer as a tree a person can walk: arrows open, close and move; masked leaves say so. Bounded and
// masked by main; here it is text and nothing else.
// oxlint-disable jsx-a11y/click-events-have-key-events -- the tree around the items handles the keys.
import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { AnswerNode } from '../../electron/shared/tokens/check-report-view.ts';
import { checkReportWords as words } from '../i18n/en-check-report.ts';

interface TreeRow {
  readonly node: AnswerNode;
  /** Position from the root: '' , '/0', '/0/2'. */
  readonly path: string;
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  readonly branch: boolean;
  readonly open: boolean;
}

/** The visible rows of an answer tree, and where each key leads. Pure. */
export function flatten(root: AnswerNode, open: ReadonlySet<string>): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const visit = (node: AnswerNode, path: string, level: number, at: number, of: number): void => {
    const branch = node.children.length > 0;
    const isOpen = branch && open.has(path);
    rows.push({ node, path, level, position: at, siblings: of, branch, open: isOpen });
    if (!isOpen) return;
    for (const [index, child] of node.children.entries()) {
      visit(child, `${path}/${index}`, level + 1, index + 1, node.children.length);
    }
  };
  visit(root, '', 1, 1, 1);
  return rows;
}

interface TreeMove {
  readonly path: string;
  readonly toggle: boolean;
}

/** Null: the key is none of the tree's. */
export function moveInTree(rows: readonly TreeRow[], at: string, key: string): TreeMove | null {
  const index = Math.max(
    0,
    rows.findIndex((row) => row.path === at),
  );
  const row = rows[index];
  if (row === undefined) return null;
  const to = (target: number): TreeMove => ({
    path: rows[target]?.path ?? row.path,
    toggle: false,
  });
  switch (key) {
    case 'ArrowDown':
      return to(Math.min(rows.length - 1, index + 1));
    case 'ArrowUp':
      return to(Math.max(0, index - 1));
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      if (!row.branch) return to(index);
      return row.open ? to(index + 1) : { path: row.path, toggle: true };
    case 'ArrowLeft':
      if (row.open) return { path: row.path, toggle: true };
      return { path: row.path.slice(0, Math.max(0, row.path.lastIndexOf('/'))), toggle: false };
    case 'Enter':
    case ' ':
      return { path: row.path, toggle: row.branch };
    default:
      return null;
  }
}

export function AnswerTree(props: {
  readonly root: AnswerNode;
  readonly label: string;
}): ReactNode {
  const tree = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(['', '/0', '/1', '/2']));
  const [at, setAt] = useState('');
  const rows = useMemo(() => flatten(props.root, open), [props.root, open]);
  const toggle = (path: string): void =>
    setOpen((now) =>
      now.has(path) ? new Set([...now].filter((p) => p !== path)) : new Set([...now, path]),
    );
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = moveInTree(rows, at, event.key);
    if (move === null) return;
    event.preventDefault();
    if (move.toggle) toggle(move.path);
    setAt(move.path);
    tree.current?.querySelector<HTMLElement>(`[data-path="${move.path}"]`)?.focus();
  };
  return (
    <div
      className="frame tree mono"
      role="tree"
      aria-label={props.label}
      ref={tree}
      onKeyDown={onKeyDown}
      tabIndex={-1}
    >
      {rows.map((row) => (
        <div
          key={row.path}
          role="treeitem"
          aria-level={row.level}
          aria-setsize={row.siblings}
          aria-posinset={row.position}
          aria-expanded={row.branch ? row.open : undefined}
          aria-selected={row.path === at}
          tabIndex={row.path === at ? 0 : -1}
          data-path={row.path}
          className="line line-firm line-top tree-row"
          style={{ paddingInlineStart: `${(row.level - 1) * 16}px` }}
          onClick={() => {
            setAt(row.path);
            if (row.branch) toggle(row.path);
          }}
        >
          <span className="tree-twist" aria-hidden="true">
            {row.branch ? (row.open ? '▾' : '▸') : ''}
          </span>
          {row.node.key !== '' && <span className="tree-key">{row.node.key}</span>}
          <Value node={row.node} />
        </div>
      ))}
    </div>
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

// The visible rows of an answer tree, and where each key leads. Pure.
import type { AnswerNode } from '../../electron/shared/tokens/check-report-view.ts';

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

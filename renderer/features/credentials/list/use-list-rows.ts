// The rows of the list and their order, held still while the pointer or the focus is inside it, and put
// right when both have left or when the person asks; with the headings of their groups, and how high each is.
import { useMemo, useState, useCallback } from 'react';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import { nextOrder, same } from '../../../model/credential-list.ts';
import type { AppView } from '../../../../electron/shared/views.ts';
import { listItems, type ListItem } from '../../../model/list-groups.ts';
import { useApp } from '../../../state/app-context.tsx';
import { rowReason, type RowReason } from './row-reason.ts';

interface ListOrder {
  readonly ids: readonly string[];
  /** What stands in each row. */
  readonly rows: readonly CredentialView[];
  /** The held order differs from what sorting would give. */
  readonly stale: boolean;
  readonly hold: (part: 'pointer' | 'focus', held: boolean) => void;
  readonly sortAgain: () => void;
}

const NOT_HELD = { pointer: false, focus: false };

/**
 * `sorted` is what is wanted, in its order, of all the `credentials` there are; `scope` names filter and
 * search: a new one is taken as it comes. What is chosen stays where it was, until filter or search are changed.
 */
export function useListOrder(
  sorted: readonly CredentialView[],
  credentials: readonly CredentialView[],
  scope: string,
  selectedId: string | null,
): ListOrder {
  const [held, setHeld] = useState(NOT_HELD);
  const [shown, setShown] = useState<{ readonly ids: readonly string[]; readonly scope: string }>({
    ids: [],
    scope,
  });
  const byId = useMemo(() => new Map(credentials.map((each) => [each.id, each])), [credentials]);
  const wanted = useMemo(() => {
    const ids = sorted.map((credential) => credential.id);
    const at = shown.scope === scope ? shown.ids.indexOf(selectedId ?? '') : -1;
    const isLeaving =
      at >= 0 && selectedId !== null && !ids.includes(selectedId) && byId.has(selectedId);
    return isLeaving ? ids.toSpliced(at, 0, selectedId) : ids;
  }, [sorted, shown, scope, selectedId, byId]);
  const ids = useMemo(
    () => nextOrder(shown.ids, wanted, (held.pointer || held.focus) && shown.scope === scope, byId),
    [shown, wanted, held, scope, byId],
  );
  const rows = useMemo(() => ids.flatMap((id) => byId.get(id) ?? []), [ids, byId]);
  if (ids !== shown.ids || scope !== shown.scope) setShown({ ids, scope });
  // A list that is emptied is let go: nobody hears the pointer or the focus leave what is gone.
  if (ids.length === 0 && (held.pointer || held.focus)) setHeld(NOT_HELD);
  return {
    ids,
    rows,
    stale: !same(ids, wanted),
    hold: (part, value) =>
      setHeld((now) => (now[part] === value ? now : { ...now, [part]: value })),
    sortAgain: () => setShown({ ids: wanted, scope }),
  };
}

const ROW_PX = 40;
const SECOND_LINE_PX = 14;
export const HEADING_PX = 28;

interface ListItems {
  readonly items: readonly ListItem[];
  /** Where each row stands among them. */
  readonly places: readonly number[];
  readonly reasons: ReadonlyMap<string, RowReason | null>;
  readonly heightAt: (place: number) => number;
  /** Another function where other items stand there, or others have a second line. */
  readonly keyAt: (place: number) => string;
}

/** While the order is `held`, rows stay under the headings that they had. */
export function useListItems(
  rows: readonly CredentialView[],
  headings: ReadonlyMap<string, string>,
  held: boolean,
  { handOut }: AppView,
): ListItems {
  const { ticker } = useApp();
  const [before, keep] = useState(headings);
  if (!held && before !== headings) keep(headings);
  const items = useMemo(
    () => listItems(rows, held ? new Map([...headings, ...before]) : headings),
    [rows, held, before, headings],
  );
  const places = useMemo(
    () => items.flatMap(({ kind }, place) => (kind === 'row' ? [place] : [])),
    [items],
  );
  const reasons = useMemo(
    () => new Map(rows.map((row) => [row.id, rowReason(row, handOut, ticker.nowMs())])),
    [rows, handOut, ticker],
  );
  const heightAt = (place: number): number => {
    const item = items[place];
    if (item?.kind !== 'row') return HEADING_PX;
    return ROW_PX + (reasons.get(item.credential.id) == null ? 0 : SECOND_LINE_PX);
  };
  const keyAt = useCallback(
    (place: number) => {
      const item = items[place];
      return item?.kind === 'row' ? item.credential.id : `${item?.words} ${place}`;
    },
    // oxlint-disable-next-line react/exhaustive-deps -- the reasons decide how high a row is.
    [items, reasons],
  );
  return { items, places, reasons, heightAt, keyAt };
}

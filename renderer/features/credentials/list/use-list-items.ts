// What stands in the list from top to bottom, rows and the headings of their groups: how high each is, and what a second
// line says.
import { useCallback, useMemo, useState } from 'react';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import type { AppView } from '../../../../electron/shared/views.ts';
import { listItems, type ListItem } from '../../../model/list-groups.ts';
import { useApp } from '../../../state/app-context.tsx';
import { rowReason, type RowReason } from './row-reason.ts';

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

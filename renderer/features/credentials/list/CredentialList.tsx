// The list of credentials: search, attention first, virtualised, one row in the tab order at a time.
// Keys: arrows, Home, End, letters to find a name, Enter to open.
// oxlint-disable jsx-a11y/prefer-tag-over-role -- a virtualised grid cannot be a table.
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, type CSSProperties, type ReactNode } from 'react';
import { whole } from '../../../../electron/shared/counts.ts';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import type { AppView } from '../../../../electron/shared/views.ts';
import { Button } from '../../../components/Button.tsx';
import { en } from '../../../i18n/en.ts';
import {
  filteredCredentials,
  sortCredentials,
  visibleCredentials,
} from '../../../model/credential-list.ts';
import { grouped, type ListItem } from '../../../model/list-groups.ts';
import { searchRows } from '../../../model/search-match.ts';
import { parseSearch } from '../../../model/search-query.ts';
import { useApp, useWindow } from '../../../state/app-context.tsx';
import { BulkBar } from './BulkBar.tsx';
import { CredentialRow } from './CredentialRow.tsx';
import { EmptyList, useIsBare } from './EmptyList.tsx';
import { ListTools } from './ListTools.tsx';
import { useArrival } from './use-arrival.ts';
import { HEADING_PX, useListItems } from './use-list-items.ts';
import { useListKeys } from './use-list-keys.ts';
import { useListMarks } from './use-list-marks.ts';
import { useListOrder } from './use-list-order.ts';
import { useShownSelection } from './use-shown-selection.ts';
import { useMinute } from '../../../components/use-time.ts';

export function CredentialList(props: { readonly view: AppView }): ReactNode {
  const { credentials, environments } = props.view;
  const { window: store } = useApp();
  const filter = useWindow((state) => state.filter);
  const search = useWindow((state) => state.search);
  const sort = useWindow((state) => state.sort);
  const selectedId = useWindow((state) => state.selectedId);
  const marked = useWindow((state) => state.marked);
  const scroller = useRef<HTMLDivElement>(null);

  const grouping = useWindow((state) => state.grouping);
  const bare = useIsBare(props.view);
  const visible = useVisible(props.view);
  const scope = JSON.stringify([filter, search, sort, grouping]);
  const fresh = useMemo(
    () => grouped(visible, grouping, { environments }),
    [visible, grouping, environments],
  );
  const order = useListOrder(fresh.rows, credentials, scope, selectedId);
  const shown = order.rows;
  const { items, places, reasonOf, heightAt, keyAt } = useListItems(
    shown,
    fresh.headings,
    order.stale,
    props.view,
  );
  const environmentById = useMemo(
    () => new Map(environments.map((environment) => [environment.id, environment])),
    [environments],
  );
  // Where all are of one environment no row says which.
  const isMixed = useMemo(
    () =>
      filter.kind !== 'environment' &&
      grouping !== 'environment' &&
      credentials.some(({ environmentId }) => environmentId !== credentials[0]?.environmentId),
    [credentials, filter, grouping],
  );

  useShownSelection(props.view, shown);
  const selectedIndex = selectedId === null ? -1 : order.ids.indexOf(selectedId);
  const tabbablePlace = places[Math.max(0, selectedIndex)] ?? 0;
  // However far it is scrolled: the row that Tab leads to, the one that has the focus, and the heading above all.
  const rangeExtractor = (range: Range): number[] => {
    const focused = scroller.current?.querySelector('[role="row"]:focus-within');
    const at = Number(focused?.getAttribute('aria-rowindex') ?? 0) - 1;
    const kept = [tabbablePlace, at, headingAbove(items, range.startIndex)].filter(
      (index) => index >= 0 && index < range.count,
    );
    return [...new Set([...kept, ...defaultRangeExtractor(range)])].toSorted((a, b) => a - b);
  };
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: heightAt,
    getItemKey: keyAt,
    overscan: 8,
    rangeExtractor,
    scrollPaddingStart: grouping === 'none' ? 0 : HEADING_PX,
    initialRect: { width: 400, height: 800 },
  });
  const onOpen = useCallback((id: string) => store.open(id), [store]);
  const marks = useListMarks(order.ids);
  const arriving = useArrival();
  const { onKeyDown, goTo } = useListKeys({
    ids: order.ids,
    shown,
    places,
    rows,
    scroller,
    marks,
  });

  const shownScope = useRef(scope);
  useEffect(() => {
    // Another search begins at its top. Only when the selected row moves: scrolling by hand is left alone.
    if (shownScope.current !== scope) rows.scrollToOffset(0);
    else if (selectedIndex >= 0) rows.scrollToIndex(tabbablePlace, { align: 'auto' });
    shownScope.current = scope;
    // oxlint-disable-next-line react/exhaustive-deps
  }, [selectedIndex, scope]);

  return (
    <section className="pane list" data-pane="list" aria-label={en.list.label}>
      <ListTools
        view={props.view}
        shown={shown.length}
        bare={bare !== false && shown.length === 0}
        onDown={() => goTo(0)}
        onEnter={() => order.ids[0] !== undefined && onOpen(order.ids[0])}
      />
      {shown.length === 0 ? (
        <EmptyList bare={bare} />
      ) : (
        <div
          ref={scroller}
          className="list-scroll"
          onPointerEnter={() => order.hold('pointer', true)}
          onPointerLeave={() => order.hold('pointer', false)}
          onFocus={() => arriving.current || order.hold('focus', true)}
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) order.hold('focus', false);
          }}
        >
          <div
            role="grid"
            aria-label={en.list.label}
            aria-rowcount={items.length}
            aria-multiselectable="true"
            className="list-rows"
            style={{ height: rows.getTotalSize() }}
            onKeyDown={(event) => {
              order.hold('focus', true);
              onKeyDown(event);
            }}
            onPointerDown={() => order.hold('focus', true)}
            tabIndex={-1}
          >
            {rows.getVirtualItems().map(({ index, key, start, size }) => {
              const item = items[index];
              if (item?.kind === 'heading') {
                // The one above what is shown stays in sight, and the next one pushes it away.
                const isTop = index === headingAbove(items, rows.range?.startIndex ?? 0);
                return (
                  <Heading
                    key={key}
                    item={item}
                    place={index}
                    style={isTop ? undefined : { transform: `translateY(${start}px)` }}
                  />
                );
              }
              if (item === undefined) return null;
              const { credential } = item;
              const reason = reasonOf(credential.id);
              return (
                <div
                  key={key}
                  role="presentation"
                  className="list-slot"
                  style={{ transform: `translateY(${start}px)`, height: size }}
                >
                  <CredentialRow
                    credential={credential}
                    environment={
                      isMixed ? environmentById.get(credential.environmentId) : undefined
                    }
                    said={reason?.said ?? null}
                    offer={reason?.offer ?? null}
                    index={index}
                    current={credential.id === selectedId}
                    marked={marked.size === 0 ? null : marked.has(credential.id)}
                    tabbable={index === tabbablePlace}
                    onPress={marks.press}
                  />
                </div>
              );
            })}
          </div>
        </div>
      )}
      <BulkBar />
      {order.stale && (
        <div className="line line-apart list-stale">
          <span className="secondary">{en.list.orderHeld}</span>
          <Button look="quiet" onClick={order.sortAgain}>
            {en.list.sortAgain}
          </Button>
        </div>
      )}
    </section>
  );
}

/** The place of the nearest heading at or before a place; -1 where there is none. */
const headingAbove = (items: readonly ListItem[], place: number): number =>
  items.findLastIndex(({ kind }, at) => at <= place && kind === 'heading');

function Heading(props: {
  readonly item: ListItem & { readonly kind: 'heading' };
  readonly place: number;
  readonly style: CSSProperties | undefined;
}): ReactNode {
  const { words, count } = props.item;
  return (
    <div
      role="row"
      className={props.style === undefined ? 'list-heading list-heading-top' : 'list-heading'}
      aria-rowindex={props.place + 1}
      style={props.style}
    >
      <span role="rowheader">
        {words} <span className="figure secondary">{whole(count)}</span>
      </span>
    </div>
  );
}

/** What the filter and the search leave, in the order that was chosen. */
function useVisible({ credentials, environments }: AppView): readonly CredentialView[] {
  const filter = useWindow((state) => state.filter);
  const search = useWindow((state) => state.search);
  const sort = useWindow((state) => state.sort);
  const sorted = useMemo(() => sortCredentials(credentials, sort), [credentials, sort]);
  const query = useMemo(() => parseSearch(search), [search]);
  const isSearched = query.terms.length > 0;
  const rows = useMemo(
    () => (isSearched ? searchRows(sorted, environments) : []),
    [isSearched, sorted, environments],
  );
  const nowMs = useMinute(query.timed);
  return useMemo(
    () =>
      isSearched
        ? visibleCredentials(rows, filter, query, nowMs)
        : filteredCredentials(sorted, filter),
    [isSearched, sorted, rows, filter, query, nowMs],
  );
}

// The list of credentials: search, attention first, virtualised, one row in the tab order at a time.
// Keys: arrows, Home, End, letters to find a name, Enter to open.
// oxlint-disable jsx-a11y/prefer-tag-over-role -- a virtualised grid cannot be a table.
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { madeOnce } from '../../../../electron/shared/made-once.ts';
import type { AppView } from '../../../../electron/shared/views.ts';
import { Button } from '../../../components/Button.tsx';
import { en } from '../../../i18n/en.ts';
import {
  filteredCredentials,
  sortCredentials,
  visibleCredentials,
} from '../../../model/credential-list.ts';
import { searchRows } from '../../../model/search-match.ts';
import { parseSearch } from '../../../model/search-query.ts';
import { allNeedingAttention } from '../../../model/token-standing.ts';
import { useApp, useWindow } from '../../../state/app-context.tsx';
import { BulkBar } from './BulkBar.tsx';
import { CredentialRow } from './CredentialRow.tsx';
import { EmptyList, useIsBare } from './EmptyList.tsx';
import { ListTools } from './ListTools.tsx';
import { useArrival } from './use-arrival.ts';
import { useListKeys } from './use-list-keys.ts';
import { useListMarks } from './use-list-marks.ts';
import { useListOrder } from './use-list-order.ts';
import { useShownSelection } from './use-shown-selection.ts';
import { useMinute } from '../../../clock/use-time.ts';

const ROW_PX = 52;

export function CredentialList(props: { readonly view: AppView }): ReactNode {
  const { credentials, environments } = props.view;
  const { window: store } = useApp();
  const filter = useWindow((state) => state.filter);
  const search = useWindow((state) => state.search);
  const sort = useWindow((state) => state.sort);
  const selectedId = useWindow((state) => state.selectedId);
  const marked = useWindow((state) => state.marked);
  const scroller = useRef<HTMLDivElement>(null);

  const bare = useIsBare(props.view);
  const { visible, prepare } = useVisible(props.view);
  const scope = JSON.stringify([filter, search, sort]);
  const order = useListOrder(visible, credentials, scope, selectedId);
  const shown = order.rows;
  const environmentById = useMemo(
    () => new Map(environments.map((environment) => [environment.id, environment])),
    [environments],
  );
  // Where all are of one environment no row says which.
  const isMixed = useMemo(
    () =>
      filter.kind !== 'environment' &&
      credentials.some(({ environmentId }) => environmentId !== credentials[0]?.environmentId),
    [credentials, filter],
  );

  useShownSelection(props.view, shown);
  const selectedIndex = selectedId === null ? -1 : order.ids.indexOf(selectedId);
  const tabbableIndex = Math.max(0, selectedIndex);
  // However far it is scrolled: the row that Tab leads to, and the one that has the focus.
  const rangeExtractor = (range: Range): number[] => {
    const focused = scroller.current?.querySelector('[role="row"]:focus-within');
    const at = Number(focused?.getAttribute('aria-rowindex') ?? 0) - 1;
    const kept = [tabbableIndex, at].filter((index) => index >= 0 && index < range.count);
    return [...new Set([...kept, ...defaultRangeExtractor(range)])].toSorted((a, b) => a - b);
  };
  const rows = useVirtualizer({
    count: order.ids.length,
    getScrollElement: () => scroller.current,
    // All of one height, so a place needs no key of its own: with one the places of all would be worked out
    // anew at every render.
    estimateSize: () => ROW_PX,
    overscan: 8,
    rangeExtractor,
    initialRect: { width: 400, height: 800 },
  });
  const onOpen = useCallback((id: string) => store.open(id), [store]);
  const marks = useListMarks(order.ids);
  const arriving = useArrival();
  const { onKeyDown, goTo } = useListKeys({ ids: order.ids, shown, rows, scroller, marks });

  const shownScope = useRef(scope);
  useEffect(() => {
    // Another search begins at its top. Only when the selected row moves: scrolling by hand is left alone.
    if (shownScope.current !== scope) rows.scrollToOffset(0);
    else if (selectedIndex >= 0) rows.scrollToIndex(selectedIndex, { align: 'auto' });
    shownScope.current = scope;
    // oxlint-disable-next-line react/exhaustive-deps
  }, [selectedIndex, scope]);

  const attention = useMemo(() => {
    const needing = allNeedingAttention(credentials);
    return shown.filter((credential) => needing.has(credential)).length;
  }, [shown, credentials]);
  return (
    <section className="pane list" data-pane="list" aria-label={en.list.label}>
      <ListTools
        view={props.view}
        attention={attention}
        shown={shown.length}
        bare={bare !== false && shown.length === 0}
        onSearch={prepare}
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
            aria-rowcount={order.ids.length}
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
            {rows.getVirtualItems().map((item) => {
              const credential = shown[item.index];
              if (credential === undefined) return null;
              return (
                <div
                  key={credential.id}
                  role="presentation"
                  className="list-slot"
                  style={{ transform: `translateY(${item.start}px)`, height: item.size }}
                >
                  <CredentialRow
                    credential={credential}
                    environment={
                      isMixed ? environmentById.get(credential.environmentId) : undefined
                    }
                    index={item.index}
                    current={credential.id === selectedId}
                    marked={marked.size === 0 ? null : marked.has(credential.id)}
                    tabbable={item.index === tabbableIndex}
                    onOpen={onOpen}
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
        <div className="list-stale">
          <span className="secondary">{en.list.orderHeld}</span>
          <Button look="quiet" onClick={order.sortAgain}>
            {en.list.sortAgain}
          </Button>
        </div>
      )}
    </section>
  );
}

/** What the filter and the search leave, in the order that was chosen; `prepare` is called before a search. */
function useVisible({ credentials, environments }: AppView) {
  const filter = useWindow((state) => state.filter);
  const search = useWindow((state) => state.search);
  const sort = useWindow((state) => state.sort);
  const sorted = useMemo(() => sortCredentials(credentials, sort), [credentials, sort]);
  // To fold the texts of thousands costs as much as to draw the list: when somebody searches.
  const indexed = useMemo(
    () => madeOnce(() => searchRows(sorted, environments)),
    [sorted, environments],
  );
  const query = useMemo(() => parseSearch(search), [search]);
  const nowMs = useMinute(query.timed);
  const visible = useMemo(
    () =>
      query.terms.length === 0
        ? filteredCredentials(sorted, filter)
        : visibleCredentials(indexed(), filter, query, nowMs),
    [sorted, indexed, filter, query, nowMs],
  );
  return { visible, prepare: () => void indexed() };
}

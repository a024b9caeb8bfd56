// The list of credentials: search, attention first, virtualised, one row in the tab order at a time.
// Keys: arrows, Home, End, letters to find a name, Enter to open.
// oxlint-disable jsx-a11y/prefer-tag-over-role -- a virtualised grid cannot be a table.
import {
  defaultRangeExtractor,
  useVirtualizer,
  type Range,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react';
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
import { BulkBar, EmptyList, useIsBare, ListTools } from './ListTools.tsx';
import { CredentialRow } from './CredentialRow.tsx';
import { useArrival, useShownSelection } from './use-shown-selection.ts';
import { HEADING_PX, useListItems, useListOrder } from './use-list-rows.ts';
import { useListKeys } from './use-list-keys.ts';
import { useListMarks } from './use-list-marks.ts';
import { useMinute } from '../../../components/use-time.ts';

export function CredentialList(props: { readonly view: AppView }): ReactNode {
  const { credentials, environments } = props.view;
  const { window: store } = useApp();
  const selectedId = useWindow((state) => state.selectedId);
  const marked = useWindow((state) => state.marked);
  const scope = useWindow(({ filter, search, sort, grouping: by }) =>
    JSON.stringify([filter, search, sort, by]),
  );
  const scroller = useRef<HTMLDivElement>(null);

  const grouping = useWindow((state) => state.grouping);
  const bare = useIsBare(props.view);
  const visible = useVisible(props.view);
  const fresh = useMemo(
    () => grouped(visible, grouping, { environments }),
    [visible, grouping, environments],
  );
  const order = useListOrder(fresh.rows, credentials, scope, selectedId);
  const shown = order.rows;
  const listed = useListItems(shown, fresh.headings, order.stale, props.view);
  const { items, places, reasons } = listed;
  const environmentOf = useEnvironmentsOfRows(props.view);
  useShownSelection(props.view, shown);
  const selectedIndex = selectedId === null ? -1 : order.ids.indexOf(selectedId);
  const tabbablePlace = places[Math.max(0, selectedIndex)] ?? 0;
  const rows = useDrawnRows(scroller, listed, tabbablePlace);
  useScrollToChosen(rows, scope, selectedIndex, tabbablePlace);
  const marks = useListMarks(order.ids);
  const arriving = useArrival();
  const keys = { ids: order.ids, shown, places, rows, scroller, marks };
  const { onKeyDown, goTo } = useListKeys(keys);

  return (
    <section className="pane list" data-pane="list" aria-label={en.list.label}>
      <ListTools
        view={props.view}
        shown={shown.length}
        bare={bare !== false && shown.length === 0}
        onDown={() => goTo(0)}
        onEnter={() => order.ids[0] !== undefined && store.open(order.ids[0])}
      />
      {shown.length === 0 ? (
        <EmptyList bare={bare} />
      ) : (
        <div
          ref={scroller}
          className="scroll list-scroll"
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
              if (item === undefined) return null;
              if (item.kind === 'heading') {
                // The one above what is shown stays in sight, and the next one pushes it away.
                const isTop = index === headingAbove(items, rows.range?.startIndex ?? 0);
                return <Heading key={key} item={item} place={index} top={isTop ? null : start} />;
              }
              const { credential } = item;
              const { said = null, offer = null } = reasons.get(credential.id) ?? {};
              return (
                <div
                  key={key}
                  role="presentation"
                  className="list-slot"
                  style={{ transform: `translateY(${start}px)`, height: size }}
                >
                  <CredentialRow
                    {...{ credential, said, offer, index }}
                    environment={environmentOf(credential)}
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

/**
 * The rows that are drawn: those in sight and, however far it is scrolled, the row that Tab leads to, the one that has
 * the focus, and the heading above all.
 */
function useDrawnRows(
  scroller: RefObject<HTMLDivElement | null>,
  { items, heightAt, keyAt }: ReturnType<typeof useListItems>,
  tabbablePlace: number,
): Virtualizer<HTMLDivElement, Element> {
  const rangeExtractor = (range: Range): number[] => {
    const focused = scroller.current?.querySelector('[role="row"]:focus-within');
    const at = Number(focused?.getAttribute('aria-rowindex') ?? 0) - 1;
    const kept = [tabbablePlace, at, headingAbove(items, range.startIndex)].filter(
      (index) => index >= 0 && index < range.count,
    );
    return [...new Set([...kept, ...defaultRangeExtractor(range)])].toSorted((a, b) => a - b);
  };
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises components here.
  return useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: heightAt,
    getItemKey: keyAt,
    overscan: 8,
    rangeExtractor,
    scrollPaddingStart: items[0]?.kind === 'heading' ? HEADING_PX : 0,
    initialRect: { width: 400, height: 800 },
  });
}

/** Another search begins at its top. Only when the chosen row moves: scrolling by hand is left alone. */
function useScrollToChosen(
  rows: Virtualizer<HTMLDivElement, Element>,
  scope: string,
  chosen: number,
  place: number,
): void {
  const shownScope = useRef(scope);
  useEffect(() => {
    if (shownScope.current !== scope) rows.scrollToOffset(0);
    else if (chosen >= 0) rows.scrollToIndex(place, { align: 'auto' });
    shownScope.current = scope;
    // oxlint-disable-next-line react/exhaustive-deps
  }, [chosen, scope]);
}

/** What a row says of its environment; nothing where all are of one. */
function useEnvironmentsOfRows({ credentials, environments }: AppView) {
  const isNamed = useWindow(
    ({ filter, grouping }) => filter.kind !== 'environment' && grouping !== 'environment',
  );
  return useMemo(() => {
    const [first] = credentials;
    const isMixed = credentials.some((each) => each.environmentId !== first?.environmentId);
    const known = new Map(isNamed && isMixed ? environments.map((each) => [each.id, each]) : []);
    return ({ environmentId }: CredentialView) => known.get(environmentId);
  }, [credentials, environments, isNamed]);
}

function Heading(props: {
  readonly item: ListItem & { readonly kind: 'heading' };
  readonly place: number;
  /** Null: it stays at the top. */
  readonly top: number | null;
}): ReactNode {
  const { item, place, top } = props;
  const { words, count } = item;
  return (
    <div
      role="row"
      className={top === null ? 'list-heading list-heading-top' : 'list-heading'}
      aria-rowindex={place + 1}
      style={top === null ? undefined : { transform: `translateY(${top}px)` }}
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

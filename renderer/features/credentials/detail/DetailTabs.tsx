// Tokens, access and history of a credential, one at a time (WAI-ARIA APG, tabs that follow the focus): one stop
// for Tab, arrows and Home and End between them.
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { en } from '../../../i18n/en.ts';
import { useApp, useWindow } from '../../../state/app-context.tsx';
import { detailTabs, type DetailTab } from '../../../state/window-state.ts';

const LAST = detailTabs.length - 1;
/** To which place each key leads, from the one that is shown. */
const moves: Readonly<Record<string, (at: number) => number>> = {
  ArrowRight: (at) => (at === LAST ? 0 : at + 1),
  ArrowLeft: (at) => (at === 0 ? LAST : at - 1),
  Home: () => 0,
  End: () => LAST,
};

export function DetailTabs(props: {
  readonly panels: Readonly<Record<DetailTab, ReactNode>>;
}): ReactNode {
  const { window: store } = useApp();
  const shown = useWindow(({ tab }) => tab);
  // A panel that was shown stays, so that what is half typed in it does.
  const [visited, visit] = useState<ReadonlySet<DetailTab>>(new Set([shown]));
  if (!visited.has(shown)) visit(new Set([...visited, shown]));
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = detailTabs[moves[event.key]?.(detailTabs.indexOf(shown)) ?? -1];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    store.patch({ tab: to });
    list.current?.querySelector<HTMLElement>(`[data-tab="${to}"]`)?.focus();
  };
  return (
    <>
      <div ref={list} className="tabs" role="tablist" aria-label={en.detail.tabs.label}>
        {detailTabs.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${tab}`}
            className="tab"
            data-tab={tab}
            aria-selected={tab === shown}
            aria-controls={visited.has(tab) ? `${id}-panel-${tab}` : undefined}
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => store.patch({ tab })}
            onKeyDown={onKeyDown}
          >
            {en.detail.tabs[tab]}
          </button>
        ))}
      </div>
      {detailTabs
        .filter((tab) => visited.has(tab))
        .map((tab) => (
          <div
            key={tab}
            role="tabpanel"
            id={`${id}-panel-${tab}`}
            className="tab-panel"
            aria-labelledby={`${id}-${tab}`}
            hidden={tab !== shown}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a panel of text alone is reached too.
            tabIndex={0}
          >
            {props.panels[tab]}
          </div>
        ))}
    </>
  );
}

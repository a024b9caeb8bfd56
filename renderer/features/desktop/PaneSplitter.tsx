// The line between two panes, to be moved by pointer or by arrow keys (the window splitter of WAI-ARIA); a double
// click gives the pane back the width there is room for.
// oxlint-disable jsx-a11y/prefer-tag-over-role -- a rule that can be moved is a widget, and <hr> is none.
import {
  useEffect,
  useRef,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useState,
  type CSSProperties,
} from 'react';
import { desktopWords } from './en-desktop.ts';
import type { PanesView } from '../../../electron/shared/protection/protection-view.ts';
import { useApp } from '../../state/app-context.tsx';
import { changeSettings } from '../../actions/shared-calls.ts';

type SizedPane = keyof PanesView;

/** In CSS pixels; window.css keeps the same, for windows that are smaller than when a width was chosen. */
export const LEAST: Readonly<Record<SizedPane, number>> = { sidebar: 180, list: 380 };
const MOST_SIDEBAR = 340;
/** For the detail. */
const LEAST_BESIDE = 440;

/** The widest that a pane may be where it begins at `start` of so many pixels. */
export const mostOf = (pane: SizedPane, start: number, whole: number): number =>
  pane === 'sidebar'
    ? MOST_SIDEBAR
    : Math.max(LEAST.list, Math.round(whole - start - LEAST_BESIDE));

interface PaneWidths {
  readonly style: CSSProperties;
  /** Null: as wide as there is room for. */
  readonly resize: (pane: SizedPane, width: number | null) => void;
  readonly keep: () => void;
}

export function usePaneWidths(kept: PanesView): PaneWidths {
  const { call } = useApp();
  const [widths, setWidths] = useState(kept);
  const latest = useRef(kept);
  const px = (width: number | null): string | undefined =>
    width === null ? undefined : `${width}px`;
  const style = { '--sidebar-width': px(widths.sidebar), '--list-width': px(widths.list) };
  return {
    style: style as CSSProperties,
    resize(pane, width) {
      latest.current = { ...latest.current, [pane]: width };
      setWidths(latest.current);
    },
    keep() {
      const { sidebar, list } = latest.current;
      if (sidebar === kept.sidebar && list === kept.list) return;
      void changeSettings(call, { panes: { sidebar, list } });
    },
  };
}

const STEP = 16;

interface Extent {
  readonly now: number;
  readonly most: number;
}

/** As it is drawn, whoever chose the width. */
function extentOf(splitter: HTMLElement, pane: SizedPane): Extent {
  const box = splitter.parentElement?.querySelector(`[data-pane="${pane}"]`);
  const whole = splitter.parentElement?.getBoundingClientRect();
  const { width = 0, left = 0 } = box?.getBoundingClientRect() ?? {};
  const start = left - (whole?.left ?? 0);
  return { now: Math.round(width), most: mostOf(pane, start, whole?.width ?? 0) };
}

export function PaneSplitter(props: {
  readonly pane: SizedPane;
  readonly widths: PaneWidths;
}): ReactNode {
  const { pane, widths } = props;
  const element = useRef<HTMLDivElement>(null);
  const dragging = useRef<{ readonly fromX: number; readonly width: number } | null>(null);

  const tell = (): void => {
    const splitter = element.current;
    if (splitter === null) return;
    const { now, most } = extentOf(splitter, pane);
    splitter.setAttribute('aria-valuenow', String(now));
    splitter.setAttribute('aria-valuemax', String(Math.max(now, most)));
  };
  useEffect(tell);
  const resize = (width: number): void => {
    if (element.current === null) return;
    const { most } = extentOf(element.current, pane);
    widths.resize(pane, Math.round(Math.max(LEAST[pane], Math.min(width, most))));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const { now, most } = extentOf(event.currentTarget, pane);
    const to = {
      ArrowLeft: now - STEP,
      ArrowRight: now + STEP,
      Home: LEAST[pane],
      End: most,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    resize(to);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    dragging.current = {
      fromX: event.clientX,
      width: extentOf(event.currentTarget, pane).now,
    };
  };
  const stop = (): void => {
    if (dragging.current === null) return;
    dragging.current = null;
    widths.keep();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that is focusable is a widget
    <div
      ref={element}
      role="separator"
      className="splitter"
      data-splits={pane}
      aria-orientation="vertical"
      aria-label={desktopWords.splitters[pane]}
      aria-valuemin={LEAST[pane]}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard moves it
      tabIndex={0}
      onFocus={tell}
      onKeyDown={onKeyDown}
      onKeyUp={widths.keep}
      onPointerDown={onPointerDown}
      onPointerMove={({ clientX }) => {
        const from = dragging.current;
        if (from !== null) resize(from.width + clientX - from.fromX);
      }}
      onPointerUp={stop}
      onPointerCancel={stop}
      onDoubleClick={() => {
        widths.resize(pane, null);
        widths.keep();
      }}
    />
  );
}

// The line between two panes, to be moved by pointer or by arrow keys (the window splitter of WAI-ARIA); a double
// click gives the pane back the width there is room for.
// oxlint-disable jsx-a11y/prefer-tag-over-role -- a rule that can be moved is a widget, and <hr> is none.
import { useEffect, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { desktopWords } from './en-desktop.ts';
import { LEAST, mostOf, type PaneWidths, type SizedPane } from './pane-widths.ts';

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

// How wide sidebar and list are: as the person last made them, kept by main, within what leaves the other panes
// readable.
import { useMemo, useRef, useState, type CSSProperties } from 'react';
import type { PanesView } from '../../../electron/shared/protection/protection-view.ts';
import { useApp } from '../../state/app-context.tsx';

export type SizedPane = keyof PanesView;

/** In CSS pixels; layout.css keeps the same, for windows that are smaller than when a width was chosen. */
export const LEAST: Readonly<Record<SizedPane, number>> = { sidebar: 180, list: 380 };
const MOST_SIDEBAR = 340;
/** For the detail. */
const LEAST_BESIDE = 440;

/** The widest that a pane may be where it begins at `start` of so many pixels. */
export const mostOf = (pane: SizedPane, start: number, whole: number): number =>
  pane === 'sidebar'
    ? MOST_SIDEBAR
    : Math.max(LEAST.list, Math.round(whole - start - LEAST_BESIDE));

export interface PaneWidths {
  readonly style: CSSProperties;
  /** Null: as wide as there is room for. */
  readonly resize: (pane: SizedPane, width: number | null) => void;
  readonly keep: () => void;
}

export function usePaneWidths(kept: PanesView): PaneWidths {
  const { commands } = useApp();
  const [widths, setWidths] = useState(kept);
  const latest = useRef(kept);
  return useMemo(() => {
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
        void commands.changeSettings({ panes: { sidebar, list } });
      },
    };
  }, [commands, kept, widths]);
}

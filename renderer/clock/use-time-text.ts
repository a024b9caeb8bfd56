// Reads a time text at every paint and asks the shared ticker for the next one. While live times are
// paused nothing is asked for.
import { useEffect, useReducer } from 'react';
import type { TimeText } from '../i18n/time.ts';
import { useApp, useWindow } from '../state/app-context.tsx';

export function useTimeText(read: (nowMs: number) => TimeText): TimeText {
  const { ticker } = useApp();
  const paused = useWindow((state) => state.paused);
  const [, repaint] = useReducer((paints: number) => paints + 1, 0);
  const time = read(ticker.nowMs());
  const dueAtMs = paused ? null : time.nextChangeAtMs;
  useEffect(() => (dueAtMs === null ? undefined : ticker.at(dueAtMs, repaint)), [ticker, dueAtMs]);
  return time;
}

// Time as components use it: a text that counts, the present minute, and how long something has been going on.
import { useEffect, useReducer, useState } from 'react';
import type { TimeText } from '../i18n/time.ts';
import { useApp, useWindow } from '../state/app-context.tsx';

const MINUTE_MS = 60_000;

export function useMinute(wanted: boolean): number {
  const { ticker } = useApp();
  const [, repaint] = useReducer((turns: number) => turns + 1, 0);
  const minute = Math.floor(ticker.nowMs() / MINUTE_MS);
  useEffect(
    () => (wanted ? ticker.at((minute + 1) * MINUTE_MS, repaint) : undefined),
    [ticker, wanted, minute],
  );
  return minute * MINUTE_MS;
}

export function useElapsed(running: boolean, afterMs: number, startedAtMs?: number): boolean {
  const [elapsed, setElapsed] = useState(false);
  useEffect(() => {
    if (!running) return undefined;
    const already = startedAtMs === undefined ? 0 : Date.now() - startedAtMs;
    const timer = setTimeout(() => setElapsed(true), Math.max(0, afterMs - already));
    return () => {
      clearTimeout(timer);
      setElapsed(false);
    };
  }, [running, afterMs, startedAtMs]);
  return running && elapsed;
}

export function useTimeText(read: (nowMs: number) => TimeText): TimeText {
  const { ticker } = useApp();
  const paused = useWindow((state) => state.paused);
  const [, repaint] = useReducer((paints: number) => paints + 1, 0);
  const time = read(ticker.nowMs());
  const dueAtMs = paused ? null : time.nextChangeAtMs;
  useEffect(() => (dueAtMs === null ? undefined : ticker.at(dueAtMs, repaint)), [ticker, dueAtMs]);
  return time;
}

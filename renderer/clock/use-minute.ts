// The present moment, anew with each whole minute while somebody asks for it: for what is sorted or
// found by time, where a second more or less changes nothing.
import { useEffect, useReducer } from 'react';
import { useApp } from '../state/app-context.tsx';

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

// True once something has been going on for a while: progress after 300 ms, "may be slow" after 2 s.
import { useEffect, useState } from 'react';

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

// How far the search has come, asked for five times a second while one runs.
import { useEffect, useState } from 'react';
import type { SecretScanProgress } from '../../../electron/shared/secret-scan/secret-scan-view.ts';
import { useApp } from '../../state/app-context.tsx';

const EVERY_MS = 200;

/** Null while none runs, or something is still being chosen. */
export function useSearchProgress(isBusy: boolean): SecretScanProgress | null {
  const { commands } = useApp();
  const [progress, setProgress] = useState<SecretScanProgress | null>(null);
  useEffect(() => {
    if (!isBusy) return undefined;
    let isOver = false;
    const look = async (): Promise<void> => {
      const next = await commands.secretScanProgress();
      if (!isOver) setProgress(next);
    };
    const timer = setInterval(() => void look(), EVERY_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
      setProgress(null);
    };
  }, [isBusy, commands]);
  return progress;
}

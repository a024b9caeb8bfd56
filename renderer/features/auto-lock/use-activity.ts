// Reports use of the window to main while the vault is open; silent while the warning asks, whose own
// answer counts then.
import { useEffect } from 'react';
import { reportActivity } from '../../clock/activity-reporter.ts';
import { useApp } from '../../state/app-context.tsx';

export function useActivity(): void {
  const { commands, ticker, views } = useApp();
  useEffect(
    () =>
      reportActivity(window, {
        nowMs: ticker.nowMs,
        isWanted: () => views.current()?.autoLock.warning === false,
        send: commands.keepOpen,
      }),
    [commands, ticker, views],
  );
}

// "Unlocked, locks in 8 min", as a button to the page that says what else protects here. Rounded down.
import type { ReactNode } from 'react';
import type { AppView } from '../../../electron/shared/views.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { useTimeText } from '../../clock/use-time-text.ts';
import { en } from '../../i18n/en.ts';
import { clockTime, lockIn } from '../../i18n/time.ts';
import { useApp, useWindow } from '../../state/app-context.tsx';

export function LockTime(props: { readonly view: AppView }): ReactNode {
  const { ticker } = useApp();
  const paused = useWindow((state) => state.paused);
  const { autoLock, settings } = props.view;
  const { locksAtMs } = autoLock;
  const time = useTimeText((nowMs) => lockIn(locksAtMs ?? nowMs, nowMs));
  const when = (): string => {
    if (settings.lockAfterMinutes === null) return en.status.neverLocks;
    if (locksAtMs === null) return en.status.unlocked;
    return paused
      ? en.status.locksAt(clockTime(locksAtMs, ticker.nowMs()))
      : en.status.locksIn(time.text);
  };
  return (
    <ActionButton
      name="protection"
      className="status-button status-vault"
      face={<span className="figure">{when()}</span>}
    />
  );
}

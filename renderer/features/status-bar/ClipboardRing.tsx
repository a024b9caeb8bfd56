// A token is on the clipboard: how long still, and a way to clear it now. The ring is decorative.
import type { ReactNode } from 'react';
import { useTimeText } from '../../clock/use-time-text.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { en } from '../../i18n/en.ts';
import { timeOf } from '../history/en-history.ts';
import { minuteSecond, secondsLeft, shortCountdown } from '../../i18n/time.ts';
import { useApp, useWindow } from '../../state/app-context.tsx';

const WHOLE_SECONDS = 20;
const AROUND = 2 * Math.PI * 6;

export function ClipboardRing(props: { readonly clearsAtMs: number }): ReactNode {
  const { ticker } = useApp();
  const paused = useWindow((state) => state.paused);
  useTimeText((nowMs) => shortCountdown(props.clearsAtMs, nowMs));
  const left = secondsLeft(props.clearsAtMs, ticker.nowMs());
  const part = paused ? 1 : Math.min(1, left / WHOLE_SECONDS);
  return (
    <span className="clipboard-ring">
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <circle cx="8" cy="8" r="6" className="ring-track" />
        <circle
          cx="8"
          cy="8"
          r="6"
          className="ring-left"
          strokeDasharray={`${AROUND * part} ${AROUND}`}
          transform="rotate(-90 8 8)"
        />
      </svg>
      <span role="timer">
        {paused ? en.clipboard.holdsUntil : en.clipboard.holds}{' '}
        <span className="figure">{paused ? timeOf(props.clearsAtMs) : minuteSecond(left)}</span>
      </span>
      <ActionButton name="clear_clipboard" className="status-button" />
    </span>
  );
}

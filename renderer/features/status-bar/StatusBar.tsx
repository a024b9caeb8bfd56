// The line at the foot of the window: the result of the last call, then facts about this window that
// matter to every figure in it. Polite: it is read out, never in the way.
import { Pause, Play, Square } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AppView } from '../../../electron/shared/views.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { en } from '../../i18n/en.ts';
import { useFeedback, useWindow } from '../../state/app-context.tsx';
import { ClipboardRing } from './ClipboardRing.tsx';
import { LockTime } from './LockTime.tsx';
import { NetworkState } from './NetworkState.tsx';

/** A difference below this is not worth a word; above a minute it is a warning. */
const SKEW_SHOWN_SECONDS = 5;
const SKEW_LARGE_SECONDS = 60;
const small = { size: 12, 'aria-hidden': true } as const;

export function StatusBar(props: { readonly view: AppView }): ReactNode {
  const { view } = props;
  const status = useFeedback((feedback) => feedback.status);
  const paused = useWindow((state) => state.paused);
  const practice = view.environments.find((environment) => environment.builtIn);
  const skew = view.clockSkewSeconds;
  const skewed = skew !== null && Math.abs(skew) > SKEW_SHOWN_SECONDS;
  return (
    <footer className="status-bar" aria-label={en.status.label}>
      <output className="status-said">
        <span key={status.turn}>{status.text}</span>
      </output>
      {view.clipboard !== null && <ClipboardRing clearsAtMs={view.clipboard.clearsAtMs} />}
      <NetworkState view={view} />
      {skewed && (
        <span className={Math.abs(skew) > SKEW_LARGE_SECONDS ? 'warn' : undefined}>
          {en.status[Math.abs(skew) > SKEW_LARGE_SECONDS ? 'skewLarge' : 'skew'](
            `${skew > 0 ? '+' : '−'}${Math.abs(Math.round(skew))}`,
          )}
        </span>
      )}
      {practice !== undefined && (
        <ActionButton
          name="practice"
          className="status-button"
          face={practice.baseUrl === '' ? en.status.practiceStopped : en.status.practiceRunning}
        />
      )}
      {view.standInHost && (
        <span className="status-stand-in" title={en.status.standInWhole}>
          {en.status.standIn}
        </span>
      )}
      <ActionButton
        name="pause_times"
        className="status-button"
        pressed={paused}
        icon={paused ? <Play {...small} /> : <Pause {...small} />}
      />
      <LockTime view={view} />
      <ActionButton
        name="revoke_all"
        className="status-button status-stop"
        icon={<Square {...small} fill="currentColor" />}
      />
    </footer>
  );
}

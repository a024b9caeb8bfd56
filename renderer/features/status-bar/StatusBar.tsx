// The line at the foot of the window: the result of the last call, then facts about this window that
// matter to every figure in it, those first that give way to a message. Polite: it is read out, never in the way.
import { Pause, Play, Square } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import type { AppView } from '../../../electron/shared/views.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { en } from '../../i18n/en.ts';
import { useApp, useFeedback, useWindow } from '../../state/app-context.tsx';
import { ClipboardRing } from './ClipboardRing.tsx';
import { LockTime } from './LockTime.tsx';
import { NetworkState } from './NetworkState.tsx';

/** A difference below this is not worth a word; above a minute it is a warning. */
const SKEW_SHOWN_SECONDS = 5;
const SKEW_LARGE_SECONDS = 60;
const SAID_FOR_MS = 10_000;
const small = { size: 12, 'aria-hidden': true } as const;

export function StatusBar(props: { readonly view: AppView }): ReactNode {
  const { view } = props;
  const paused = useWindow((state) => state.paused);
  const practice = view.environments.find((environment) => environment.builtIn);
  const skew = view.clockSkewSeconds;
  const skewed = skew !== null && Math.abs(skew) > SKEW_SHOWN_SECONDS;
  return (
    <footer className="status-bar" aria-label={en.status.label}>
      <Said />
      {practice !== undefined && (
        <ActionButton
          name="practice"
          className="status-button status-quiet"
          face={practice.baseUrl === '' ? en.status.practiceStopped : en.status.practiceRunning}
        />
      )}
      {view.standInHost && (
        <span className="status-quiet status-stand-in" title={en.status.standInWhole}>
          {en.status.standIn}
        </span>
      )}
      <ActionButton
        name="pause_times"
        className="status-button status-quiet"
        pressed={paused}
        icon={paused ? <Play {...small} /> : <Pause {...small} />}
      />
      {view.clipboard !== null && <ClipboardRing clearsAtMs={view.clipboard.clearsAtMs} />}
      <NetworkState view={view} />
      {skewed && (
        <span className={Math.abs(skew) > SKEW_LARGE_SECONDS ? 'warn' : undefined}>
          {en.status[Math.abs(skew) > SKEW_LARGE_SECONDS ? 'skewLarge' : 'skew'](
            `${skew > 0 ? '+' : '−'}${Math.abs(Math.round(skew))}`,
          )}
        </span>
      )}
      <LockTime view={view} />
      <ActionButton
        name="revoke_all"
        className="status-button status-stop"
        icon={<Square {...small} fill="currentColor" />}
      />
    </footer>
  );
}

/** One line, read out once; the same words again are new. */
function Said(): ReactNode {
  const { text, turn } = useFeedback(({ status }) => status);
  return (
    <output className="status-said" title={text === '' ? undefined : text}>
      <Words key={turn} text={text} />
    </output>
  );
}

/** Gone after a while: what they told is no news any more. */
function Words({ text }: { readonly text: string }): ReactNode {
  const { feedback } = useApp();
  useEffect(() => {
    const timer = setTimeout(feedback.hush, SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [feedback]);
  return <span>{text}</span>;
}

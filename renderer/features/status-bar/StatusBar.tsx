// The line at the foot of the window: the result of the last call, then facts about this window that
// matter to every figure in it. Polite: it is read out, never in the way.
import { Pause, Play, Square } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AppView } from '../../../electron/shared/views.ts';
import { Button } from '../../components/Button.tsx';
import { stop } from '../../i18n/en-stop.ts';
import { en } from '../../i18n/en.ts';
import { useApp, useFeedback, useWindow } from '../../state/app-context.tsx';
import { ClipboardRing } from './ClipboardRing.tsx';
import { LockTime } from './LockTime.tsx';

/** A difference below this is not worth a word; above a minute it is a warning. */
const SKEW_SHOWN_SECONDS = 5;
const SKEW_LARGE_SECONDS = 60;

export function StatusBar(props: { readonly view: AppView }): ReactNode {
  const { view } = props;
  const { window: store } = useApp();
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
      {skewed && (
        <span className={Math.abs(skew) > SKEW_LARGE_SECONDS ? 'warn' : undefined}>
          {en.status.skew(`${skew > 0 ? '+' : '−'}${Math.abs(Math.round(skew))}`)}
          {Math.abs(skew) > SKEW_LARGE_SECONDS && `: ${en.status.skewLarge}`}
        </span>
      )}
      {practice !== undefined && (
        <Button
          look="quiet"
          className="status-button"
          onClick={() => store.show({ kind: 'practice' })}
        >
          {practice.baseUrl === '' ? en.status.practiceStopped : en.status.practiceRunning}
        </Button>
      )}
      {view.standInHost && <span title={en.status.standInWhole}>{en.status.standIn}</span>}
      <Button
        look="quiet"
        className="status-button"
        aria-pressed={paused}
        onClick={() => store.patch({ paused: !paused })}
      >
        {paused ? <Play size={12} aria-hidden="true" /> : <Pause size={12} aria-hidden="true" />}
        {en.status.pause}
      </Button>
      <LockTime view={view} />
      <Button
        look="quiet"
        className="status-button status-stop"
        title={stop.open}
        onClick={() => store.show({ kind: 'stop_everything', scope: { kind: 'all' } })}
      >
        <Square size={12} fill="currentColor" aria-hidden="true" />
        {stop.open}
      </Button>
    </footer>
  );
}

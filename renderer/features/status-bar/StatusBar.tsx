// The line at the foot of the window: when the vault locks, the result of the last call, what is in the way of the
// figures above, and what revokes everything. Polite: it is read out, never in the way.
import { Play, Square } from 'lucide-react';
import { useEffect, type ReactNode, useSyncExternalStore } from 'react';
import type { AppView } from '../../../electron/shared/views.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { en } from '../../i18n/en.ts';
import { useApp, useFeedback, useWindow, useCredential } from '../../state/app-context.tsx';
import { useTimeText } from '../../components/use-time.ts';
import { timeOf } from '../history/en-history.ts';
import { minuteSecond, secondsLeft, shortCountdown, clockTime, lockIn } from '../../i18n/time.ts';
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import { proxyAddress } from '../../model/proxy-address.ts';

/**
 * What stands between this machine and the servers: whether there is a network at all, and the proxy that a
 * person named for the environment in view. Tells main when the network is back: a machine that was away may
 * have a clock set right since (docs/interface.md, countdown rule 6).
 */
function NetworkState(props: { readonly view: AppView }): ReactNode {
  const { quietly } = useApp();
  const online = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  useEffect(() => {
    const tell = (): void => void quietly('networkBack');
    window.addEventListener('online', tell);
    return () => window.removeEventListener('online', tell);
  }, [quietly]);
  const environment = useEnvironmentInView(props.view.environments);
  const proxy = environment?.proxy;
  return (
    <>
      {!online && (
        <span className="warn" title={en.status.offlineWhole}>
          {en.status.offline}
        </span>
      )}
      {environment !== undefined && proxy?.mode === 'manual' && (
        <span className="status-proxy" title={en.status.proxyWhole(environment.name)}>
          {en.status.proxy(proxyAddress(proxy))}
        </span>
      )}
    </>
  );
}

/** That of the credential chosen, else the one the list is narrowed to. */
function useEnvironmentInView(
  environments: readonly EnvironmentView[],
): EnvironmentView | undefined {
  const credential = useCredential(useWindow(({ selectedId }) => selectedId));
  const narrowed = useWindow(({ filter }) =>
    filter.kind === 'environment' ? filter.environmentId : undefined,
  );
  const shown = credential?.environmentId ?? narrowed;
  return environments.find(({ id }) => id === shown);
}

function watchNetwork(changed: () => void): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  for (const name of ['online', 'offline']) window.addEventListener(name, changed, { signal });
  return () => watching.abort();
}

/** "Unlocked, locks in 8 min", as a button to the page that says what else protects here. Rounded down. */
function LockTime(props: { readonly view: AppView }): ReactNode {
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
      className="status-button"
      face={<span className="figure">{when()}</span>}
    />
  );
}

const WHOLE_SECONDS = 20;
const AROUND = 2 * Math.PI * 6;

/** A token is on the clipboard: how long still, and a way to clear it now. The ring is decorative. */
function ClipboardRing(props: { readonly clearsAtMs: number }): ReactNode {
  const { ticker } = useApp();
  const paused = useWindow((state) => state.paused);
  useTimeText((nowMs) => shortCountdown(props.clearsAtMs, nowMs));
  const left = secondsLeft(props.clearsAtMs, ticker.nowMs());
  const part = paused ? 1 : Math.min(1, left / WHOLE_SECONDS);
  return (
    <span className="state-mark ring">
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <circle cx="8" cy="8" r="6" />
        <circle
          cx="8"
          cy="8"
          r="6"
          className="ring-part"
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

/** A difference below this is not worth a word; above a minute it is a warning. */
const SKEW_SHOWN_SECONDS = 5;
const SKEW_LARGE_SECONDS = 60;
const SAID_FOR_MS = 10_000;
const small = { size: 12, 'aria-hidden': true } as const;

export function StatusBar({ view }: { readonly view: AppView }): ReactNode {
  const paused = useWindow((state) => state.paused);
  const skew = view.clockSkewSeconds;
  const skewed = skew !== null && Math.abs(skew) > SKEW_SHOWN_SECONDS;
  return (
    <footer className="line secondary status-bar" aria-label={en.status.label}>
      <LockTime view={view} />
      <Said />
      {paused && (
        <ActionButton
          name="pause_times"
          className="status-button"
          pressed
          icon={<Play {...small} />}
        />
      )}
      {view.clipboard !== null && <ClipboardRing clearsAtMs={view.clipboard.clearsAtMs} />}
      {view.clipboardKept && <span className="warn">{en.clipboard.kept}</span>}
      <NetworkState view={view} />
      {skewed && (
        <span className={Math.abs(skew) > SKEW_LARGE_SECONDS ? 'warn' : undefined}>
          {en.status[Math.abs(skew) > SKEW_LARGE_SECONDS ? 'skewLarge' : 'skew'](
            `${skew > 0 ? '+' : '−'}${Math.abs(Math.round(skew))}`,
          )}
        </span>
      )}
      <ActionButton
        name="revoke_all"
        look="danger"
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
    <output className="status-said cut" title={text === '' ? undefined : text}>
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

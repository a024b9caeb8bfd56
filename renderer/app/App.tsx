// Which screen is shown follows from the vault alone; and what is shown where main does not answer or a component
// throws.
import { lazy, Suspense, useEffect, type ReactNode, Component } from 'react';
import type { AppView } from '../../electron/shared/views.ts';
import { MissingVault, FirstRun, Locked, Starting, LockButton } from '../features/unlock/Gates.tsx';
import { useApp, useView } from '../state/app-context.tsx';
import { initialWindowState } from '../state/window-state.ts';
import { Button } from '../components/Button.tsx';
import { Unanswered } from '../components/Notice.tsx';
import { unanswered } from '../i18n/en-unanswered.ts';
import { useStore } from '../bridge/create-store.ts';

/**
 * In place of a window that could not be drawn: React would leave it empty. Nothing of the error is shown; it
 * may hold anything.
 */
export class WindowFault extends Component<
  { readonly children: ReactNode },
  { readonly failed: boolean }
> {
  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override readonly state = { failed: false };

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="gate">
        <div className="gate-card gate-narrow">
          <Unanswered words={unanswered.fault}>
            <div className="actions">
              <Button onClick={() => this.setState({ failed: false })}>
                {unanswered.tryAgain}
              </Button>
              <LockButton />
            </div>
          </Unanswered>
        </div>
      </main>
    );
  }
}

/**
 * Over everything while main has left the window without an answer: what it shows may be old, and an old
 * state of a token must not pass for the present one.
 */
function StaleView(): ReactNode {
  const { views } = useApp();
  const lacking = useStore(views.lacking, (why) => why !== null);
  if (!lacking) return null;
  return (
    <div className="stale-view">
      <Unanswered words={unanswered.stale}>
        <Button onClick={views.askAgain}>{unanswered.tryAgain}</Button>
      </Unanswered>
    </div>
  );
}

const FIRST_SCREEN_STANDS_MS = 300;
/** A file of its own, asked for once the first screen stands: that one need not wait for it. */
const loadUnlocked = () => import('./Unlocked.tsx');
const Unlocked = lazy(async () => ({ default: (await loadUnlocked()).Unlocked }));

export function App(): ReactNode {
  return (
    <WindowFault>
      <Screen />
    </WindowFault>
  );
}

function Screen(): ReactNode {
  const { window: store } = useApp();
  const view = useView((whole) => whole);
  const state = view?.vault.state ?? 'starting';
  useEffect(() => {
    // What was selected or half entered does not outlive a lock.
    if (state !== 'unlocked') store.patch(initialWindowState);
  }, [state, store]);
  useEffect(() => {
    const soon = setTimeout(
      () => void loadUnlocked().catch(() => undefined),
      FIRST_SCREEN_STANDS_MS,
    );
    return () => clearTimeout(soon);
  }, []);
  if (view === undefined) return <Starting waitsFor="view" />;
  return (
    <>
      <StaleView />
      {screenOf(view)}
    </>
  );
}

function screenOf(view: AppView): ReactNode {
  switch (view.vault.state) {
    case 'starting':
      return <Starting waitsFor="vault" />;
    case 'absent':
      return view.rescue.found === null ? (
        <FirstRun view={view} />
      ) : (
        <MissingVault found={view.rescue.found} failure={view.vault.failure} />
      );
    case 'locked':
    case 'unlocking':
    case 'locking':
      return <Locked view={view} />;
    case 'unlocked':
      return (
        <Suspense fallback={<Starting waitsFor="parts" />}>
          <Unlocked view={view} />
        </Suspense>
      );
  }
}

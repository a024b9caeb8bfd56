// Which screen is shown follows from the vault alone.
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import type { AppView } from '../../electron/shared/views.ts';
import { MissingVault } from '../features/backups/MissingVault.tsx';
import { RestoreFromFile } from '../features/backups/RestoreFromFile.tsx';
import { RescueOffer } from '../features/backups/RescueOffer.tsx';
import { CreateVault } from '../features/unlock/CreateVault.tsx';
import { FirstRun } from '../features/unlock/FirstRun.tsx';
import { Locked } from '../features/unlock/Locked.tsx';
import { Starting } from '../features/unlock/Starting.tsx';
import { backupWords } from '../features/backups/en-backups.ts';
import { useApp, useView } from '../state/app-context.tsx';
import { initialWindowState } from '../state/window-state.ts';
import { StaleView } from './StaleView.tsx';
import { WindowFault } from './WindowFault.tsx';

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
  const theme = view?.settings.theme ?? 'system';
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
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
  const busy = view.vault.state === 'unlocking' || view.vault.state === 'locking';
  switch (view.vault.state) {
    case 'starting':
      return <Starting waitsFor="vault" />;
    case 'absent':
      if (view.rescue.found === null)
        return (
          <FirstRun failure={view.vault.failure}>
            <RestoreFromFile />
          </FirstRun>
        );
      return (
        <MissingVault found={view.rescue.found} failure={view.vault.failure}>
          <CreateVault look="quiet">{backupWords.found.create}</CreateVault>
        </MissingVault>
      );
    case 'locked':
    case 'unlocking':
    case 'locking':
      return (
        <Locked
          vault={view.vault}
          lockedBy={view.autoLock.lockedBy}
          unproven={view.unprovenAtLock}
          resting={view.restingAtLock}
          leases={view.leasesAtLock}
          ephemeral={view.ephemeralAtLock}
          handOut={view.handOut}
          rescued={view.rescue.offer !== null && view.rescue.offer !== 'none'}
          otherWays={view.otherWays}
        >
          <RescueOffer offer={view.rescue.offer} busy={busy} />
        </Locked>
      );
    case 'unlocked':
      return (
        <Suspense fallback={<Starting waitsFor="parts" />}>
          <Unlocked view={view} />
        </Suspense>
      );
  }
}

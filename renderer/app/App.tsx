// Which screen is shown follows from the vault alone.
import { useEffect, type ReactNode } from 'react';
import { RescueOffer } from '../features/backups/RescueOffer.tsx';
import { KeystoreButton } from '../features/keystore/KeystoreButton.tsx';
import { FirstRun } from '../features/first-run/FirstRun.tsx';
import { Locked } from '../features/first-run/Locked.tsx';
import { Starting } from '../features/first-run/Starting.tsx';
import { useApp, useView } from '../state/app-context.tsx';
import { initialWindowState } from '../state/window-state.ts';
import { Unlocked } from './Unlocked.tsx';

export function App(): ReactNode {
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
  if (view === undefined) return <Starting />;
  switch (view.vault.state) {
    case 'starting':
      return <Starting />;
    case 'absent':
      return <FirstRun />;
    case 'locked':
    case 'unlocking':
      return (
        <Locked
          vault={view.vault}
          lockedBy={view.autoLock.lockedBy}
          after={
            <KeystoreButton
              offered={view.keystoreOffered}
              busy={view.vault.state === 'unlocking'}
            />
          }
        >
          <RescueOffer offer={view.rescue.offer} busy={view.vault.state === 'unlocking'} />
        </Locked>
      );
    case 'unlocked':
      return <Unlocked view={view} />;
  }
}

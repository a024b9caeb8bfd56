// The unlocked window: three panes, two or one as there is room, a status line, one sheet.
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';
import type { AppView } from '../../electron/shared/views.ts';
import { WindowFailure } from '../components/WindowFailure.tsx';
import { LockWarning } from '../features/auto-lock/LockWarning.tsx';
import { DamagedFileNotice } from '../features/backups/DamagedFileNotice.tsx';
import { RestoredNotice } from '../features/backups/RestoredNotice.tsx';
import { RollbackBand } from '../features/backups/RollbackBand.tsx';
import { CredentialDetail } from '../features/credential-detail/CredentialDetail.tsx';
import { CredentialList } from '../features/credential-list/CredentialList.tsx';
import { DrillBand } from '../features/drill/DrillBand.tsx';
import { ExpiryAnnouncer } from '../features/expiry-announcer/ExpiryAnnouncer.tsx';
import { StopBands } from '../features/stop-everything/StopBands.tsx';
import { HistoryBands } from '../features/history/HistoryBands.tsx';
import { NightStrip } from '../features/night/NightStrip.tsx';
import { Sidebar } from '../features/sidebar/Sidebar.tsx';
import { StatusBar } from '../features/status-bar/StatusBar.tsx';
import { CostBand } from '../features/vault-keys/CostBand.tsx';
import { rescueFocus, rescueFocusOfTheGone } from '../keyboard/pane-focus.ts';
import { useWindowKeys } from '../keyboard/use-window-keys.ts';
import { en } from '../i18n/en.ts';
import { useApp, useWindow } from '../state/app-context.tsx';
import '../styles/list.css';
import '../styles/search.css';
import '../styles/palette.css';
import '../styles/bulk.css';
import '../styles/night.css';
import '../styles/saved-views.css';
import '../styles/detail.css';
import '../styles/tokens-list.css';
import '../styles/sheets.css';
import '../styles/stop.css';
import '../styles/renewal.css';
import '../styles/protection.css';
import '../styles/vault-keys.css';
import '../styles/reports.css';
import '../styles/inspect.css';
import '../styles/sightings.css';
import '../styles/diagnosis.css';
import '../styles/transfer.css';
import '../styles/metadata.css';
import '../styles/plan.css';
import '../styles/drill.css';
import '../styles/history.css';
import '../styles/states.css';

/** A file of its own, asked for as soon as the list stands. */
const Sheets = lazy(async () => ({ default: (await import('./Sheets.tsx')).Sheets }));

export function Unlocked(props: { readonly view: AppView }): ReactNode {
  const { view } = props;
  const { feedback, window: store } = useApp();
  const pane = useWindow((state) => state.pane);
  useWindowKeys();
  const shown = useRef(pane);
  useEffect(() => {
    if (shown.current !== pane) rescueFocus(pane);
    shown.current = pane;
  }, [pane]);
  useEffect(() => feedback.forgetStars(), [feedback]);
  useEffect(() => rescueFocusOfTheGone(() => store.current().pane), [store]);
  return (
    <div className="window" data-drill={view.drill === null ? undefined : ''}>
      <div className="window-alerts">
        <DrillBand view={view} />
        <WindowFailure />
        <RollbackBand rolledBack={view.rescue.rolledBack} />
        <RestoredNotice restored={view.rescue.restored} />
        <DamagedFileNotice name={view.rescue.damagedFile} />
        <HistoryBands standing={view.history} />
        <StopBands view={view} />
        {!view.rescue.rolledBack && <CostBand vault={view.openVault} />}
      </div>
      <main className="panes" data-show={pane}>
        <h1 className="visually-hidden">{en.product}</h1>
        <Sidebar view={view} />
        <CredentialList view={view} />
        <CredentialDetail />
      </main>
      <NightStrip credentials={view.credentials} />
      <StatusBar view={view} />
      <ExpiryAnnouncer credentials={view.credentials} />
      <Suspense>
        <Sheets view={view} />
      </Suspense>
      {view.autoLock.warning && view.autoLock.locksAtMs !== null && (
        <LockWarning locksAtMs={view.autoLock.locksAtMs} />
      )}
    </div>
  );
}

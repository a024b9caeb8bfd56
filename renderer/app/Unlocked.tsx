// The unlocked window: three panes, two or one as there is room, a status line, one sheet.
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';
import type { AppView } from '../../electron/shared/views.ts';
import { WindowFailure } from '../components/Failures.tsx';
import { LockWarning } from '../features/protection/LockWarning.tsx';
import {
  RollbackBand,
  DamagedFileNotice,
  RestoredNotice,
  CostBand,
} from '../features/backups/BackupNotices.tsx';
import { CredentialDetail } from '../features/credentials/detail/CredentialDetail.tsx';
import { CredentialList } from '../features/credentials/list/CredentialList.tsx';
import { DrillBand } from '../features/practice/drills/DrillBand.tsx';
import { ExpiryAnnouncer, ProofAnnouncer } from '../features/alerts/Announcers.tsx';
import { RevocationBands } from '../features/revoke-all/RevocationBands.tsx';
import { HistoryBands } from '../features/history/HistoryBands.tsx';
import { ContextMenu } from '../features/desktop/ContextMenu.tsx';
import { PaneSplitter, usePaneWidths } from '../features/desktop/PaneSplitter.tsx';
import { Timeline } from '../features/night/Timeline.tsx';
import { Sidebar } from '../features/sidebar/Sidebar.tsx';
import { StatusBar } from '../features/status-bar/StatusBar.tsx';
import { InMemoryBand } from '../features/unlock/Gates.tsx';
import { rescueFocus, rescueFocusOfTheGone } from '../state/focus.ts';
import { useWindowKeys } from '../keyboard/use-window-keys.ts';
import { en } from '../i18n/en.ts';
import { useApp, useWindow } from '../state/app-context.tsx';
import '../styles/unlocked.css';

/** A file of its own, asked for as soon as the list stands. */
const Sheets = lazy(async () => ({ default: (await import('./Sheets.tsx')).Sheets }));

export function Unlocked({ view }: { readonly view: AppView }): ReactNode {
  const { window: store, focusPoints } = useApp();
  const pane = useWindow((state) => state.pane);
  const widths = usePaneWidths(view.settings.panes);
  useWindowKeys();
  const shown = useRef(pane);
  useEffect(() => {
    if (shown.current !== pane) rescueFocus(pane, focusPoints);
    shown.current = pane;
  }, [pane, focusPoints]);
  useEffect(
    () => rescueFocusOfTheGone(() => store.current().pane, focusPoints),
    [store, focusPoints],
  );
  return (
    <div className="window" data-drill={view.drill === null ? undefined : ''}>
      <div className="window-alerts">
        <DrillBand view={view} />
        {view.inMemory && <InMemoryBand />}
        <WindowFailure />
        <RollbackBand rolledBack={view.rescue.rolledBack} />
        <RestoredNotice restored={view.rescue.restored} />
        <DamagedFileNotice name={view.rescue.damagedFile} />
        <HistoryBands standing={view.history} />
        <RevocationBands view={view} />
        {!view.rescue.rolledBack && <CostBand vault={view.openVault} />}
      </div>
      <main className="panes" data-show={pane} style={widths.style}>
        <h1 className="visually-hidden">{en.product}</h1>
        <Sidebar view={view} />
        <PaneSplitter pane="sidebar" widths={widths} />
        <CredentialList view={view} />
        <PaneSplitter pane="list" widths={widths} />
        <CredentialDetail />
      </main>
      <Timeline view={view} />
      <StatusBar view={view} />
      <ExpiryAnnouncer credentials={view.credentials} />
      <ProofAnnouncer view={view} />
      <ContextMenu view={view} />
      <Suspense>
        <Sheets view={view} />
      </Suspense>
      {view.autoLock.warning && view.autoLock.locksAtMs !== null && (
        <LockWarning locksAtMs={view.autoLock.locksAtMs} />
      )}
    </div>
  );
}

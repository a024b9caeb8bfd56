// The one sheet that is open, if any. The only place that knows every feature's sheet.
import { lazy, useEffect, useRef, type ReactNode } from 'react';
import type { AppView } from '../../electron/shared/views.ts';
import { AboutSheet } from '../features/desktop/AboutSheet.tsx';
import { BackupsSheet } from '../features/backups/BackupsSheet.tsx';
import { BulkSheet, BulkBegun } from '../features/bulk/BulkSheet.tsx';
import { CheckReport } from '../features/tokens/CheckReport.tsx';
import { CredentialForm } from '../features/credentials/form/CredentialForm.tsx';
import { DeleteCredential } from '../features/credentials/form/DeleteCredential.tsx';
import { ReplaceSecret } from '../features/credentials/form/ReplaceSecret.tsx';
import { SecretEndSheet } from '../features/credentials/detail/SecretEnd.tsx';
import { WebPageSheet } from '../features/credentials/notes/WebPageSheet.tsx';
import { NotesSheet } from '../features/credentials/notes/NotesSheet.tsx';
import { DrillSheet } from '../features/practice/drills/DrillSheet.tsx';
import { EnvironmentForm } from '../features/environments/EnvironmentForm.tsx';
import { EnvironmentSheet } from '../features/environments/EnvironmentSheet.tsx';
import { HealthSheet } from '../features/health/HealthSheet.tsx';
import { HistorySheet } from '../features/history/HistorySheet.tsx';
import { InspectSheet } from '../features/inspection/InspectSheet.tsx';
import { KeystoreSection } from '../features/unlock/KeystoreSection.tsx';
import { NightSheet } from '../features/night/NightSheet.tsx';
import { PaletteSheet } from '../features/search/PaletteSheet.tsx';
import { PartnerGuide } from '../features/incident/PartnerGuide.tsx';
import { LeakPlanSheet } from '../features/incident/LeakPlanSheet.tsx';
import { PracticeSheet } from '../features/practice/PracticeSheet.tsx';
import { ProtectionSheet } from '../features/protection/ProtectionSheet.tsx';
import { RotationSheet } from '../features/incident/RotationSheet.tsx';
import { SavedViewSheet } from '../features/search/SavedViewSheet.tsx';
import { SettingsSheet } from '../features/settings/SettingsSheet.tsx';
import { ShortcutSheet } from '../features/shortcuts/ShortcutSheet.tsx';
import { RevocationRunSheet } from '../features/revoke-all/RevocationRunSheet.tsx';
import { RevokeAllSheet } from '../features/revoke-all/RevokeAllSheet.tsx';
import { RecoveryOffer } from '../features/unlock/RecoveryOffer.tsx';
import { VaultKeysSheet } from '../features/unlock/VaultKeysSheet.tsx';
import { showsWorking } from '../../electron/shared/tokens/check-outcome.ts';
import type { RenderEnvironmentForm } from '../components/EnvironmentSelect.tsx';
import { WaysOut } from '../components/WaysOut.tsx';
import { useApp, useWindow } from '../state/app-context.tsx';
import type { Sheet, WindowStore } from '../state/window-state.ts';

/** Seldom wanted: files of their own. */
const SecretScanSheet = lazy(async () => ({
  default: (await import('../features/secret-scan/SecretScanSheet.tsx')).SecretScanSheet,
}));
const DiagnosisSheet = lazy(async () => ({
  default: (await import('../features/diagnosis/DiagnosisSheet.tsx')).DiagnosisSheet,
}));
const ImportSheet = lazy(async () => ({
  default: (await import('../features/import-export/ImportSheet.tsx')).ImportSheet,
}));
const ExportSheet = lazy(async () => ({
  default: (await import('../features/import-export/ExportSheet.tsx')).ExportSheet,
}));

export function Sheets(props: { readonly view: AppView }): ReactNode {
  const { window: store } = useApp();
  const sheet = useWindow((state) => state.sheet);
  const shown = sheet === null ? null : sheetFor(props.view, sheet, store);
  const seen = useRef<Sheet | null>(null);
  useEffect(() => {
    if (shown !== null) seen.current = sheet;
    // What it was about is gone. Before main has pushed what was just begun, that is still to come.
    else if (sheet !== null && seen.current === sheet) store.close();
  }, [sheet, shown, store]);
  return shown;
}

/** Where an environment is missed. */
const renderEnvironmentForm: RenderEnvironmentForm = (of) => <EnvironmentForm {...of} />;

/** Null where what it is about is not there. */
function sheetFor(view: AppView, sheet: Sheet, store: WindowStore): ReactNode {
  const onClose = (): void => store.close();
  const credentialOf = (id: string) => view.credentials.find((each) => each.id === id);
  const tokenOf = (id: string) => {
    const credential = view.credentials.find((each) => each.tokens.some((t) => t.id === id));
    const token = credential?.tokens.find((each) => each.id === id);
    return credential === undefined || token === undefined ? null : { credential, token };
  };
  switch (sheet.kind) {
    case 'add_credential':
      return <CredentialForm {...{ view, renderEnvironmentForm, onClose }} credential={null} />;
    case 'rotation':
    case 'leak_plan':
    case 'edit_credential':
    case 'notes':
    case 'secret_end':
    case 'web_page':
    case 'replace_secret':
    case 'delete_credential': {
      const credential = credentialOf(sheet.credentialId);
      if (credential === undefined) return null;
      const props = { credential, onClose };
      if (sheet.kind === 'rotation') {
        const { id: credentialId, leakPlan } = credential;
        const back = (): void =>
          leakPlan === null ? store.close() : store.show({ kind: 'leak_plan', credentialId });
        return <RotationSheet credential={credential} onClose={back} />;
      }
      if (sheet.kind === 'leak_plan') return <LeakPlanSheet {...props} />;
      if (sheet.kind === 'notes') return <NotesSheet {...props} />;
      if (sheet.kind === 'web_page') return <WebPageSheet {...props} />;
      if (sheet.kind === 'secret_end') return <SecretEndSheet {...props} />;
      if (sheet.kind === 'replace_secret') return <ReplaceSecret {...props} />;
      if (sheet.kind === 'delete_credential') return <DeleteCredential {...props} />;
      return <CredentialForm {...{ view, renderEnvironmentForm, at: sheet.at }} {...props} />;
    }
    case 'add_environment':
      return <EnvironmentForm onClose={onClose} />;
    case 'environment': {
      const environment = view.environments.find(({ id }) => id === sheet.environmentId);
      if (environment === undefined) return null;
      return <EnvironmentSheet environment={environment} onClose={onClose} />;
    }
    case 'check_report':
      return (
        <CheckReport
          report={sheet.report}
          credential={tokenOf(sheet.report.tokenId)?.credential}
          onClose={() => {
            if (!store.current().offersRecovery || !showsWorking(sheet.report.outcome)) onClose();
            else store.patch({ offersRecovery: false, sheet: { kind: 'recovery_offer' } });
          }}
        />
      );
    case 'partner_guide': {
      const found = tokenOf(sheet.tokenId);
      if (found === null) return null;
      return <PartnerGuide {...found} onClose={onClose} />;
    }
    case 'history':
      return <HistorySheet onClose={onClose} />;
    case 'settings':
      return (
        <SettingsSheet
          settings={view.settings}
          machine={view.machine}
          section={sheet.section}
          onClose={onClose}
        >
          {view.inMemory ? null : <KeystoreSection view={view} />}
        </SettingsSheet>
      );
    case 'protection':
      return <ProtectionSheet view={view} onClose={onClose} />;
    case 'vault_keys':
      return <VaultKeysSheet view={view} at={sheet.at} onClose={onClose} />;
    case 'backups':
      return <BackupsSheet onClose={onClose} />;
    case 'recovery_offer':
      return <RecoveryOffer onClose={onClose} />;
    case 'drills':
      return <DrillSheet running={view.drill !== null} onClose={onClose} />;
    case 'practice':
      return <PracticeSheet onClose={onClose} />;
    case 'shortcuts':
      return <ShortcutSheet onClose={onClose} />;
    case 'about':
      return <AboutSheet onClose={onClose} />;
    case 'bulk': {
      const { runId, left } = sheet;
      const run = runId === null || view.bulk?.id === runId ? view.bulk : null;
      // The snapshot with the run comes after the answer that it has begun.
      if (run === null) return <BulkBegun onClose={onClose} />;
      return <BulkSheet key={run.id} view={view} run={run} left={left} onClose={onClose} />;
    }
    case 'saved_view':
      return (
        <SavedViewSheet
          views={view.savedViews}
          id={sheet.id}
          query={sheet.query}
          exact={sheet.exact ?? true}
          onClose={onClose}
        />
      );
    case 'health':
      return <HealthSheet view={view} at={sheet.at} onClose={onClose} />;
    case 'night':
      return <NightSheet view={view} onClose={onClose} />;
    case 'inspect':
      return <InspectSheet view={view} onClose={onClose} />;
    case 'secretScan':
      return <SecretScanSheet view={view} drops={sheet.drops} onClose={onClose} />;
    case 'diagnosis': {
      const credential = credentialOf(sheet.credentialId);
      if (credential === undefined) return null;
      const environment = view.environments.find(({ id }) => id === credential.environmentId);
      const { run } = sheet;
      return (
        <DiagnosisSheet
          key={run?.id ?? credential.id}
          {...{ credential, environment, run, onClose }}
          waysOut={(failure) => <WaysOut {...{ credential, failure }} inDiagnosis />}
        />
      );
    }
    case 'import_credentials':
      return (
        <ImportSheet
          view={view}
          pastes={sheet.pastes}
          renderForm={(prefill, back) => (
            <CredentialForm
              {...{ view, renderEnvironmentForm, prefill }}
              credential={null}
              onClose={back}
            />
          )}
          renderEnvironmentForm={renderEnvironmentForm}
          onClose={onClose}
        />
      );
    case 'export_vault':
      return <ExportSheet view={view} onClose={onClose} />;
    case 'palette':
      return <PaletteSheet view={view} onClose={onClose} />;
    case 'revoke_all':
      return <RevokeAllSheet view={view} scope={sheet.scope} onClose={onClose} />;
    case 'revocation_run': {
      const run = view.revocationRuns.find(({ id }) => id === sheet.runId);
      return run === undefined ? null : (
        <RevocationRunSheet view={view} run={run} onClose={onClose} />
      );
    }
  }
}

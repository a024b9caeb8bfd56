// The one sheet that is open, if any. The only place that knows every feature's sheet.
import { useEffect, useRef, type ComponentType, type ReactNode } from 'react';
import type { AppView } from '../../electron/shared/views.ts';
import { AboutSheet } from '../features/desktop/AboutSheet.tsx';
import { BackupsSheet } from '../features/backups/BackupsSheet.tsx';
import { BulkSheet, BulkBegun } from '../features/bulk/BulkSheet.tsx';
import { CheckReport } from '../features/tokens/CheckReport.tsx';
import { CredentialForm } from '../features/credentials/form/CredentialForm.tsx';
import { DeleteCredential } from '../features/credentials/form/DeleteCredential.tsx';
import { ReplaceSecret } from '../features/credentials/form/ReplaceSecret.tsx';
import { SecretEndSheet } from '../features/credentials/detail/SecretEnd.tsx';
import { NotesSheet, WebPageSheet } from '../features/credentials/notes/NotesSheet.tsx';
import { DiagnosisSheet } from '../features/diagnosis/DiagnosisSheet.tsx';
import { DrillSheet } from '../features/practice/drills/DrillSheet.tsx';
import { EnvironmentForm } from '../features/environments/EnvironmentForm.tsx';
import { EnvironmentSheet } from '../features/environments/EnvironmentSheet.tsx';
import { ExportSheet } from '../features/import-export/ExportSheet.tsx';
import { ImportSheet } from '../features/import-export/ImportSheet.tsx';
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
import { SecretScanSheet } from '../features/secret-scan/SecretScanSheet.tsx';
import { SettingsSheet } from '../features/settings/SettingsSheet.tsx';
import { ShortcutSheet } from '../features/shortcuts/ShortcutSheet.tsx';
import { RevocationRunSheet } from '../features/revoke-all/RevocationRunSheet.tsx';
import { RevokeAllSheet } from '../features/revoke-all/RevokeAllSheet.tsx';
import { RecoveryOffer } from '../features/unlock/RecoveryOffer.tsx';
import { VaultKeysSheet } from '../features/unlock/VaultKeysSheet.tsx';
import { showsWorking } from '../../electron/shared/tokens/check-outcome.ts';
import type { RenderEnvironmentForm } from '../components/EnvironmentSelect.tsx';
import type { CredentialSheetProps, ViewSheetProps } from '../components/Sheet.tsx';
import { WaysOut } from '../components/WaysOut.tsx';
import { useApp, useWindow } from '../state/app-context.tsx';
import type { CredentialSheetKind, Sheet, WindowStore } from '../state/window-state.ts';

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

/** Sheets that need the view, and what opened them says. */
const plainSheets = {
  add_environment: EnvironmentForm,
  history: HistorySheet,
  protection: ProtectionSheet,
  vault_keys: VaultKeysSheet,
  backups: BackupsSheet,
  recovery_offer: RecoveryOffer,
  practice: PracticeSheet,
  drills: DrillSheet,
  shortcuts: ShortcutSheet,
  about: AboutSheet,
  night: NightSheet,
  health: HealthSheet,
  inspect: InspectSheet,
  secretScan: SecretScanSheet,
  export_vault: ExportSheet,
  palette: PaletteSheet,
  revoke_all: RevokeAllSheet,
} satisfies {
  readonly [K in Sheet['kind']]?: ComponentType<
    ViewSheetProps & Extract<Sheet, { readonly kind: K }>
  >;
};

const isPlain = (
  sheet: Sheet,
): sheet is Extract<Sheet, { readonly kind: keyof typeof plainSheets }> =>
  sheet.kind in plainSheets;

/** Null where what it is about is not there. */
function sheetFor(view: AppView, sheet: Sheet, store: WindowStore): ReactNode {
  if ('credentialId' in sheet) return credentialSheet(view, sheet, store);
  const onClose = (): void => store.close();
  const common = { view, onClose };
  if (isPlain(sheet)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has for each kind what takes it.
    const Plain = plainSheets[sheet.kind] as ComponentType<ViewSheetProps & Sheet>;
    return <Plain {...common} {...sheet} />;
  }
  switch (sheet.kind) {
    case 'add_credential':
      return <CredentialForm {...common} {...{ renderEnvironmentForm }} credential={null} />;
    case 'environment': {
      const environment = view.environments.find(({ id }) => id === sheet.environmentId);
      if (environment === undefined) return null;
      return <EnvironmentSheet environment={environment} onClose={onClose} />;
    }
    case 'check_report':
      return (
        <CheckReport
          report={sheet.report}
          credential={tokenOf(view, sheet.report.tokenId)?.credential}
          onClose={() => {
            if (!store.current().offersRecovery || !showsWorking(sheet.report.outcome)) onClose();
            else store.patch({ offersRecovery: false, sheet: { kind: 'recovery_offer' } });
          }}
        />
      );
    case 'partner_guide': {
      const found = tokenOf(view, sheet.tokenId);
      return found === null ? null : <PartnerGuide {...found} onClose={onClose} />;
    }
    case 'settings':
      return (
        <SettingsSheet {...common} section={sheet.section}>
          {view.inMemory ? null : <KeystoreSection view={view} />}
        </SettingsSheet>
      );
    case 'bulk': {
      const { runId, left } = sheet;
      const run = runId === null || view.bulk?.id === runId ? view.bulk : null;
      // The snapshot with the run comes after the answer that it has begun.
      if (run === null) return <BulkBegun onClose={onClose} />;
      return <BulkSheet key={run.id} {...common} run={run} left={left} />;
    }
    case 'saved_view': {
      const { id, query, exact = true } = sheet;
      return <SavedViewSheet views={view.savedViews} {...{ id, query, exact, onClose }} />;
    }
    case 'import_credentials':
      return (
        <ImportSheet
          {...common}
          pastes={sheet.pastes}
          renderForm={(prefill, back) => (
            <CredentialForm
              {...{ view, renderEnvironmentForm, prefill }}
              credential={null}
              onClose={back}
            />
          )}
          renderEnvironmentForm={renderEnvironmentForm}
        />
      );
    case 'revocation_run': {
      const run = view.revocationRuns.find(({ id }) => id === sheet.runId);
      return run === undefined ? null : <RevocationRunSheet {...common} run={run} />;
    }
  }
}

const credentialSheets: Readonly<Record<CredentialSheetKind, ComponentType<CredentialSheetProps>>> =
  {
    notes: NotesSheet,
    web_page: WebPageSheet,
    secret_end: SecretEndSheet,
    replace_secret: ReplaceSecret,
    delete_credential: DeleteCredential,
    rotation: RotationSheet,
    leak_plan: LeakPlanSheet,
  };

/** Sheets about one credential; closing a rotation leads to the plan of its leak. */
function credentialSheet(
  view: AppView,
  sheet: Extract<Sheet, { readonly credentialId: string }>,
  store: WindowStore,
): ReactNode {
  const credential = view.credentials.find(({ id }) => id === sheet.credentialId);
  if (credential === undefined) return null;
  const { id: credentialId, environmentId, leakPlan } = credential;
  const ofLeak = sheet.kind === 'rotation' && leakPlan !== null;
  const onClose = (): void =>
    ofLeak ? store.show({ kind: 'leak_plan', credentialId }) : store.close();
  const common = { credential, onClose };
  if (sheet.kind === 'edit_credential') {
    return <CredentialForm {...common} {...{ view, renderEnvironmentForm }} at={sheet.at} />;
  }
  if (sheet.kind !== 'diagnosis') {
    const OfCredential = credentialSheets[sheet.kind];
    return <OfCredential {...common} />;
  }
  const { run } = sheet;
  return (
    <DiagnosisSheet
      key={run?.id ?? credentialId}
      {...common}
      environment={view.environments.find(({ id }) => id === environmentId)}
      run={run}
      waysOut={(failure) => <WaysOut {...{ credential, failure }} inDiagnosis />}
    />
  );
}

function tokenOf(view: AppView, tokenId: string) {
  const credential = view.credentials.find(({ tokens }) => tokens.some(({ id }) => id === tokenId));
  const token = credential?.tokens.find(({ id }) => id === tokenId);
  return credential === undefined || token === undefined ? null : { credential, token };
}

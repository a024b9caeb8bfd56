// The one sheet that is open, if any. The only place that knows every feature's sheet.
import { useEffect, useRef, type ComponentType, type ReactNode } from 'react';
import type {
  CredentialView,
  TokenView,
} from '../../electron/shared/credentials/credential-view.ts';
import type { EnvironmentView } from '../../electron/shared/environments/environment-view.ts';
import type { RevocationRunView } from '../../electron/shared/revoke-all/revocation-run-view.ts';
import type { AppView } from '../../electron/shared/views.ts';
import { AboutSheet } from '../features/desktop/AboutSheet.tsx';
import { BackupsSheet } from '../features/backups/BackupsSheet.tsx';
import { BulkSheet } from '../features/bulk/BulkSheet.tsx';
import { CheckReport } from '../features/tokens/CheckReport.tsx';
import { CredentialForm } from '../features/credentials/form/CredentialForm.tsx';
import {
  DeleteCredential,
  NotesSheet,
  ReplaceSecret,
  SecretEndSheet,
  WebPageSheet,
} from '../features/credentials/form/KeySheets.tsx';
import { DiagnosisSheet } from '../features/diagnosis/DiagnosisSheet.tsx';
import { DrillSheet } from '../features/practice/drills/DrillSheet.tsx';
import { EnvironmentForm } from '../features/environments/EnvironmentForm.tsx';
import { EnvironmentSheet } from '../features/environments/EnvironmentSheet.tsx';
import { ExportSheet } from '../features/import-export/ExportSheet.tsx';
import { ImportSheet } from '../features/import-export/ImportSheet.tsx';
import { HealthSheet } from '../features/health/HealthSheet.tsx';
import { HistorySheet } from '../features/history/HistorySheet.tsx';
import { InspectSheet } from '../features/inspection/InspectSheet.tsx';
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
import { RecoveryOffer, VaultKeysSheet } from '../features/unlock/VaultKeysSheet.tsx';
import { useApp, useWindow } from '../state/app-context.tsx';
import type { Sheet } from '../state/window-state.ts';

type Kind = Sheet['kind'];

/** What a sheet is about, by what it was opened for. */
type About<S> = S extends { readonly credentialId: string }
  ? { readonly credential: CredentialView }
  : S extends { readonly environmentId: string }
    ? { readonly environment: EnvironmentView }
    : S extends { readonly tokenId: string }
      ? { readonly credential: CredentialView; readonly token: TokenView }
      : S extends { readonly kind: 'revocation_run' }
        ? { readonly run: RevocationRunView }
        : unknown;

type Given<S> = { readonly view: AppView } & Omit<S, 'kind'> & About<S>;

const sheets = {
  add_credential: CredentialForm,
  edit_credential: CredentialForm,
  notes: NotesSheet,
  web_page: WebPageSheet,
  secret_end: SecretEndSheet,
  replace_secret: ReplaceSecret,
  delete_credential: DeleteCredential,
  rotation: RotationSheet,
  leak_plan: LeakPlanSheet,
  diagnosis: DiagnosisSheet,
  check_report: CheckReport,
  partner_guide: PartnerGuide,
  add_environment: EnvironmentForm,
  environment: EnvironmentSheet,
  history: HistorySheet,
  settings: SettingsSheet,
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
  saved_view: SavedViewSheet,
  bulk: BulkSheet,
  inspect: InspectSheet,
  secretScan: SecretScanSheet,
  import_credentials: ImportSheet,
  export_vault: ExportSheet,
  palette: PaletteSheet,
  revoke_all: RevokeAllSheet,
  revocation_run: RevocationRunSheet,
} satisfies {
  readonly [K in Kind]: ComponentType<Given<Extract<Sheet, { readonly kind: K }>>>;
};

export function Sheets({ view }: { readonly view: AppView }): ReactNode {
  const { window: store } = useApp();
  const sheet = useWindow((state) => state.sheet);
  const about = sheet === null ? undefined : aboutOf(view, sheet);
  const isThere = about !== undefined;
  const seen = useRef<Sheet | null>(null);
  useEffect(() => {
    if (isThere) seen.current = sheet;
    // What it was about is gone. Before main has pushed what was just begun, that is still to come.
    else if (sheet !== null && seen.current === sheet) store.close();
  }, [sheet, isThere, store]);
  if (sheet === null || !isThere) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has for each kind what takes it.
  const Shown = sheets[sheet.kind] as ComponentType<{ readonly view: AppView } & Sheet>;
  const key = 'credentialId' in sheet ? sheet.credentialId : undefined;
  return <Shown key={key} view={view} {...sheet} {...about} />;
}

/** Undefined where what it is about is not there. */
function aboutOf(view: AppView, sheet: Sheet): object | undefined {
  const { credentials, environments, revocationRuns } = view;
  if (sheet.kind === 'revocation_run') {
    const run = revocationRuns.find(({ id }) => id === sheet.runId);
    return run && { run };
  }
  if ('environmentId' in sheet) {
    const environment = environments.find(({ id }) => id === sheet.environmentId);
    return environment && { environment };
  }
  if ('tokenId' in sheet) {
    return credentials
      .flatMap((credential) => credential.tokens.map((token) => ({ credential, token })))
      .find(({ token }) => token.id === sheet.tokenId);
  }
  if (!('credentialId' in sheet)) return {};
  const credential = credentials.find(({ id }) => id === sheet.credentialId);
  return credential && { credential };
}

// What this window is showing: which filter, which credential, which sheet. Nothing that main owns.
import type { CheckReportView } from '../../electron/shared/tokens/check-report-view.ts';
import type { DiagnosisView } from '../../electron/shared/diagnosis/diagnosis-view.ts';
import type { HealthRule } from '../../electron/shared/health/health-view.ts';
import type { Filter, Sort } from '../model/credential-list.ts';
import type { Grouping } from '../model/list-groups.ts';
import type { SecretScanView } from '../../electron/shared/secret-scan/secret-scan-view.ts';
import type { RevocationScopeView } from '../../electron/shared/revoke-all/revocation-run-view.ts';
import type { LeftOut } from '../model/bulk-plan.ts';
import { createStore, type Store } from '../bridge/create-store.ts';

export type SettingsSection =
  | 'appearance'
  | 'locking'
  | 'notifications'
  | 'tokens'
  | 'programs'
  | 'screenshots'
  | 'closing'
  | 'login'
  | 'keystore'
  | 'vault';

/** What a button elsewhere opens the form of a credential for. */
export type CredentialField = 'ownerAccount' | 'scopes';

/** Sheets that need a credential and nothing else. */
export type CredentialSheetKind =
  | 'notes'
  | 'web_page'
  | 'secret_end'
  | 'replace_secret'
  | 'delete_credential'
  | 'rotation'
  | 'leak_plan';

export type Sheet =
  | { readonly kind: 'add_credential' }
  /** `at`: the field it was opened for. */
  | {
      readonly kind: 'edit_credential';
      readonly credentialId: string;
      readonly at?: CredentialField;
    }
  | { readonly kind: CredentialSheetKind; readonly credentialId: string }
  | { readonly kind: 'add_environment' }
  | { readonly kind: 'environment'; readonly environmentId: string }
  | { readonly kind: 'check_report'; readonly report: CheckReportView }
  | { readonly kind: 'partner_guide'; readonly tokenId: string }
  | { readonly kind: 'history' }
  /** `section`: brought into sight. */
  | { readonly kind: 'settings'; readonly section?: SettingsSection }
  | { readonly kind: 'protection' }
  | { readonly kind: 'vault_keys'; readonly at?: 'recovery' }
  | { readonly kind: 'backups' }
  | { readonly kind: 'recovery_offer' }
  | { readonly kind: 'practice' }
  | { readonly kind: 'drills' }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'about' }
  | { readonly kind: 'night' }
  /** `at`: the rule from which a button led away, and to which closing that led back; or the map of who may do what. */
  | { readonly kind: 'health'; readonly at?: HealthRule | 'access' }
  /** `id` null: a new view of this search; not `exact`: another than what the sidebar's filter shows. */
  | {
      readonly kind: 'saved_view';
      readonly id: string | null;
      readonly query: string;
      readonly exact?: boolean;
    }
  /** `runId` null: whichever is there. Of those `left` nothing could be asked. */
  | {
      readonly kind: 'bulk';
      readonly runId: string | null;
      readonly left: readonly LeftOut[];
    }
  | { readonly kind: 'inspect' }
  /** `drops`: how often something was dropped on the window. */
  | { readonly kind: 'secretScan'; readonly drops: number }
  /** `run` null: not begun. */
  | {
      readonly kind: 'diagnosis';
      readonly credentialId: string;
      readonly run: DiagnosisView | null;
    }
  /** `pastes`: begins with what was copied. */
  | { readonly kind: 'import_credentials'; readonly pastes?: boolean }
  | { readonly kind: 'export_vault' }
  | { readonly kind: 'palette' }
  | { readonly kind: 'revoke_all'; readonly scope: RevocationScopeView }
  | { readonly kind: 'revocation_run'; readonly runId: string };

export const detailTabs = ['tokens', 'access', 'history'] as const;
export type DetailTab = (typeof detailTabs)[number];

export type Pane = 'sidebar' | 'list' | 'detail';

export interface WindowState {
  readonly filter: Filter;
  readonly search: string;
  readonly sort: Sort;
  readonly grouping: Grouping;
  readonly selectedId: string | null;
  /** Nobody chose it: it is shown because nothing was. */
  readonly selectedByItself: boolean;
  /** Added in this session: its next step is offered. */
  readonly addedId: string | null;
  /** A vault was made just now: a recovery key is offered after the first success. */
  readonly offersRecovery: boolean;
  /** Rows marked for one action on all of them; empty where only one is chosen. */
  readonly marked: ReadonlySet<string>;
  readonly sheet: Sheet | null;
  /** Where closing the sheet leads: what a button in it led away from. */
  readonly back: Sheet | null;
  /** What the last search for our own came to. */
  readonly secretScan: SecretScanView | null;
  /** The pane shown where there is room for one or two. */
  readonly pane: Pane;
  /** What is shown of the chosen credential; the next one is shown in the same way. */
  readonly tab: DetailTab;
  /** The token whose revoke bar is open. */
  readonly armedTokenId: string | null;
  /** What is unfolded in the panel of the chosen credential. */
  readonly part: 'renewal' | 'another_token' | null;
  /** Live times paused: absolute times are shown instead (WCAG 2.2.2). */
  readonly paused: boolean;
}

export const initialWindowState: WindowState = {
  filter: { kind: 'all' },
  search: '',
  sort: 'attention',
  grouping: 'none',
  selectedId: null,
  selectedByItself: false,
  addedId: null,
  offersRecovery: false,
  marked: new Set(),
  sheet: null,
  back: null,
  secretScan: null,
  pane: 'list',
  tab: 'tokens',
  armedTokenId: null,
  part: null,
  paused: false,
};

export interface WindowStore extends Store<WindowState> {
  /** Null: back to the list, wherever the sheet was opened from. */
  readonly show: (sheet: Sheet | null) => void;
  /** Closes the sheet, and shows again what it was opened from. */
  readonly close: () => void;
  readonly select: (credentialId: string | null) => void;
  readonly open: (credentialId: string) => void;
  readonly patch: (part: Partial<WindowState>) => void;
}

/** By a person; what belongs to another credential goes. */
const chosen = (state: WindowState, selectedId: string | null): Partial<WindowState> => ({
  selectedId,
  selectedByItself: false,
  ...(state.selectedId === selectedId ? {} : { armedTokenId: null, part: null }),
});

export function createWindowStore(): WindowStore {
  const store = createStore(initialWindowState);
  const patch = (part: Partial<WindowState>): void =>
    store.change((state) => {
      const other = 'search' in part || 'filter' in part;
      // What is marked is what is in sight: another list begins unmarked.
      return { ...state, ...(other ? { marked: initialWindowState.marked } : {}), ...part };
    });
  return {
    ...store,
    patch,
    show: (sheet) => patch(sheet === null ? { sheet, back: null } : { sheet }),
    close: () => store.change((state) => ({ ...state, sheet: state.back, back: null })),
    select: (selectedId) =>
      store.change((state) =>
        state.selectedId === selectedId && !state.selectedByItself
          ? state
          : { ...state, ...chosen(state, selectedId) },
      ),
    open: (selectedId) =>
      store.change((state) => ({
        ...state,
        ...chosen(state, selectedId),
        pane: 'detail',
      })),
  };
}

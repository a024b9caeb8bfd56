// What this window is showing: which filter, which credential, which sheet. Nothing that main owns.
import type { CheckReportView } from '../../electron/shared/views.ts';
import { createStore, type Store } from './create-store.ts';

export type Filter =
  | { readonly kind: 'all' }
  | { readonly kind: 'attention' }
  | { readonly kind: 'trade' }
  | { readonly kind: 'environment'; readonly environmentId: string }
  | { readonly kind: 'tag'; readonly tag: string };

export type Sheet =
  | { readonly kind: 'add_credential' }
  | { readonly kind: 'edit_credential'; readonly credentialId: string }
  | { readonly kind: 'replace_secret'; readonly credentialId: string }
  | { readonly kind: 'delete_credential'; readonly credentialId: string }
  | { readonly kind: 'add_environment' }
  | { readonly kind: 'environment'; readonly environmentId: string }
  | { readonly kind: 'check_report'; readonly report: CheckReportView }
  | { readonly kind: 'partner_guide'; readonly tokenId: string }
  | { readonly kind: 'settings' }
  | { readonly kind: 'protection' }
  | { readonly kind: 'vault_keys' }
  | { readonly kind: 'backups' }
  | { readonly kind: 'recovery_offer' }
  | { readonly kind: 'practice' }
  | { readonly kind: 'shortcuts' };

export type Pane = 'sidebar' | 'list' | 'detail';

export interface WindowState {
  readonly filter: Filter;
  readonly search: string;
  readonly selectedId: string | null;
  readonly sheet: Sheet | null;
  /** The pane shown where there is room for one or two. */
  readonly pane: Pane;
  /** The token whose revoke bar is open. */
  readonly armedTokenId: string | null;
  /** Live times paused: absolute times are shown instead (WCAG 2.2.2). */
  readonly paused: boolean;
}

export const initialWindowState: WindowState = {
  filter: { kind: 'all' },
  search: '',
  selectedId: null,
  sheet: null,
  pane: 'list',
  armedTokenId: null,
  paused: false,
};

export interface WindowStore extends Store<WindowState> {
  readonly show: (sheet: Sheet | null) => void;
  readonly select: (credentialId: string | null) => void;
  readonly open: (credentialId: string) => void;
  readonly patch: (part: Partial<WindowState>) => void;
}

export function createWindowStore(): WindowStore {
  const store = createStore(initialWindowState);
  const patch = (part: Partial<WindowState>): void =>
    store.change((state) => ({ ...state, ...part }));
  return {
    ...store,
    patch,
    show: (sheet) => patch({ sheet }),
    select: (selectedId) =>
      store.change((state) =>
        state.selectedId === selectedId ? state : { ...state, selectedId, armedTokenId: null },
      ),
    open: (selectedId) =>
      store.change((state) => ({
        ...state,
        selectedId,
        pane: 'detail',
        armedTokenId: state.selectedId === selectedId ? state.armedTokenId : null,
      })),
  };
}

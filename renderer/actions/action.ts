// What an action of the window is: what it is called, its keys, why it cannot be done right now, and
// how it is done. Palette, shortcut sheet, key map and buttons all read the same list.
import type { CallName } from '../../electron/shared/ipc-channels.ts';
import type { CredentialView } from '../../electron/shared/credential-view.ts';
import type { AppView } from '../../electron/shared/views.ts';
import type { AppServices } from '../state/app-context.tsx';
import type { WindowState } from '../state/window-state.ts';

const actionGroups = ['selection', 'credential', 'find', 'everything'] as const;
export type ActionGroup = (typeof actionGroups)[number];

/** What an action is about: the snapshot, and the credential that is chosen, if any. */
export interface ActionPlace {
  readonly view: AppView;
  readonly window: WindowState;
  readonly credential: CredentialView | null;
  /** Marked in the list, in the order of the snapshot. */
  readonly marked: readonly CredentialView[];
}

export interface Action {
  readonly title: string;
  readonly group: ActionGroup;
  /** As written on the shortcut sheet: `Mod+F`, `/`, `Shift+F6`. `Mod` is Ctrl, or Cmd on a Mac. */
  readonly keys?: readonly string[];
  /** Its keys mean something else while text is typed. */
  readonly where?: 'not_in_text';
  /** A held key repeats it. */
  readonly repeats?: true;
  /** Not in the palette: it means nothing once that is open. */
  readonly keyOnly?: true;
  /** Calls of the contract it makes, or leads to. */
  readonly calls?: readonly CallName[];
  /** Why it cannot be done now, in words; null when it can. */
  readonly refusal?: (place: ActionPlace) => string | null;
  /** Called only where nothing refuses it. */
  readonly run: (app: AppServices, place: ActionPlace) => void;
}

export function placeOf(app: AppServices): ActionPlace | null {
  const view = app.views.current();
  if (view?.vault.state !== 'unlocked') return null;
  const window = app.window.current();
  const credential = view.credentials.find(({ id }) => id === window.selectedId) ?? null;
  const marked = view.credentials.filter(({ id }) => window.marked.has(id));
  return { view, window, credential, marked };
}

// What an action of the window is: what it is called, its keys, why it cannot be done right now, and
// how it is done. Palette, shortcut sheet, key map and buttons all read the same list.
import type {
  CredentialView,
  TokenView,
} from '../../electron/shared/credentials/credential-view.ts';
import type { AppView } from '../../electron/shared/views.ts';
import type { AppServices } from '../state/app-context.tsx';
import type { WindowState } from '../state/window-state.ts';

/** What an action is about: the snapshot, and the credential that is chosen or meant, if any. */
export interface ActionPlace {
  readonly view: AppView;
  readonly window: WindowState;
  readonly credential: CredentialView | null;
  /** The token a button stands on; null: the one that the credential means (model/token-standing, `tokenFor`). */
  readonly token: TokenView | null;
  /** Marked in the list, in the order of the snapshot. */
  readonly marked: readonly CredentialView[];
}

export interface Action {
  readonly title: string;
  /** Where something is under way, what goes on: `Rotate secret: go on…`. */
  readonly titleNow?: (place: ActionPlace) => string;
  /** Other words that the palette finds it by. */
  readonly also?: string;
  /** On a button, in words of the title; the title itself where it is left out. */
  readonly verb?: string | ((place: ActionPlace) => string);
  /** About a token that allows this. */
  readonly can?: keyof TokenView['can'];
  readonly group: 'selection' | 'credential' | 'find' | 'everything';
  /** As written on the shortcut sheet: `Mod+F`, `/`, `Shift+F6`. `Mod` is Ctrl, or Cmd on a Mac. */
  readonly keys?: readonly string[];
  /** Its keys mean something else while text is typed. */
  readonly where?: 'not_in_text';
  /** A held key repeats it. */
  readonly repeats?: true;
  /** Not in the palette: it means nothing once that is open. */
  readonly keyOnly?: true;
  /** Why it cannot be done now, in words; null when it can. */
  readonly refusal?: (place: ActionPlace) => string | null;
  /** Called only where nothing refuses it. */
  readonly run: (app: AppServices, place: ActionPlace) => void;
}

/** What a button stands on, where that is not what is chosen in the list. */
export interface About {
  readonly credential: CredentialView;
  readonly token?: TokenView;
}

/** Null while the vault is not open. */
export function placeOf(app: AppServices, about?: About): ActionPlace | null {
  const view = app.views.current();
  if (view?.vault.state !== 'unlocked') return null;
  const window = app.window.current();
  if (about !== undefined) {
    const { credential, token = null } = about;
    return { view, window, credential, token, marked: [] };
  }
  const { selectedId, marked: ids } = window;
  const credential = view.credentials.find(({ id }) => id === selectedId) ?? null;
  const marked = ids.size === 0 ? [] : view.credentials.filter(({ id }) => ids.has(id));
  return { view, window, credential, token: null, marked };
}

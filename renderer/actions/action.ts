// What an action of the window is: what it is called, its keys, why it cannot be done right now, and
// how it is done. Palette, shortcut sheet, key map and buttons all read the same list.
import type {
  CredentialView,
  TokenView,
} from '../../electron/shared/credentials/credential-view.ts';
import type { AppView } from '../../electron/shared/views.ts';
import { type ActionWords, actionWords as words } from '../i18n/en-actions.ts';
import type { AppServices } from '../state/app-context.tsx';
import type { WindowState } from '../state/window-state.ts';
import { tokenFor } from '../model/token-standing.ts';

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

/** What an action does, apart from what it is called (i18n/en-actions). */
export interface Deed {
  /** Its words where something is under way, `Rotate secret: continue…`; null where nothing is. */
  readonly wordsNow?: (place: ActionPlace) => ActionWords | null;
  /** About a token that allows this. */
  readonly can?: keyof TokenView['can'];
  readonly group: 'selection' | 'credential' | 'find' | 'everything';
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

export type Action = ActionWords & Deed;

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

type Can = keyof TokenView['can'];

/** About one credential; `why` refuses for reasons of that credential. */
export function onCredential(
  run: (app: AppServices, credential: CredentialView, place: ActionPlace) => void,
  why: (credential: CredentialView, place: ActionPlace) => string | null = () => null,
): Deed {
  return {
    group: 'credential',
    refusal: (place) =>
      place.marked.length > 1
        ? words.severalMarked
        : place.credential === null
          ? words.chooseFirst
          : why(place.credential, place),
    run(app, place) {
      if (place.credential !== null) run(app, place.credential, place);
    },
  };
}

/** A new token would put its deletion off. */
export const unlessRemoving = ({ removing }: CredentialView): string | null =>
  removing ? words.beingDeleted : null;

/** The token a button stands on, where it allows this, else the one that the credential as a whole means by it. */
export function tokenWith({ credential, token }: ActionPlace, can: Can): TokenView | null {
  if (token !== null) return token.can[can] ? token : null;
  return credential === null ? null : tokenFor(credential, can);
}

/** About the token a button stands on, or the one that the credential as a whole means by it. */
export function onToken(
  can: Can,
  run: (app: AppServices, credential: CredentialView, token: TokenView) => void,
): Deed {
  const deed = onCredential(
    (app, credential, place) => {
      const token = tokenWith(place, can);
      if (token !== null) run(app, credential, token);
    },
    (_credential, place) => (tokenWith(place, can) === null ? words.noToken[can] : null),
  );
  return { ...deed, can };
}

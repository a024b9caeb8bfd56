// A search the person keeps under a name. Private: it lives in the vault, never in the preferences.
import type { SavedViewId } from './ids.ts';

export const MAX_SAVED_VIEWS = 50;

export interface SavedView {
  readonly id: SavedViewId;
  /** At most 60 characters. */
  readonly name: string;
  /** As it was typed into the search, at most 500 characters. */
  readonly query: string;
}

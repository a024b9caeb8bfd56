// A search the person keeps under a name. Private: it lives in the vault, never in the preferences.
import * as v from 'valibot';
import type { SavedViewId } from './ids.ts';
import { identifier, text, type Row } from './row-schema.ts';

export const MAX_SAVED_VIEWS = 50;

export const savedViewSchema = v.strictObject({
  id: identifier<SavedViewId>(),
  /** At most 60 characters. */
  name: text,
  /** As it was typed into the search, at most 500 characters. */
  query: text,
});
export type SavedView = Row<typeof savedViewSchema>;

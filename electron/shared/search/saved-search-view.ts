// Searches kept under a name, and favourites: the view and the calls.
import * as v from 'valibot';
import { plainCall } from '../call-rows.ts';
import { credentialId, id, line, savedViewId, text } from '../view-parts.ts';

/** One search that is kept. */
export const savedViewView = v.strictObject({ id, name: text(60), query: text(500) });
export type SavedViewView = v.InferOutput<typeof savedViewView>;

/** The rows of the contract about kept searches and favourites. */
export const savedViewCalls = {
  /** Null: a new one; otherwise its name and search are replaced. */
  viewSave: plainCall({
    viewId: v.nullable(savedViewId),
    name: line(1, 60),
    query: line(1, 500),
  }),
  viewRemove: plainCall({ viewId: savedViewId }),
  favouriteSet: plainCall({ credentialId, favourite: v.boolean() }),
} as const;
